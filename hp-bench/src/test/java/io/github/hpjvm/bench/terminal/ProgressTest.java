package io.github.hpjvm.bench.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Job JOB = new Job(2, 3, Samples.ofSize(1000), Samples.variant("thp"), Optional.empty());
    private static final String CLEAR = "\r\033[K";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now = Duration.ofDays(1).toNanos();

    @Test
    void overwritesTheLineOnATerminal() {
        Progress progress = progress(true, 10);
        progress.next(List.of(JOB));
        assertEquals(CLEAR + "[..........] 0/10  20 s to go  round 2  ByteArrayTouch.touch size=1000 thp", said());
        progress.ended();
        pass(3);
        progress.next(List.of(JOB));
        assertEquals(CLEAR + "[#.........] 1/10  27 s to go  round 2  ByteArrayTouch.touch size=1000 thp", said());
    }

    @Test
    void noLineIsWiderThanTheNarrowestTerminal() {
        progress(true, 10_000)
                .next(List.of(new Job(
                        1000, 1, Samples.ofSize(2_000_000_000), Variants.twin(), Optional.of(Profiler.PERFNORM))));
        assertTrue(said().length() <= CLEAR.length() + 79);
    }

    @Test
    void aFinishedBarIsFull() {
        Progress progress = progress(true, 2);
        progress.ended();
        progress.ended();
        progress.next(List.of(JOB));
        assertTrue(said().contains("[##########] 2/2"));
    }

    @Test
    void withoutATerminalPrintsALineEveryTenSeconds() {
        Progress progress = progress(false, 10);
        progress.next(List.of(JOB));
        assertEquals("", said(), "nothing in the first ten seconds");
        progress.ended();
        pass(9);
        progress.next(List.of(JOB));
        assertEquals("", said());
        progress.ended();
        pass(1);
        progress.next(List.of(JOB));
        assertEquals("2/10  40 s to go  round 2  ByteArrayTouch.touch size=1000 thp" + System.lineSeparator(), said());
        pass(9);
        progress.next(List.of(JOB));
        assertEquals("", said());
        pass(2);
        progress.next(List.of(JOB));
        assertFalse(said().contains("\033"));
    }

    @Test
    void theRemainingTimeIsEstimatedUntilAForkHasEnded() {
        Progress progress = progress(true, 100);
        progress.next(List.of(JOB));
        assertTrue(said().contains("  3 min 20 s to go  "));
        for (int i = 0; i < 50; i++) {
            progress.ended();
            pass(10);
        }
        progress.next(List.of(JOB));
        assertTrue(said().contains("  8 min 20 s to go  "));
    }

    @Test
    void acceptsAStoppedClockAndACampaignWithoutForks() {
        Progress still = progress(true, 3);
        still.ended();
        still.next(List.of(JOB));
        assertTrue(said().contains("  0 s to go  "));
        Progress empty = progress(true, 0);
        empty.clear();
        assertEquals("", said());
        empty.next(List.of(JOB));
        assertTrue(said().contains("0/0"));
    }

    @Test
    void aBudgetIsShownAsAnUpperBound() {
        Progress progress = Progress.within(console(true), () -> now, now, Duration.ofMinutes(20));
        progress.next(List.of(JOB));
        assertTrue(said().startsWith(CLEAR + "[..........] 0 forks  at most 20 min 00 s to go  round 2  "));
        progress.ended();
        pass(600);
        progress.next(List.of(JOB));
        assertTrue(said().startsWith(CLEAR + "[#####.....] 1 forks  at most 10 min 00 s to go  round 2  "));
        pass(601);
        progress.next(List.of(JOB));
        assertTrue(said().startsWith(CLEAR + "[##########] 1 forks  budget used up, last forks  round 2  "));
    }

    @Test
    void clearsTheLineOnce() {
        Progress progress = progress(true, 10);
        progress.clear();
        assertEquals("", said(), "there is none yet");
        progress.next(List.of(JOB));
        said();
        progress.clear();
        assertEquals(CLEAR, said());
        progress.clear();
        assertEquals("", said());
    }

    @Test
    void aProfilerIsNamed() {
        Progress progress = progress(false, 10);
        pass(60);
        progress.next(
                List.of(new Job(1, 1, Samples.ofSize(1000), Variants.baseline(), Optional.of(Profiler.PERFNORM))));
        assertTrue(said().strip().endsWith("size=1000 baseline perfnorm"));
    }

    @Test
    void writesNothingToStdout() {
        for (boolean live : List.of(true, false)) {
            Progress progress = progress(live, 3);
            progress.next(List.of(JOB));
            pass(60);
            progress.next(List.of(JOB));
            progress.clear();
        }
        assertEquals(0, out.size());
    }

    private Progress progress(boolean live, int total) {
        return new Progress(console(live), () -> now, total, Duration.ofSeconds(2));
    }

    private Console console(boolean live) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                live);
    }

    private void pass(long seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private String said() {
        String text = err.toString(StandardCharsets.UTF_8);
        err.reset();
        return text;
    }
}
