package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Facts of JVMs that do not change while they run, for a monitor that reads the same JVMs again and again: those of their
 * start, and their replies to commands. They belong to a process with its start time and to the program that it runs. For
 * one thread.
 *
 * <p>Facts of the start are read again after 5 to 10 minutes, those of different JVMs at different times, and not later
 * than after the age of the JVM: metaspace grows, and a few flags can be changed at run time. A monitor without time for
 * that uses them for longer.
 */
final class KeptStarts {

    private static final long LIFETIME = Duration.ofMinutes(10).toNanos();
    private static final int PARTS = 8;

    /**
     * The most characters of command lines, environments and counters that are kept of all JVMs: those of some 2000. Further
     * JVMs are read anew each time.
     */
    private static final long MOST = 20L << 20;

    private record Entry(String program, StartFacts start, long until) {}

    private final LongSupplier clock;
    private final Replies replies;
    private final boolean keeps;
    private final Map<Replies.Process, Entry> entries = new HashMap<>();
    private long characters;
    private boolean renews = true;
    private boolean renewed;

    private KeptStarts(LongSupplier clock, Replies replies, boolean keeps) {
        this.clock = clock;
        this.replies = replies;
        this.keeps = keeps;
    }

    /** Keeps nothing. */
    static KeptStarts nothing() {
        return new KeptStarts(() -> 0, Replies.none(), false);
    }

    /**
     * Keeps facts for their time.
     *
     * @param clock nanoseconds, as of {@link System#nanoTime}; one that stands still keeps them for ever
     */
    static KeptStarts by(LongSupplier clock) {
        return new KeptStarts(clock, Replies.kept(clock), true);
    }

    /** Returns whether facts are kept, because the same JVMs are read again. */
    boolean keeps() {
        return keeps;
    }

    Replies replies() {
        return replies;
    }

    /** Determines whether the next reading of a JVM leaves out facts that are too old, so that they are read again. */
    void renew(boolean wanted) {
        renews = wanted;
        renewed = false;
    }

    /** Returns whether facts that are too old were left out since then. */
    boolean hasRenewed() {
        return renewed;
    }

    /** Returns whether facts of a process with this number are kept, whatever their age. */
    boolean has(long pid) {
        return entries.keySet().stream().anyMatch(process -> process.pid() == pid);
    }

    /**
     * Returns the facts of the start of this process with this program; empty if none are kept, or if they are too old and
     * are to be read again. If the process runs another program now, its facts and its replies are forgotten; facts that are
     * too old remain for {@link #last}.
     */
    Optional<StartFacts> start(long pid, ProcessStat.Start process) {
        Replies.Process key = new Replies.Process(pid, process.ticks());
        Entry entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (!entry.program().equals(process.program())) {
            forget(key);
            replies.forget(key);
            return Optional.empty();
        }
        boolean old = clock.getAsLong() - entry.until() >= 0;
        renewed |= old && renews;
        return old && renews ? Optional.empty() : Optional.of(entry.start());
    }

    /**
     * Keeps the facts of the start of a process, unless a later reading may have more of them: older ones then stay.
     *
     * @param age the time since the start of the process. The facts are kept for at most this time, because a JVM that has
     *     just started has few of its facts
     */
    void keep(long pid, ProcessStat.Start process, StartFacts start, Duration age) {
        if (!keeps || start.isPassing()) {
            return;
        }
        Replies.Process key = new Replies.Process(pid, process.ticks());
        forget(key);
        if (characters + start.characters() <= MOST) {
            long lifetime = LIFETIME - LIFETIME / 2 * (pid % PARTS) / PARTS;
            long until = clock.getAsLong() + Math.min(lifetime, age.toNanos());
            entries.put(key, new Entry(process.program(), start, until));
            characters += start.characters();
        }
    }

    /** Returns what is kept of a process, whatever its age. */
    Optional<StartFacts> last(long pid, long startTicks) {
        return Optional.ofNullable(entries.get(new Replies.Process(pid, startTicks)))
                .map(Entry::start);
    }

    /** Forgets all processes but these. */
    void retain(Set<Replies.Process> processes) {
        Set.copyOf(entries.keySet()).stream()
                .filter(key -> !processes.contains(key))
                .forEach(this::forget);
        replies.retain(processes);
    }

    private void forget(Replies.Process key) {
        Entry entry = entries.remove(key);
        characters -= entry == null ? 0 : entry.start().characters();
    }
}
