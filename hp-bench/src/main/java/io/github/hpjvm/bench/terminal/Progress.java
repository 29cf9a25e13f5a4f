package io.github.hpjvm.bench.terminal;

import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.plan.Job;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Says how far a campaign is and how long it will take: one line that is written over on a terminal, else a line every
 * ten seconds.
 */
public final class Progress {
    private static final int BAR = 10;

    /** A line that is longer than the terminal cannot be written over; this much every terminal has. */
    private static final int WIDTH = 79;

    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();
    /** Takes away what the last line of a terminal shows. */
    static final String CLEAR = "\r\033[K";

    private final Console console;
    private final LongSupplier nanoTime;
    private final int total;
    private final Duration guess;
    private final long start;
    private final Optional<Duration> budget;
    private int done;
    private long said;
    private boolean open;

    /**
     * @param total forks to be made
     * @param guess how long one takes, until one has been measured; zero if nobody knows
     */
    public Progress(Console console, LongSupplier nanoTime, int total, Duration guess) {
        this(console, nanoTime, total, guess, Optional.empty());
    }

    /**
     * Where nobody knows how many forks there will be.
     *
     * @param budget after which no round is begun
     */
    public static Progress within(Console console, LongSupplier nanoTime, Duration budget) {
        return new Progress(console, nanoTime, 0, Duration.ZERO, Optional.of(budget));
    }

    private Progress(Console console, LongSupplier nanoTime, int total, Duration guess, Optional<Duration> budget) {
        this.budget = budget;
        this.console = console;
        this.nanoTime = nanoTime;
        this.total = total;
        this.guess = guess;
        this.start = nanoTime.getAsLong();
        this.said = start;
    }

    /** Forks are about to be made: one, or some of one case. */
    public void next(List<Job> jobs) {
        if (console.live()) {
            int filled = (int) (BAR * Math.min(1, shareDone()));
            String line = "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " + state(jobs);
            console.err().print(CLEAR + line.substring(0, Math.min(line.length(), WIDTH)));
            console.err().flush();
            open = true;
        } else if (nanoTime.getAsLong() - said >= QUIET_NANOS) {
            said = nanoTime.getAsLong();
            console.err().println(state(jobs));
        }
    }

    /** The fork has ended. */
    public void ended() {
        done++;
    }

    /** Takes the line away, so that others can print. */
    public void clear() {
        if (open) {
            console.err().print(CLEAR);
            console.err().flush();
            open = false;
        }
    }

    /** What must be read first stands first: the end may be cut. */
    private String state(List<Job> jobs) {
        Job job = jobs.get(0);
        return Visible.line(toGo() + "  round " + job.round() + "  "
                + job.subject() + " "
                + jobs.stream().map(it -> it.variant().name()).collect(Collectors.joining(", "))
                + job.profiler().map(it -> " " + it.label()).orElse(""));
    }

    /** A budget is an upper bound and said as one: the rounds may be settled long before. */
    private String toGo() {
        if (budget.isEmpty()) {
            boolean known = done > 0 || !guess.isZero();
            return done + "/" + total + "  " + (known ? Figures.duration(left()) + " to go" : "first run");
        }
        Duration left = budget.get().minusNanos(elapsed());
        return done + " forks  "
                + (left.compareTo(Duration.ZERO) > 0
                        ? "at most " + Figures.duration(left) + " to go"
                        : "budget used up, last forks");
    }

    private double shareDone() {
        if (budget.isPresent()) {
            return (double) elapsed() / budget.get().toNanos();
        }
        return total == 0 ? 1 : (double) done / total;
    }

    private Duration left() {
        long perFork = done == 0 ? guess.toNanos() : elapsed() / done;
        return Duration.ofNanos(perFork * (total - done));
    }

    private long elapsed() {
        return nanoTime.getAsLong() - start;
    }
}
