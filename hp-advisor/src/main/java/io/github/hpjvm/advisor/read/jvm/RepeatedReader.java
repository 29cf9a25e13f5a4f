package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.os.libc.NativeCalls;
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
 */
public final class RepeatedReader {
    private final Roots roots;
    private final KeptStarts kept = KeptStarts.by(System::nanoTime);

    /** Null before they are needed. */
    @SuppressWarnings("NullableOptional")
    private @Nullable Optional<NativeCalls> calls;

    public RepeatedReader(Roots roots) {
        this.roots = roots;
    }

    /** Reads one process, as {@link JvmReader#read}. */
    public Jvm read(long pid, Reach reach) {
        return new JvmReader(roots, pid, reach, kept, this::calls).read();
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

    /** Forgets all JVMs but these. */
    public void retain(List<Jvm> jvms) {
        Set<Replies.Process> present = new HashSet<>();
        for (Jvm jvm : jvms) {
            present.add(new Replies.Process(jvm.pid(), jvm.startTicks()));
        }
        kept.retain(present);
    }
}
