package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.libc.NativeCalls;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the same JVMs again and again. The pages of their memory are read each time. The facts of their start and the tables
 * of HotSpot are kept as {@link KeptStarts} describes: for 5 to 10 minutes. What only smaps shows is among them; once they are known,
 * memory is scanned instead, for a tenth of the time of smaps. The replies of a JVM to commands are kept: those with
 * addresses of metaspace for up to a minute, all others for up to 10 minutes. For one thread.
 *
 * <p>A reading of the start takes ten times as long as a scan, and more for a JVM with many mappings. JVMs that started together
 * would all be due in the same round, which then leaves others over. So a round has a time for it. If a start is not read in
 * time, the facts of the last one stay in use.
 */
public final class RepeatedReader implements JvmRounds {
    private final Roots roots;
    private final KeptStarts kept = KeptStarts.by(System::nanoTime);

    /** Null before they are needed. */
    @SuppressWarnings("NullableOptional")
    private @Nullable Optional<NativeCalls> calls;

    /** Nanoseconds that this round has left for facts that are too old. */
    private long renewal = Long.MAX_VALUE;

    /** Whether smaps is needed each time. */
    private boolean needsSmaps;

    public RepeatedReader(Roots roots) {
        this.roots = roots;
    }

    @Override
    public void begin(Duration time) {
        renewal = time.toNanos();
    }

    /** Reads one process, as {@link JvmReader#read}. */
    public Jvm read(long pid, Reach reach) {
        return read(pid, reach, true);
    }

    @Override
    public Jvm read(long pid, Reach reach, boolean renews) {
        needsSmaps = reach.exact() || reach.eligibility();
        kept.renew(renews && reach.memory() && renewal > 0);
        long begun = System.nanoTime();
        Jvm jvm = once(pid, reach);
        if (kept.hasRenewed()) {
            renewal -= System.nanoTime() - begun;
            if (lacksTime(jvm)) {
                kept.renew(false);
                return once(pid, reach);
            }
        }
        return jvm;
    }

    private Jvm once(long pid, Reach reach) {
        return new JvmReader(roots, pid, reach, kept, this::calls).read();
    }

    /** Returns whether the pages of the heap are unknown because the reading had too little time. */
    public static boolean lacksTime(Jvm jvm) {
        Region heap = jvm.region(RegionName.HEAP);
        return lacksTime(heap.location()) || lacksTime(heap.backing());
    }

    private static boolean lacksTime(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent
                && (absent.reason() == Reason.TIMED_OUT || absent.reason() == Reason.SKIPPED);
    }

    @Override
    public boolean isScanned(long pid) {
        return calls != null && calls.isPresent() && !needsSmaps && kept.has(pid);
    }

    /** Returns the calls for scans. To load them takes longer than the first reading of a JVM by other means. */
    private Optional<NativeCalls> calls() {
        if (calls == null) {
            calls = PagemapScan.isKnown(roots.proc())
                    ? NativeAccess.findForOnce().known()
                    : Optional.empty();
        }
        return calls;
    }

    @Override
    public void retain(List<Jvm> jvms) {
        Set<Replies.Process> present = new HashSet<>();
        for (Jvm jvm : jvms) {
            present.add(new Replies.Process(jvm.pid(), jvm.startTicks()));
        }
        kept.retain(present);
    }
}
