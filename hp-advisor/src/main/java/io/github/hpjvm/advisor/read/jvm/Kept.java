package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.term.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Facts of JVMs that do not change while they run, for a monitor that reads the same JVMs again and again: their tables,
 * and their replies to commands. They belong to a process with its start time. For one thread.
 *
 * <p>Metaspace grows, and a few flags can be changed at run time. So tables are read again after 1 to 2 minutes, those of
 * different JVMs at different times.
 */
final class Kept {

    private static final long LIFETIME = Duration.ofMinutes(2).toNanos();
    private static final int PARTS = 8;

    private record Entry(Fact<VmTables> tables, long until) {}

    private final LongSupplier clock;
    private final Replies replies;
    private final boolean keeps;
    private final Map<Replies.Process, Entry> entries = new HashMap<>();

    private Kept(LongSupplier clock, Replies replies, boolean keeps) {
        this.clock = clock;
        this.replies = replies;
        this.keeps = keeps;
    }

    /** Keeps nothing. */
    static Kept nothing() {
        return new Kept(() -> 0, Replies.none(), false);
    }

    /**
     * Keeps facts for their time.
     *
     * @param clock nanoseconds, as of {@link System#nanoTime}; one that stands still keeps them for ever
     */
    static Kept by(LongSupplier clock) {
        return new Kept(clock, Replies.kept(clock), true);
    }

    Replies replies() {
        return replies;
    }

    /** Returns the kept tables of a process, or reads them. */
    Fact<VmTables> tables(long pid, long startTicks, Supplier<Fact<VmTables>> reader) {
        if (!keeps) {
            return reader.get();
        }
        Replies.Process process = new Replies.Process(pid, startTicks);
        Entry entry = entries.get(process);
        if (entry != null && clock.getAsLong() - entry.until() < 0) {
            return entry.tables();
        }
        Fact<VmTables> tables = reader.get();
        long lifetime = LIFETIME - LIFETIME / 2 * (pid % PARTS) / PARTS;
        boolean passing = tables instanceof Fact.Absent<VmTables> absent
                && (absent.reason() == Reason.SKIPPED || absent.reason() == Reason.VANISHED);
        if (!passing) {
            entries.put(process, new Entry(tables, clock.getAsLong() + lifetime));
        }
        return tables;
    }

    /** Forgets all processes but these. */
    void retain(Set<Replies.Process> processes) {
        entries.keySet().retainAll(processes);
        replies.retain(processes);
    }
}
