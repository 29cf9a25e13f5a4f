package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.RefusedOption;
import io.github.hpjvm.bench.run.RefusedStart;
import io.github.hpjvm.bench.run.watch.EndSignal;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.ThrownLine;
import java.time.Duration;
import java.util.function.Consumer;

/** Scans the output of JMH: triggers the samples of the fork, and keeps the reason of a failure. */
final class JmhOutputScan implements Consumer<String> {
    private static final int LONGEST = 200;

    /**
     * The end of the line before an exception: BaseRunner of JMH prints it after the number of the iteration, for which
     * TextReportFormat has not ended the line.
     */
    private static final String FAILURE = "<failure>";

    /** The begin of the line before the output of a fork that failed for any reason. */
    private static final String FORK_FAILED = "<forked VM failed";

    /** Shorter iterations are examined as soon as they begin. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final JmhPhases phases;
    private String refusal = "";
    private final RefusedStart start = new RefusedStart();
    private String thrown = "";
    private String last = "";
    private boolean thrownFollows;
    private boolean forkEndedBySignal;
    private final ThrownLine cause = new ThrownLine();
    private volatile boolean measured;

    JmhOutputScan(RunWatch watch, double share) {
        phases = new JmhPhases(new JmhPhases.Moments() {
            @Override
            public void noWarmUp() {
                watch.samplePeriodically();
            }

            @Override
            public void firstBegins() {
                measured = true;
                watch.sampleIn(Duration.ZERO);
            }

            @Override
            public void lastBegins(Duration length) {
                measured = true;
                watch.sampleIn(
                        length.compareTo(SHORT) < 0
                                ? Duration.ZERO
                                : Duration.ofNanos(Math.round(length.toNanos() * share)));
            }
        });
    }

    @Override
    public synchronized void accept(String line) {
        phases.accept(line);
        if (line.isBlank()) {
            return;
        }
        String words = line.strip();
        if (thrownFollows) {
            thrown = words;
            thrownFollows = false;
        } else if (thrown.isEmpty() && words.endsWith(FAILURE)) {
            thrownFollows = true;
        } else if (refusal.isEmpty()
                && (words.startsWith("Error: ")
                        || RefusedOption.isMessage(words)
                        || words.startsWith("Error occurred during initialization of VM")
                        || words.startsWith(FORK_FAILED))) {
            refusal = words;
        }
        forkEndedBySignal |= EndSignal.endedFork(words);
        cause.accept(line);
        start.accept(line);
        last = words;
    }

    /** Returns whether a signal ended the forked JVM. */
    synchronized boolean forkEndedBySignal() {
        return forkEndedBySignal;
    }

    /** Returns whether an iteration was measured. */
    boolean measured() {
        return measured;
    }

    /** Returns whether the forked JVM refused to start. One that only failed may have ended by itself. */
    synchronized boolean refused() {
        boolean onlyFailed = refusal.startsWith(FORK_FAILED) && !start.seen();
        return !refusal.isEmpty() && !onlyFailed && thrown.isEmpty();
    }

    /** Returns whether the benchmark threw an exception, or its JVM failed. */
    synchronized boolean failed() {
        return !thrown.isEmpty() || !refusal.isEmpty();
    }

    private String explained(String line) {
        return RefusedOption.isMessage(line) ? line : start.reason().orElse(line);
    }

    /** The line that best explains the failure of a fork. */
    synchronized String failure() {
        String best = !thrown.isEmpty()
                ? thrown
                : !refusal.isEmpty() ? explained(refusal) : cause.line().orElse("last line: " + last);
        return best.length() <= LONGEST ? best : best.substring(0, LONGEST) + "...";
    }
}
