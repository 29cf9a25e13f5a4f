package io.github.hpjvm.bench.run;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Keeps the output of JMH and the fork instead of printing it. */
final class JmhOutput implements OutputFormat {
    private static final int MOST = 4 << 20;

    private final StringBuilder text = new StringBuilder();

    /** The output so far, including the fork's own. */
    synchronized String text() {
        return text.toString();
    }

    @Override
    public synchronized void print(String s) {
        if (text.length() < MOST) {
            text.append(s);
        }
    }

    @Override
    public void println(String s) {
        print(s + "\n");
    }

    @Override
    public void verbosePrintln(String s) {}

    @Override
    public void write(int b) {
        print(String.valueOf((char) b));
    }

    @Override
    public void write(byte[] b) {
        print(new String(b, StandardCharsets.UTF_8));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> result) {}

    @Override
    public void startBenchmark(BenchmarkParams params) {}

    @Override
    public void endBenchmark(BenchmarkResult result) {}

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {}

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {}
}
