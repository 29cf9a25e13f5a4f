package io.github.hpjvm.bench.fork;

import io.github.hpjvm.bench.reading.Turn;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Holds a fork before each turn until the parent starts the turn, and reports the times of its measured iterations.
 *
 * <p>Fork and parent communicate over two FIFOs, in lines of ASCII text. The fork sends {@code ready THREAD} and waits;
 * THREAD is the kernel's number of the thread that measures ({@code -1} if unknown or several). The parent answers
 * {@code turn NUMBER ITERATIONS}: the fork runs that many iterations. Or it answers {@code free} or {@code look}: the
 * fork runs all remaining iterations without waiting. For each iteration the fork sends {@code iteration OPERATIONS NANOS CPU WAITED GCS}:
 * operations of all threads, elapsed nanoseconds of one operation, CPU nanoseconds of all operations, nanoseconds in
 * which THREAD waited for a CPU ({@code -1} if unknown, for both), and collections so far. The lines of a turn are written at its end. At the end of the FIFO the parent has
 * ended; the fork fails.
 *
 * <p>A fork that runs without waiting sends {@code fixtures iteration} if it has fixtures of that level, else
 * {@code fixtures other}. It may send {@code ready THREAD} again, when it has found the thread. After {@code look} it also
 * sends {@code process CPU ALL} after each iteration: CPU nanoseconds of the operations, and of the whole process without
 * its compilers. No iteration that counts has the cost of these readings.
 *
 * <p>This profiler starts last and stops first, so that the work of others is between turns. JMH 1.21 and newer has all
 * methods that it calls.
 */
public final class SliceGate implements InternalProfiler {
    private final String orders;
    private final String reports;
    private final CpuClock clock;
    private final GcCount collections = new GcCount();
    private final StringBuilder lines = new StringBuilder();
    private InputStream in;
    private OutputStream out;
    private int left;
    private boolean free;
    private boolean looks;
    private ProgramCpu program;
    private long cpu;
    private long worker = -1;
    private long waited;

    /**
     * @param line result of {@link #line}; the parent passes it as this profiler's option line
     */
    public SliceGate(String line) {
        int blank = line.indexOf(' ');
        this.clock = CpuClock.of(line.substring(0, blank));
        this.orders = line.substring(blank + 1) + ".orders";
        this.reports = line.substring(blank + 1) + ".reports";
    }

    /**
     * The option line.
     *
     * @param wholeProcess whether CPU time is measured for the process without its compiler threads; else for the
     *     measuring threads
     * @param fifos path of both FIFOs, without {@code .orders} and {@code .reports}
     */
    public static String line(boolean wholeProcess, String fifos) {
        return CpuClock.name(wholeProcess) + " " + fifos;
    }

    @Override
    public String getDescription() {
        return "Runs iterations in turns with other forks";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iteration.getType() != IterationType.MEASUREMENT) {
            return;
        }
        if (!free && left == 0) {
            if (worker < 0) {
                worker = WorkerThread.find();
            }
            say("ready " + worker + "\n");
            obey(order());
            if (free) {
                say("fixtures " + (Fixtures.arePerIteration(benchmark) ? "iteration" : "other") + "\n");
            }
        }
        if (free && worker < 0) {
            // The thread is not found while it still runs.
            worker = WorkerThread.find();
            if (worker >= 0) {
                say("ready " + worker + "\n");
            }
        }
        if (looks) {
            program = ProgramCpu.now();
        }
        waited = waitedSoFar();
        cpu = clock.nanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT) {
            long spent = clock.since(cpu);
            long now = waitedSoFar();
            lines.append("iteration ")
                    .append(result.getMetadata().getAllOps())
                    .append(' ')
                    .append(nanosPerOperation(benchmark, result))
                    .append(' ')
                    .append(spent)
                    .append(' ')
                    .append(waited < 0 || now < waited ? -1 : now - waited)
                    .append(' ')
                    .append(collections.now())
                    .append('\n');
            if (looks) {
                lines.append("process ")
                        .append(spent)
                        .append(' ')
                        .append(program.since())
                        .append('\n');
            }
            left = Math.max(0, left - 1);
            if (left == 0) {
                say(lines.toString());
                lines.setLength(0);
            }
        }
        return Collections.emptyList();
    }

    private long waitedSoFar() {
        return worker < 0 ? -1 : ProcessCpu.waitedNanos(Long.toString(worker));
    }

    /** Converts JMH's score, which is in the benchmark's unit: time per operation, or operations per time. */
    private static double nanosPerOperation(BenchmarkParams benchmark, IterationResult result) {
        double unit = benchmark.getTimeUnit().toNanos(1);
        double score = result.getPrimaryResult().getScore();
        return benchmark.getMode() == Mode.Throughput ? unit / score : unit * score;
    }

    private void obey(String order) {
        String[] words = order.split(" ");
        if (words[0].equals("turn")) {
            Turn.begin(Integer.parseInt(words[1]));
            left = Integer.parseInt(words[2]);
        } else {
            free = true;
            looks = words[0].equals("look");
        }
    }

    private String order() {
        StringBuilder line = new StringBuilder();
        try {
            for (int letter = in.read(); letter != '\n'; letter = in.read()) {
                if (letter < 0) {
                    throw new IllegalStateException("the parent process has ended");
                }
                line.append((char) letter);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + orders + ": " + e.getMessage(), e);
        }
        return line.toString();
    }

    /** Writes a line; a short write to a FIFO is atomic (pipe(7)). */
    private void say(String text) {
        try {
            if (out == null) {
                in = new FileInputStream(orders);
                out = new FileOutputStream(reports);
            }
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException("cannot write " + reports + ": " + e.getMessage(), e);
        }
    }
}
