package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.run.slice.Look;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class JarLooksTest {
    private static ListedBenchmark benchmark(String name, Mode mode) {
        return new ListedBenchmark(JarSlicesTest.entry(name).cloneWith(mode), Map.of());
    }

    private static List<Object> key(ListedBenchmark one) {
        return List.of(one.entry().getUsername(), one.entry().getMode());
    }

    @Test
    void theTimeOfTheShortForksIsShown() {
        assertEquals("looked    1 short fork took 2.0 s", JarLooks.took(1, Duration.ofSeconds(2), false));
        assertEquals(
                "looked    400 short forks took 200.0 s, which the budget includes",
                JarLooks.took(400, Duration.ofSeconds(200), true));
    }

    @Test
    void eachBenchmarkHasItsClockWithTheReason() {
        ListedBenchmark runs = benchmark("KnownCost.work", Mode.AverageTime);
        ListedBenchmark waits = benchmark("ByteArrayTouch.touch", Mode.AverageTime);
        ListedBenchmark fixtures = benchmark("ByteArrayTouch.touch", Mode.Throughput);
        ListedBenchmark fails = benchmark("PointerChase.chase", Mode.AverageTime);
        Map<List<Object>, Look> looks = Map.of(
                key(runs), new Look(true, true, false, OptionalDouble.of(1), OptionalDouble.of(1)),
                key(waits), new Look(true, true, true, OptionalDouble.of(0.1), OptionalDouble.of(1)),
                key(fixtures), new Look(true, true, false, OptionalDouble.empty(), OptionalDouble.of(1)),
                key(fails), Look.NOTHING);
        List<ListedBenchmark> all = List.of(
                runs,
                waits,
                fixtures,
                fails,
                benchmark("KnownCost.work", Mode.SingleShotTime),
                benchmark("KnownCost.work", Mode.SampleTime));
        List<String> lines = JarLooks.clocks(all, looks, Optional.empty());
        assertEquals(
                List.of(
                        "clock     CPU time decides (one thread, which does not wait): KnownCost.work",
                        "clock     wall time decides (several threads, or one that waits): ByteArrayTouch.touch",
                        "clock     wall time decides (its CPU time is unknown, or has that of fixtures, which JMH does not"
                                + " measure): ByteArrayTouch.touch",
                        "clock     wall time decides (its short forks failed, so whether it waits is unknown): PointerChase.chase",
                        "clock     wall time decides (mode ss measures elapsed times): KnownCost.work",
                        "clock     wall time decides (mode sample measures elapsed times): KnownCost.work"),
                lines);
        assertEquals(
                List.of("clock     one fork after the other (fixtures of Level.Iteration): ByteArrayTouch.touch"),
                new JarLooks(looks, List.of()).said(all),
                "the user names the clock");
    }
}
