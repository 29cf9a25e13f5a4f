package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.jvm.JvmRounds;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.jvm.RepeatedReader;
import io.github.hpjvm.advisor.read.vm.ServiceName;
import io.github.hpjvm.advisor.term.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Reads the facts of this host and of all its JVMs again and again, for a monitor. Memory is read each time. Replies of a
 * JVM to commands are kept as {@link RepeatedReader} describes. A process that was no JVM is examined again after a minute, or
 * when it runs another program. For one thread.
 *
 * <p>A reading has a time limit. The JVMs whose heap was not read for the longest time come first. Among JVMs that were never
 * read, those that cost least come first. JVMs that cost much come last, but in every second reading those that are only
 * scanned have their places, and one that is not. {@link FairSource} shares the
 * time, so that a target that replies slowly, or a user with many of them, cannot prevent the reading of the others. What a
 * JVM does not complete within its share is unknown, and it comes first in the next reading. If it does not complete that
 * either, it takes its turn. At most a third of the time is for facts of the start that are too old.
 */
public final class RepeatedFacts {
    private static final long AGAIN = Duration.ofMinutes(1).toNanos();

    /** A JVM that takes longer, by its mappings and resident memory, costs as much as dozens of usual ones. */
    private static final long COSTLY_MICROS = 200_000;

    /** The part of a reading for facts that are too old. */
    private static final int RENEWAL = 3;

    private final Roots roots;
    private final Manner manner;
    private final Duration limit;
    private final JvmRounds reader;
    private final LongSupplier clock;
    private Map<Long, Seen> seen = new HashMap<>();
    private long round;

    /**
     * Creates a reader.
     *
     * @param manner the manner in which the JVMs are read
     * @param limit time limit of one reading, which its JVMs share
     */
    public RepeatedFacts(Roots roots, Manner manner, Duration limit) {
        this(roots, manner, limit, new RepeatedReader(roots), System::nanoTime);
    }

    /**
     * Creates a reader with another clock.
     *
     * @param clock nanoseconds, as of {@link System#nanoTime}
     */
    RepeatedFacts(Roots roots, Manner manner, Duration limit, JvmRounds reader, LongSupplier clock) {
        this.roots = roots;
        this.reader = reader;
        this.manner = manner;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * One reading.
     *
     * @param facts the facts that advice needs, with all JVMs by PID
     * @param services the names of services that JVMs have in their properties or their environment, by PID
     */
    public record Reading(Facts facts, Map<Long, String> services) {
        public Reading {
            services = Map.copyOf(services);
        }
    }

    /** A process of the last reading. */
    private static final class Seen {
        private final String identity;
        private final boolean mayBeJvm;
        private final long cost;
        private final long until;
        private final Optional<String> service;
        private final long uid;
        private long readAt;
        private boolean read;
        private long lastRound;
        private int failures;

        Seen(String identity, boolean mayBeJvm, long cost, long until, Optional<String> service, long uid) {
            this.uid = uid;
            this.identity = identity;
            this.mayBeJvm = mayBeJvm;
            this.cost = cost;
            this.until = until;
            this.service = service;
        }

        /** Takes note of a reading. The first one that is not complete leaves the process in its place. */
        void tried(boolean complete, long now, long round) {
            if (complete) {
                failures = 0;
            } else if (round != lastRound || failures == 0) {
                failures++;
            }
            lastRound = round;
            if (failures != 1) {
                read = true;
                readAt = now;
            }
        }
    }

    /** Reads all facts within the time limit. Total: what could not be read is an absent fact. */
    public Reading take() {
        return take(1);
    }

    /**
     * Reads all facts on a host where programs wait for a CPU, as {@link #take()}.
     *
     * @param times the factor of the time limit
     */
    public Reading take(int times) {
        long start = clock.getAsLong();
        round++;
        List<Long> pids = inOrder();
        // The time limit begins before the processes are listed.
        Duration left = limit.multipliedBy(times).minusNanos(clock.getAsLong() - start);
        reader.begin(left.dividedBy(RENEWAL));
        List<FairSource.Target> targets = pids.stream()
                .map(pid -> new FairSource.Target(pid, known(pid).uid))
                .toList();
        Facts facts = LiveFacts.take(roots, HostReach.ADVICE, manner, new FairSource(this::read, targets, left, clock));
        List<Jvm> jvms = facts.jvms().stream()
                .filter(RepeatedFacts::isJvm)
                .sorted(Comparator.comparingLong(Jvm::pid))
                .toList();
        Map<Long, String> services = new HashMap<>();
        for (Jvm jvm : jvms) {
            known(jvm.pid()).service.ifPresent(name -> services.put(jvm.pid(), name));
        }
        reader.retain(jvms);
        return new Reading(facts.withJvms(jvms), services);
    }

    /** Returns the processes that may be JVMs, in the order in which they are read next. */
    List<Long> inOrder() {
        long now = clock.getAsLong();
        find(now);
        List<Long> pids = new ArrayList<>();
        seen.forEach((pid, process) -> {
            if (process.mayBeJvm) {
                pids.add(pid);
            }
        });
        pids.sort(Comparator.<Long, Boolean>comparing(pid -> known(pid).read)
                .thenComparingLong(pid -> known(pid).read ? known(pid).readAt - now : known(pid).cost)
                .thenComparing(Comparator.naturalOrder()));
        return costlyLast(pids);
    }

    /**
     * Returns the same order, in which costly JVMs come last. In every second reading those that are scanned stay in their places,
     * and so does the first of the others.
     */
    private List<Long> costlyLast(List<Long> pids) {
        List<Long> last = pids.stream()
                .filter(pid -> known(pid).cost > COSTLY_MICROS && !staysInPlace(pid))
                .skip(mayPrecede() ? 1 : 0)
                .toList();
        List<Long> order = new ArrayList<>(pids);
        order.removeAll(last);
        order.addAll(last);
        return order;
    }

    private boolean mayPrecede() {
        return round % 2 == 1;
    }

    /** Returns whether a costly JVM is scanned in its place; facts of it that are too old then stay in use. */
    private boolean staysInPlace(long pid) {
        return mayPrecede() && known(pid).cost > COSTLY_MICROS && reader.isScanned(pid);
    }

    private Seen known(long pid) {
        return Objects.requireNonNull(seen.get(pid), () -> "process " + pid);
    }

    private Jvm read(long pid, Reach reach) {
        Jvm jvm = Jvms.readOneOfMany(roots, pid, () -> reader.read(pid, reach, !staysInPlace(pid)));
        if (reach.memory()) {
            known(pid).tried(!RepeatedReader.lacksTime(jvm), clock.getAsLong(), round);
        }
        return jvm;
    }

    private static boolean isJvm(Jvm jvm) {
        return jvm.identity()
                .known()
                .map(VmIdentity::vm)
                .filter(vm -> vm != VmKind.NOT_JAVA)
                .isPresent();
    }

    /** Lists the processes, without our own. */
    private void find(long now) {
        long own = OwnPid.in(roots.proc());
        Map<Long, Seen> present = new HashMap<>();
        for (long pid : Jvms.pids(roots.proc())) {
            Optional<String> identity = pid == own
                    ? Optional.empty()
                    : ProcessStat.identity(roots.proc(), pid).known();
            identity.ifPresent(id -> present.put(pid, seen(pid, id, now)));
        }
        seen = present;
    }

    private Seen seen(long pid, String identity, long now) {
        Seen before = seen.get(pid);
        if (before != null && before.identity.equals(identity) && (before.mayBeJvm || now - before.until < 0)) {
            return before;
        }
        OptionalLong mappings = Jvms.mappings(roots.proc(), pid);
        if (mappings.isEmpty()) {
            return new Seen(identity, false, 0, now + AGAIN, Optional.empty(), -1);
        }
        Optional<ProcStatus> status = StatusFile.read(roots.proc(), pid).known();
        Bytes resident = status.flatMap(ProcStatus::rss).orElse(Bytes.ZERO);
        return new Seen(
                identity,
                true,
                ReadingCost.micros(resident, mappings.getAsLong()),
                now + AGAIN,
                ServiceName.read(roots.proc(), pid),
                status.map(ProcStatus::uid).orElse(OptionalLong.empty()).orElse(-1));
    }
}
