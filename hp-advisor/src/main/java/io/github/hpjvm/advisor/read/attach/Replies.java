package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The replies of JVMs to commands, for a monitor that reads the same JVMs again and again. A reply belongs to a process
 * with its start time, so that a later process with the same PID gets none of them. For one thread.
 *
 * <p>Flags and the addresses of heap and code cache do not change while a JVM runs. Metaspace grows, so its addresses are
 * kept for a shorter time. A JVM that did not reply in time is not contacted again for that shorter time.
 */
public final class Replies {
    private static final long LONG = Duration.ofMinutes(10).toNanos();
    private static final long SHORT = Duration.ofMinutes(1).toNanos();

    /** The most characters that are kept of all JVMs: some 400 JVMs with the usual 100 000 characters each. */
    private static final long MOST = 40L << 20;

    private final LongSupplier clock;
    private final Map<Process, Map<String, Kept<String>>> replies = new HashMap<>();
    private final Map<Process, Kept<Attach>> refusals = new HashMap<>();
    private final boolean keeps;
    private long size;

    private Replies(LongSupplier clock, boolean keeps) {
        this.clock = clock;
        this.keeps = keeps;
    }

    /** Keeps nothing. */
    public static Replies none() {
        return new Replies(() -> 0, false);
    }

    /**
     * Keeps replies.
     *
     * @param clock nanoseconds, as of {@link System#nanoTime}
     */
    public static Replies kept(LongSupplier clock) {
        return new Replies(clock, true);
    }

    /**
     * A process.
     *
     * @param pid its number
     * @param startTicks its start time
     */
    public record Process(long pid, long startTicks) {
        static Process of(Target target) {
            return new Process(target.pid(), target.startTicks());
        }
    }

    private record Kept<T>(Fact<T> fact, long until) {}

    /** Returns whether replies of this JVM are kept, so that no connection is needed yet. */
    boolean has(Target target) {
        return replies.containsKey(Process.of(target));
    }

    /** Returns why the JVM was not attached to a short time ago; empty if another attempt is due. */
    Optional<Fact<Attach>> refusal(Target target) {
        Kept<Attach> kept = refusals.get(Process.of(target));
        return kept == null || isOver(kept.until()) ? Optional.empty() : Optional.of(kept.fact());
    }

    /** Keeps the reason why a JVM could not be attached to, if that took time. */
    Fact<Attach> attached(Target target, Fact<Attach> attach) {
        if (keeps && attach instanceof Fact.Absent<Attach> absent && absent.reason() == Reason.TIMED_OUT) {
            refusals.put(Process.of(target), new Kept<>(attach, clock.getAsLong() + SHORT));
        }
        return attach;
    }

    /** Returns the kept reply to a command, or a new reply of the JVM. */
    Fact<String> reply(Target target, String command, Supplier<Fact<String>> jvm) {
        if (!keeps) {
            return jvm.get();
        }
        Process process = Process.of(target);
        Map<String, Kept<String>> kept = replies.computeIfAbsent(process, key -> new HashMap<>());
        Kept<String> known = kept.get(command);
        if (known != null && !isOver(known.until())) {
            return known.fact();
        }
        forget(kept.remove(command));
        Fact<String> reply = jvm.get();
        boolean vanished = reply instanceof Fact.Absent<String> absent && absent.reason() == Reason.VANISHED;
        if (!vanished && size + length(reply) <= MOST) {
            size += length(reply);
            kept.put(command, new Kept<>(reply, clock.getAsLong() + lifetime(process, command, reply)));
        }
        return reply;
    }

    /**
     * Returns the kept replies of a process, also after their lifetime. A command that was not sent is SKIPPED. Absent if
     * there was no attach to the process.
     */
    public Fact<JvmCommands> replay(Process process) {
        Map<String, Kept<String>> kept = replies.get(process);
        return kept == null
                ? Fact.absent(Reason.SKIPPED, Source.of("jcmd " + process.pid(), "no connection to the JVM yet"))
                : Fact.known(command -> replayed(kept, command), Source.of("jcmd " + process.pid()));
    }

    private static Fact<String> replayed(Map<String, Kept<String>> kept, String command) {
        Kept<String> reply = kept.get(command);
        return reply == null
                ? Fact.absent(Reason.SKIPPED, Source.of("jcmd " + command, "the command was not sent"))
                : reply.fact();
    }

    /** Forgets all processes but these. */
    public void retain(Set<Process> processes) {
        replies.entrySet().removeIf(entry -> {
            boolean gone = !processes.contains(entry.getKey());
            if (gone) {
                entry.getValue().values().forEach(this::forget);
            }
            return gone;
        });
        refusals.keySet().retainAll(processes);
    }

    /** Forgets the replies of a process, which runs another program now. */
    public void forget(Process process) {
        Map<String, Kept<String>> kept = replies.remove(process);
        if (kept != null) {
            kept.values().forEach(this::forget);
        }
        refusals.remove(process);
    }

    private void forget(@Nullable Kept<String> kept) {
        size -= kept == null ? 0 : length(kept.fact());
    }

    private static long length(Fact<String> reply) {
        return reply.known().map(String::length).orElse(0);
    }

    private boolean isOver(long until) {
        return clock.getAsLong() - until >= 0;
    }

    /** Half of the JVMs ask later, so that not all of them reply in the same round. */
    private static long lifetime(Process process, String command, Fact<String> reply) {
        boolean grows = command.startsWith("VM.metaspace") || command.startsWith("VM.native_memory");
        boolean failed = reply instanceof Fact.Absent<String> absent && absent.reason() != Reason.NOT_SUPPORTED;
        long most = grows || failed ? SHORT : LONG;
        return most - most / 2 * (process.pid() % 8) / 8;
    }
}
