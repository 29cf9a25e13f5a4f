package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.run.slice.Look;
import io.github.hpjvm.bench.variant.Variant;
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

    /** What was announced is part of the budget. */
    @Test
    void theExpectedTimeOfTheShortForksIsShown() {
        assertEquals("about 1 fork and 3 s", Shown.expects(1, false));
        assertEquals("about 24 forks and 72 s of the budget", Shown.expects(24, true));
    }

    @Test
    void manyCombinationsAreLookedAtOnlyWithinAQuarterOfTheBudget() {
        assertFalse(Shown.isLong(50, Duration.ofMinutes(10)));
        assertTrue(Shown.isLong(51, Duration.ofMinutes(10)));
        List<List<List<String>>> all = List.of(List.of(List.of("a", "b", "c"), List.of("z")), List.of(List.of("d")));
        assertEquals(5, Shown.count(all, Looking.MOST));
        assertEquals(4, Shown.count(all, Shown.FEWEST));
    }

    @Test
    void onlyAnotherCollectorIsLookedAtBesideBaseline() {
        List<Variant> variants = BenchOptions.parse(
                        Map.of("variants", "baseline,thp", "variant", "zgc=-XX:+UseZGC\nx=-Dx=1\ny=env:A=b"),
                        Profile.OWN,
                        7)
                .variants();
        assertEquals(
                List.of("zgc"),
                Shown.ofOtherCollectors(variants, Samples.jvm("21.0.9")).stream()
                        .map(Variant::name)
                        .toList());
    }

    @Test
    void eachBenchmarkHasItsClockWithTheReason() {
        ListedBenchmark runs = benchmark("KnownCost.work", Mode.AverageTime);
        ListedBenchmark waits = benchmark("ByteArrayTouch.touch", Mode.AverageTime);
        ListedBenchmark fixtures = benchmark("ByteArrayTouch.touch", Mode.Throughput);
        ListedBenchmark fails = benchmark("PointerChase.chase", Mode.AverageTime);
        ListedBenchmark beside = benchmark("PointerChase.chase", Mode.Throughput);
        Map<List<Object>, Look> looks = Map.of(
                key(runs), new Look(true, true, false, OptionalDouble.of(1), false, OptionalDouble.of(1)),
                key(waits), new Look(true, true, true, OptionalDouble.of(0.1), true, OptionalDouble.of(1)),
                key(fixtures), new Look(true, true, false, OptionalDouble.empty(), true, OptionalDouble.of(1)),
                key(beside), new Look(true, true, false, OptionalDouble.of(1), true, OptionalDouble.of(1)),
                key(fails), Look.NOTHING);
        List<ListedBenchmark> all = List.of(
                runs,
                waits,
                fixtures,
                fails,
                beside,
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
                        "clock     wall time decides (other threads of the process use CPU time): PointerChase.chase",
                        "clock     wall time decides (mode ss measures elapsed times): KnownCost.work",
                        "clock     wall time decides (mode sample measures elapsed times): KnownCost.work"),
                lines);
        assertEquals(
                List.of("clock     one fork after the other (fixtures of Level.Iteration): ByteArrayTouch.touch"),
                new JarLooks(looks, List.of()).said(all),
                "the user names the clock");
    }
}
