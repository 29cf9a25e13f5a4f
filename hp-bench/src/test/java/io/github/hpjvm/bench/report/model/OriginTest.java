package io.github.hpjvm.bench.report.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.QuotedWords;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.Campaigns;
import java.util.HashMap;
import java.util.List;
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
        given.put("timeout", "40m");
        assertEquals(
                "hp-cli try --variants baseline,thp,hugetlb --rounds 6 --seed 7 --disturbed drop --better higher"
                        + " --load 'wrk '\\''http://localhost/'\\''' --metric '([0-9.]+) ops/s'"
                        + " --metric 'latency ([0-9.]+)' --override --repeat-load 3 --until 'Started in' --timeout 40m"
                        + " -- java -jar load.jar",
                Origin.command(Campaigns.rate(given)));
    }

    @Test
    void theCommandHasTheOptionsOfWorkloads() {
        String command = command(parse("--profile quick --jvm /opt/jdk --profilers perfnorm --check-alone true"));
        assertTrue(command.endsWith(" --jvm /opt/jdk --profilers perfnorm --check-alone"), command);
        assertFalse(command(parse("--profile quick --check-alone false")).contains("check-alone"));
    }

    private static Results ofJar(Map<String, String> more, List<Run> runs) {
        Map<String, String> given = new HashMap<>(more);
        given.putAll(Map.of("jar", "my jars/a.jar", "seed", "7", "variant", "x=-Xmx1g"));
        Results some = Campaigns.ofCommand(Map.of(), 1);
        return Campaigns.of(Campaigns.options(Profile.OWN, given), some.cases(), runs);
    }

    /** Without them, the command would measure other benchmarks for another time, and no gate would fail. */
    @Test
    void theCommandHasTheWordsForJmhAndTheGates() {
        String words = QuotedWords.joined(List.of("Map.*get", "it's", "-p", "size=1", "-jvmArgs", "-Xms1g -Xmx1g"));
        Results results =
                ofJar(Map.of("jmh", words, "gate", ".*:x<=1.03", "override", "true", "timeout", "1h"), List.of());
        assertEquals(
                "hp-cli bench run --jar 'my jars/a.jar' --variant x=-Xmx1g --rounds 6 --seed 7 --gate '.*:x<=1.03'"
                        + " --override --timeout 1h 'Map.*get' 'it'\\''s' -- -p size=1 -jvmArgs '-Xms1g -Xmx1g'",
                Origin.command(results));
        assertFalse(Findings.ofCommand(results), "no run, no option of try");
    }

    @Test
    void theCommandOfAContinuedCampaignHasAllItsRounds() {
        Map<String, String> given = Map.of("jmh", "", "rounds", "1", "continue", "folder");
        List<Run> runs = Campaigns.ofCommand(Map.of(), 1).runs();
        assertTrue(Origin.command(ofJar(given, runs)).contains(" --rounds 6 "));
        assertTrue(Origin.command(ofJar(Map.of("jmh", "", "rounds", "1"), runs)).contains(" --rounds 1 "));
        List<Run> later = runs.stream()
                .map(run -> RunBuilder.run(
                                run.job().subject(),
                                run.job().variant(),
                                run.job().round() * 7,
                                run.score().orElseThrow())
                        .build())
                .toList();
        assertTrue(
                Origin.command(ofJar(given, later)).contains(" --rounds 6 "), "the rounds between are of other cases");
    }
}
