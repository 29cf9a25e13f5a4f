package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RunWatchTest {
    private static final int MOST_SAMPLES = 3000;

    /** The CPU time that the sum of waited-for children misses, of a shell that was waited for. */
    private static long unwaited(String script, Predicate<Long> last) throws Exception {
        StartedProcesses tree = new StartedProcesses();
        try (RunWatch watch = RunWatch.startOnDemand(tree)) {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
            tree.mark(builder.environment());
            Process process = builder.start();
            tree.add(process.toHandle());
            process.waitFor();
            long millis = RunWatch.unwaitedMillis(List.of(watch));
            for (int i = 0; !last.test(millis) && i < MOST_SAMPLES; i++) {
                Thread.sleep(10);
                watch.sampleNow();
                millis = RunWatch.unwaitedMillis(List.of(watch));
            }
            return millis;
        } finally {
            tree.kill();
        }
    }

    @Test
    void aProcessWhoseParentHasEndedIsMissedByTheSumOfChildren() throws Exception {
        assertTrue(unwaited("(while :; do :; done) &", millis -> millis > 0) > 0);
    }

    @Test
    void aProcessThatWasWaitedForIsInTheSumOfChildren() throws Exception {
        assertEquals(0, unwaited("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done", millis -> true));
    }
}
