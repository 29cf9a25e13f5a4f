package io.github.hpjvm.bench.run.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.run.perf.Counting.End;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PerfStatTest {
    private static final List<String> EVENTS = List.of("cycles", "itlb_misses.walk_duration");
    private static final Duration STEP = Duration.ofMillis(100);
    private static final String COUNTS = "recorded/haswell-thp-never.csv";
    private static final PerfTarget ALL = new PerfTarget(Optional.empty());

    private final Interruption interruption = new Interruption();
    private final List<IntervalCounts> seen = new ArrayList<>();

    @TempDir
    private Path folder;

    private Counting count(String perf, PerfTarget target, Optional<Long> most) {
        return new PerfStat(perf, EVENTS, target).count(STEP, most, interruption, seen::add);
    }

    @Test
    void countsAsManyIntervals() throws IOException {
        Counting counting = count(FakePerf.write(folder, COUNTS), ALL, Optional.of(3L));
        assertEquals(End.COMPLETE, counting.end());
        assertEquals(3, counting.intervals().size());
        assertEquals(seen, counting.intervals());
        assertEquals(61912076685.0, seen.get(2).counts().get("cycles"));
        assertEquals(0.3, seen.get(2).end(), 1e-9);
    }

    @Test
    void stopsIfTheReaderClosesThePipe() throws IOException {
        Counting counting = new PerfStat(FakePerf.write(folder, COUNTS), EVENTS, ALL)
                .count(STEP, Optional.empty(), interruption, counts -> false);
        assertEquals(1, counting.intervals().size());
    }

    @Test
    void endsWithItsTarget() throws IOException {
        Process target = new ProcessBuilder("sleep", "0.3").start();
        Counting counting =
                count(FakePerf.write(folder, COUNTS), new PerfTarget(Optional.of(target.pid())), Optional.of(1000L));
        assertEquals(End.TARGET_ENDED, counting.end());
        assertTrue(!counting.intervals().isEmpty());
    }

    @Test
    void keepsTheIntervalsOfAPerfThatDies() throws IOException {
        Counting counting = count(FakePerf.write(folder, COUNTS, "FAKE_PERF_DIES=2"), ALL, Optional.of(5L));
        assertEquals(End.FAILED, counting.end());
        assertEquals(2, counting.intervals().size());
        assertEquals("perf: Segmentation fault", counting.message());
    }

    @Test
    void seesADenial() throws IOException {
        Counting counting = count(FakePerf.write(folder, COUNTS, "FAKE_PERF_DENIES=1"), ALL, Optional.of(5L));
        assertEquals(End.DENIED, counting.end());
        assertTrue(counting.message().contains("is limited"), counting.message());
    }

    @Test
    void endsOnRequest() throws IOException {
        Counting counting = new PerfStat(FakePerf.write(folder, COUNTS), EVENTS, ALL)
                .count(STEP, Optional.empty(), interruption, counts -> {
                    interruption.request();
                    return true;
                });
        assertEquals(End.INTERRUPTED, counting.end());
        assertTrue(!counting.intervals().isEmpty());
    }

    @Test
    void needsAProgramAndAProcess() {
        assertThrows(BenchException.class, () -> count(folder.resolve("none").toString(), ALL, Optional.of(1L)));
        assertThrows(BenchException.class, () -> PerfStat.requirePresent(new PerfTarget(Optional.of(1L << 40))));
        PerfStat.requirePresent(
                new PerfTarget(Optional.of(ProcessHandle.current().pid())));
    }
}
