package io.github.hpjvm.bench.terminal;

import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.ProgressBar;
import io.github.hpjvm.os.text.Visible;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Shows the progress of a campaign and the remaining time: on a terminal one line that is overwritten, else a line
 * every ten seconds.
 */
public final class Progress {
    private static final int BAR = 10;

    /** Columns that each terminal has. A line that is longer than the terminal cannot be overwritten. */
    private static final int WIDTH = 79;

    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

    private final Console console;
    private final LongSupplier nanoTime;
    private final int total;
    private final Duration guess;
    private final long start;
    private final Optional<Duration> budget;
    private int done;
    private long lastLine;
    private boolean open;

    /**
     * Progress of a campaign with a known number of forks.
     *
     * @param total number of forks
     * @param guess expected time of one fork, until one has been timed; zero if unknown
     */
    public Progress(Console console, LongSupplier nanoTime, int total, Duration guess) {
        this(console, nanoTime, nanoTime.getAsLong(), total, guess, Optional.empty());
    }

    /**
     * Progress of a campaign with an unknown number of forks.
     *
     * @param start when the budget began
     * @param budget time after which no round starts
     */
    public static Progress within(Console console, LongSupplier nanoTime, long start, Duration budget) {
        return new Progress(console, nanoTime, start, 0, Duration.ZERO, Optional.of(budget));
    }

    private Progress(
            Console console, LongSupplier nanoTime, long start, int total, Duration guess, Optional<Duration> budget) {
        this.budget = budget;
        this.console = console;
        this.nanoTime = nanoTime;
        this.total = total;
        this.guess = guess;
        this.start = start;
        this.lastLine = nanoTime.getAsLong();
    }

    /** Reports that forks start: one, or several of one case. */
    public void next(List<Job> jobs) {
        if (console.live()) {
            int filled = (int) (BAR * Math.min(1, shareDone()));
            String line = ProgressBar.of(filled, BAR) + state(jobs);
            console.err().print(Console.CLEAR_LINE + line.substring(0, Math.min(line.length(), WIDTH)));
            console.err().flush();
            open = true;
        } else if (nanoTime.getAsLong() - lastLine >= QUIET_NANOS) {
            lastLine = nanoTime.getAsLong();
            console.err().println(state(jobs));
        }
    }

    /** Reports that a fork has ended. */
    public void ended() {
        done++;
    }

    /** Clears the line for other output. */
    public void clear() {
        if (open) {
            console.err().print(Console.CLEAR_LINE);
            console.err().flush();
            open = false;
        }
    }

    /** The line's text, the most important part first, because the end may be cut. */
    private String state(List<Job> jobs) {
        Job job = jobs.get(0);
        return Visible.line(remaining() + "  round " + job.round() + "  "
                + job.subject() + " "
                + jobs.stream().map(it -> it.variant().name()).collect(Collectors.joining(", "))
                + job.profiler().map(it -> " " + it.label()).orElse(""));
    }

    /** The remaining time. A budget is an upper bound, because the rounds may end long before. */
    private String remaining() {
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
