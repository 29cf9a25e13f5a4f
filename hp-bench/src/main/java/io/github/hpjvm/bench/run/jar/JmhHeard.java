package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.watch.RunWatch;
import java.time.Duration;
import java.util.function.Consumer;

/** Listens to JMH: looks at the fork when a moment has come, and keeps why a fork failed. */
final class JmhHeard implements Consumer<String> {
    private static final int LONGEST = 200;

    /** Shorter iterations are looked at as soon as they begin. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final JmhPhases phases;
    private String refusal = "";
    private String thrown = "";
    private String last = "";
    private boolean thrownFollows;
    private volatile boolean measured;

    JmhHeard(RunWatch watch, double share) {
        phases = new JmhPhases(new JmhPhases.Moments() {
            @Override
            public void noWarmUp() {
                watch.lookNowAndThen();
            }

            @Override
            public void firstBegins() {
                measured = true;
                watch.lookIn(Duration.ZERO);
            }

            @Override
            public void lastBegins(Duration length) {
                measured = true;
                watch.lookIn(
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
        } else if (words.startsWith("<failure>") && thrown.isEmpty()) {
            thrownFollows = true;
        } else if (refusal.isEmpty()
                && (words.startsWith("Error: ")
                        || words.startsWith("Unrecognized VM option")
                        || words.startsWith("Error occurred during initialization of VM")
                        || words.startsWith("<forked VM failed"))) {
            refusal = words;
        }
        last = words;
    }

    /** Whether an iteration was measured. */
    boolean measured() {
        return measured;
    }

    /** Whether the forked JVM said that it would not start, or ended. */
    synchronized boolean refused() {
        return !refusal.isEmpty();
    }

    /** Whether the benchmark threw, or its JVM failed. */
    synchronized boolean failed() {
        return !thrown.isEmpty() || !refusal.isEmpty();
    }

    /** The line that says best why a fork failed. */
    synchronized String failure() {
        String best = !thrown.isEmpty() ? thrown : !refusal.isEmpty() ? refusal : "its last line: " + last;
        return best.length() <= LONGEST ? best : best.substring(0, LONGEST) + "...";
    }
}
