package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhForkTest {
    private static final PerfSetup NO_PERF =
            new PerfSetup(Optional.empty(), PerfEvents.parse(""), Optional.empty(), Optional.of("no perf"));
    private static final JmhFork FORK =
            new JmhFork(Samples.jvm("17.0.15"), Profile.QUICK, NO_PERF, 1, false, Path.of("forks"));

    private static List<String> arguments(String workload, String variant) {
        Workload found = WorkloadsTest.workload(workload);
        Job job = new Job(2, 3, new Case(found, Map.of()), Samples.variant(variant), Optional.empty());
        return FORK.arguments(job);
    }

    @Test
    void theVariantsArgumentsFollowThoseOfTheWorkload() {
        List<String> arguments = arguments("ByteArrayTouch.touch", "thp");
        assertEquals(
                List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch", "-Xbatch"), arguments.subList(0, 5));
        assertTrue(arguments.indexOf("-XX:+UseTransparentHugePages") >= 5, arguments::toString);
        assertEquals("-XX:ErrorFile=forks/hs_err_2-3_%p.log", arguments.get(arguments.size() - 1));
    }

    /** Only a cost that excludes waiting and compilation permits a fork to wait for the compiler. */
    @ParameterizedTest
    @CsvSource({
        "ByteArrayTouch.touch, true",
        "KnownCost.work, true",
        "CodeFootprint.call, true",
        "ObjectChurn.g1, false",
        "TpcB.transaction, false",
        "TcpService.load, false",
        "FirstTouch.start, false"
    })
    void onlyTheCpuTimeOfMeasuringThreadsPermitsWaitingForTheCompiler(String workload, boolean waits) {
        List<String> arguments = arguments(workload, "baseline");
        assertEquals(waits ? 1 : 0, Collections.frequency(arguments, "-Xbatch"), arguments::toString);
    }

    @Test
    void aForkWithoutTurnsHasTheIterationsOfItsProfile() {
        assertEquals(Duration.ofMillis(225 + 800), JmhFork.alone(Profile.QUICK, false));
        assertEquals(Duration.ofMillis(225 + 1500), JmhFork.alone(Profile.QUICK, true));
    }

    /** Three long turns of 1.2 s, which forks do not share, also where they share the CPU in the others. */
    @ParameterizedTest
    @CsvSource({
        "ByteArrayTouch.touch, 1000, 3600",
        "ByteArrayTouch.touch, 1000000000, 3600",
        "ObjectChurn.g1, 3000000, 0"
    })
    void theExpectedTimeContainsLongTurns(String workload, String size, long millis) {
        Workload found = WorkloadsTest.workload(workload);
        Map<String, String> params = Map.of(found.params().keySet().iterator().next(), size);
        List<Case> cases = List.of(new Case(found, params));
        Duration without = JmhFork.expected(Profile.QUICK, cases, 3, false);
        Duration more = JmhFork.expected(Profile.QUICK, cases, 3, true).minus(without);
        assertEquals(millis, more.toMillis(), 0.1 * millis);
    }
}
