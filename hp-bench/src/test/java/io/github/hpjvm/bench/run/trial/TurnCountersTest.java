package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.counters.CpuModel;
import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.counters.PerfList;
import io.github.hpjvm.bench.run.perf.FakePerf;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.TurnWalks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TurnCountersTest {
    @TempDir
    private Path folder;

    static EventChoice skylake() throws Exception {
        String cpuinfo = Files.readString(Path.of("src/test/resources/perf/cpuinfo/synthetic-skylake.txt"));
        Set<String> names =
                Set.of("cycles", "instructions", "dtlb_load_misses.walk_active", "dtlb_store_misses.walk_active");
        return EventChoice.of(CpuModel.parse(cpuinfo), new PerfList(names), event -> names.contains(event.name()));
    }

    /** The counts of a perf that ends by itself. */
    private static List<IntervalCounts> counted(TurnCounters counters) {
        TurnCounters.Running running = counters.start();
        running.await();
        return running.end();
    }

    /** Both states have the same recorded counts. */
    @Test
    void countsThePagesOfBothStates() throws Exception {
        String perf = FakePerf.write(folder, "recorded/skylake.csv");
        TurnCounters counters = new TurnCounters(
                perf, Optional.of(skylake()), ProcessHandle.current().pid());
        List<IntervalCounts> counts = counted(counters);
        assertFalse(counts.isEmpty());
        counters.add(PageState.BASE, counts);
        assertEquals(Optional.empty(), counters.walks(), "no turn on huge pages");
        counters.add(PageState.THP, counts);
        TurnWalks walks = counters.walks().orElseThrow();
        assertEquals(
                426918087667.0 / 258040656071.0,
                walks.huge().cyclesPerInstruction().orElseThrow(),
                1e-9);
        assertEquals(Optional.empty(), walks.base().dataWalksPer1000Instructions());
        assertEquals(
                Optional.of("On base and huge pages: cycles in page walks 3.1 % and 3.1 %; cycles per instruction 1.65"
                        + " and 1.65."),
                walks.text());
    }

    @Test
    void aPerfThatMayNotCountDoesNotMatter() throws Exception {
        String perf = FakePerf.write(folder, "recorded/skylake.csv", "FAKE_PERF_DENIES=1");
        TurnCounters counters = new TurnCounters(
                perf, Optional.of(skylake()), ProcessHandle.current().pid());
        counters.add(PageState.BASE, counted(counters));
        counters.add(PageState.THP, List.of());
        assertEquals(Optional.empty(), counters.walks());
    }

    @Test
    void withoutCountersNothingIsStarted() throws Exception {
        TurnCounters counters = new TurnCounters("/no/such/perf", Optional.empty(), 1);
        assertTrue(counted(counters).isEmpty());
        assertEquals(Optional.empty(), counters.walks());
    }
}
