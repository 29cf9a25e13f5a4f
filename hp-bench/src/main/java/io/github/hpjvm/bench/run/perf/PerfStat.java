package io.github.hpjvm.bench.run.perf;

import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.counters.IntervalReader;
import io.github.hpjvm.bench.run.perf.Counting.End;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Runs {@code perf stat -I} on a target. perf counts in the kernel and reads the counters once for each interval; it
 * takes no samples and does not stop the target. It ends with the target, and by SIGPIPE at the next interval if this
 * process was killed.
 */
public final class PerfStat {
    private static final int MOST_MESSAGES = 3;
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String perf;
    private final List<String> events;
    private final PerfTarget target;

    /**
     * @param perf the program
     * @param events perf's names of the events
     */
    public PerfStat(String perf, List<String> events, PerfTarget target) {
        this.perf = perf;
        this.events = List.copyOf(events);
        this.target = target;
    }

    /**
     * Rejects a target that does not exist.
     *
     * @throws BenchException if there is no such process
     */
    public static void requirePresent(PerfTarget target) {
        target.pid().filter(pid -> !Files.exists(folder(pid))).ifPresent(pid -> {
            throw new BenchException("no process " + pid + "; hp-cli jvms lists the JVMs of this host");
        });
    }

    private static Path folder(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }

    /**
     * Counts until the time is over, the target ends, or a stop is requested.
     *
     * @param interval length of an interval, at least 100 ms
     * @param most number of intervals; empty for no limit
     * @param each gets each interval when it is complete, and returns whether to go on
     * @throws BenchException if perf cannot be started
     */
    public Counting count(
            Duration interval, Optional<Long> most, Interruption interruption, Predicate<IntervalCounts> each) {
        List<IntervalCounts> intervals = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        Process process = start(interval);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            // Process.destroy closes the stream that this thread reads.
            interruption.endsBy(process.toHandle()::destroy);
            IntervalReader reader = new IntervalReader(events.size());
            boolean enough = false;
            for (String line = lines.readLine(); line != null && !enough; line = enough ? null : lines.readLine()) {
                if (!IntervalReader.isCount(line) && !line.isBlank() && messages.size() < MOST_MESSAGES) {
                    messages.add(line.strip());
                }
                enough = reader.take(line)
                        .filter(it -> last(it, intervals, most, each))
                        .isPresent();
            }
            if (!enough) {
                reader.finish().ifPresent(it -> last(it, intervals, most, each));
            }
            process.destroy();
            return new Counting(intervals, end(process, enough, interruption, messages), String.join(" ", messages));
        } catch (IOException e) {
            throw new BenchException("cannot read the output of perf: " + e.getMessage(), e);
        } finally {
            interruption.endsBy(null);
            process.destroyForcibly();
        }
    }

    /** Adds an interval; returns whether it is the last one. */
    private static boolean last(
            IntervalCounts interval,
            List<IntervalCounts> intervals,
            Optional<Long> most,
            Predicate<IntervalCounts> each) {
        intervals.add(interval);
        boolean goOn = each.test(interval);
        return !goOn || most.filter(it -> intervals.size() >= it).isPresent();
    }

    private Process start(Duration interval) {
        List<String> command = new ArrayList<>(List.of(perf, "stat", "-x,", "-I", Long.toString(interval.toMillis())));
        command.addAll(List.of("-e", String.join(",", events)));
        command.addAll(target.options());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        try {
            return builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new BenchException("cannot start perf: " + e.getMessage(), e);
        }
    }

    private End end(Process process, boolean enough, Interruption interruption, List<String> messages)
            throws IOException {
        try {
            if (!process.waitFor(Patience.with(GRACE).toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                process.waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return End.INTERRUPTED;
        }
        if (enough) {
            return End.COMPLETE;
        }
        // Ctrl-C reaches perf at the same time as this process.
        if (interruption.requestedSoon()) {
            return End.INTERRUPTED;
        }
        boolean gone = target.pid().filter(pid -> !Files.exists(folder(pid))).isPresent();
        if (gone || process.exitValue() == 0) {
            return End.TARGET_ENDED;
        }
        if (messages.isEmpty()) {
            messages.add("perf ended with exit code " + process.exitValue());
        }
        return isDenied(String.join(" ", messages)) ? End.DENIED : End.FAILED;
    }

    /** Returns whether perf says that the user may not count (tools/perf/util/evsel.c, evsel__open_strerror). */
    private static boolean isDenied(String message) {
        String text = message.toLowerCase(Locale.ROOT);
        return text.contains("permission") || text.contains("perf_event_paranoid") || text.contains("is limited");
    }
}
