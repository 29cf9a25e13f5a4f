package io.github.hpjvm.bench.report.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.Campaigns;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTest {
    private static BenchOptions parse(String words) {
        Map<String, String> given = new HashMap<>();
        String[] split = words.split(" ");
        for (int i = 0; i + 1 < split.length; i += 2) {
            given.put(split[i].substring(2), split[i + 1]);
        }
        return BenchOptions.parse(given, Profile.QUICK, 5);
    }

    private static String command(BenchOptions options) {
        Results some = Campaigns.quick();
        return Origin.command(new Results(
                options,
                some.host(),
                some.jvm(),
                some.cases(),
                some.runs(),
                false,
                some.stopped(),
                some.countersUnavailable()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--profile quick",
                "--profile quick --rounds 9",
                "--profile full",
                "--profile quick --precision 1.5%",
                "--profile quick --budget 90s --rounds 3"
            })
    void theCommandMeasuresTheSameNumberOfRounds(String words) {
        BenchOptions options = parse(words);
        String command = command(options);
        BenchOptions again = parse(command.replace("hp-cli bench run ", ""));
        assertEquals(options.rounds(), again.rounds(), command);
        assertEquals(options.untilPrecise(), again.untilPrecise(), command);
        assertEquals(options.seed(), again.seed(), command);
    }

    @Test
    void theUsualBudgetNeedsNoOption() {
        assertFalse(command(parse("--profile quick")).contains("--rounds"));
    }

    /** Without them, the command would wait for the end of a server, and compare wall time. */
    @Test
    void theCommandHasTheOptionsOfTry() {
        Map<String, String> given = new HashMap<>(Map.of("until", "Started in", "load", "wrk 'http://localhost/'"));
        given.putAll(Map.of("repeat-load", "3", "override", "true", "disturbed", "drop", "seed", "7"));
        assertEquals(
                "hp-cli try --variants baseline,thp,hugetlb --rounds 6 --seed 7 --disturbed drop --better higher"
                        + " --load 'wrk '\\''http://localhost/'\\''' --metric '([0-9.]+) ops/s'"
                        + " --metric 'latency ([0-9.]+)' --override --repeat-load 3 --until 'Started in'"
                        + " -- java -jar load.jar",
                Origin.command(Campaigns.rate(given)));
    }

    @Test
    void theCommandHasTheOptionsOfWorkloads() {
        String command = command(parse("--profile quick --jvm /opt/jdk --profilers perfnorm --check-alone true"));
        assertTrue(command.endsWith(" --jvm /opt/jdk --profilers perfnorm --check-alone"), command);
        assertFalse(command(parse("--profile quick --check-alone false")).contains("check-alone"));
    }
}
