package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.JunitReport;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Checks the contract of results.json: all names and types. */
class ResultsJsonTest {
    private static final Case SMALL = Samples.ofSize(1000);

    @Test
    void theDocumentHasTheFieldsOfTheContract() {
        JsonNode root = parse(Campaigns.quick());
        assertEquals(1, root.get("schemaVersion").asInt());
        assertTrue(root.get("schemaVersion").isInt());
        assertTrue(root.get("host").isObject());
        assertEquals(123456, root.get("seed").asLong());
        assertTrue(root.get("seed").isIntegralNumber());
        assertEquals("quick", root.get("profile").asText());
        assertTrue(root.get("partial").isBoolean());
        assertFalse(root.get("partial").asBoolean());
        for (String list : List.of("runs", "comparisons", "noiseFloor")) {
            assertTrue(root.get(list).isArray(), list);
            assertFalse(root.get(list).isEmpty(), list);
        }
        assertTrue(parse(Campaigns.partial()).get("partial").asBoolean());
    }

    @Test
    void theSchemaDescribesTheDocument() {
        for (Results results : List.of(
                Campaigns.quick(), Campaigns.smoke(), Campaigns.partial(), Campaigns.profiled(), Campaigns.nothing())) {
            PublishedSchema.named("results").assertDescribes(ResultsJson.write(results));
        }
        String quick = ResultsJson.write(Campaigns.quick());
        assertFalse(PublishedSchema.named("results").permits(quick.replace("\"FASTER\"", "\"QUICKER\"")));
    }

    @Test
    void everyRunHasTheFieldsOfTheContract() {
        for (Results results : List.of(
                Campaigns.quick(), Campaigns.smoke(), Campaigns.partial(), Campaigns.profiled(), Campaigns.nothing())) {
            for (JsonNode run : parse(results).get("runs")) {
                text(run, "workload");
                assertTrue(run.get("params").isObject());
                assertTrue(run.get("params").get("size").isTextual(), "a parameter is a text");
                text(run, "variant");
                assertTrue(run.get("round").isInt() && run.get("order").isInt());
                text(run, "status");
                assertTrue(run.get("profiled").isBoolean());
                text(run, "jvm");
                assertTrue(run.get("jvmArgs").isArray());
                assertTrue(run.get("score").isNumber() || run.get("score").isNull());
                assertTrue(run.get("unit").isTextual() || run.get("unit").isNull());
                assertEquals(run.get("score").isNull(), run.get("unit").isNull());
                assertTrue(run.get("iterations").isArray());
                JsonNode evidence = run.get("evidence");
                assertTrue(evidence.get("realised").isBoolean());
                assertTrue(
                        evidence.get("kind").isTextual() || evidence.get("kind").isNull());
                assertTrue(evidence.get("heapBytes").isIntegralNumber());
                assertTrue(evidence.get("hugeBytes").isIntegralNumber());
                assertEquals(
                        evidence.get("realised").asBoolean(),
                        evidence.get("reason").isNull());
                for (String price : List.of("residentBytes", "pageTableBytes", "startMillis")) {
                    JsonNode value = run.get("price").get(price);
                    assertTrue(value.isIntegralNumber() || value.isNull(), price);
                }
                assertTrue(run.get("disturbance").has("stealPercent"));
                assertTrue(run.get("counters").isObject());
                assertTrue(run.has("countersUnavailable"));
            }
        }
    }

    @Test
    void theValuesOfARunAreItsOwn() {
        JsonNode run = parse(Campaigns.smoke()).get("runs").get(1);
        assertEquals("ByteArrayTouch.touch", run.get("workload").asText());
        assertEquals("1000", run.get("params").get("size").asText());
        assertEquals("thp", run.get("variant").asText());
        assertEquals(1, run.get("round").asInt());
        assertEquals(2, run.get("order").asInt());
        assertEquals("OK", run.get("status").asText());
        assertFalse(run.get("profiled").asBoolean());
        assertEquals("21.0.9+10", run.get("jvm").asText());
        assertEquals("-Xmx1g", run.get("jvmArgs").get(0).asText());
        assertEquals(4.542, run.get("score").asDouble());
        assertEquals("ns/op", run.get("unit").asText());
        assertEquals(2, run.get("iterations").size());
        assertEquals("THP", run.get("evidence").get("kind").asText());
        assertEquals(1L << 30, run.get("evidence").get("heapBytes").asLong());
        assertEquals(1022L << 20, run.get("evidence").get("hugeBytes").asLong());
        assertEquals(1120L << 20, run.get("price").get("residentBytes").asLong());
        assertEquals(2448L << 10, run.get("price").get("pageTableBytes").asLong());
        assertEquals(640, run.get("price").get("startMillis").asLong());
        assertEquals(0.1, run.get("disturbance").get("stealPercent").asDouble());
        assertEquals(Campaigns.NO_PMU, run.get("countersUnavailable").asText());
    }

    @Test
    void slicesAreOneListForEachNumber() {
        Timing timing = new Timing(
                Interleave.SLICES,
                -10,
                Optional.empty(),
                OptionalDouble.of(5.5),
                OptionalDouble.of(5.25),
                List.of(
                        new Slice(2, 1000, 5500.4, OptionalDouble.of(5250)),
                        new Slice(3, 1001, 5600, OptionalDouble.empty())));
        JsonNode node = parse(DocumentText.of(TimingDocument.of(timing)));
        assertEquals("SLICES", node.get("interleave").asText());
        assertTrue(node.get("whyForks").isNull());
        assertEquals(5.5, node.get("wallNanosPerOp").asDouble());
        assertEquals(5.25, node.get("cpuNanosPerOp").asDouble());
        assertEquals("[2,3]", node.at("/slices/turn").toString());
        assertEquals("[1000,1001]", node.at("/slices/operations").toString());
        assertEquals("[5500,5600]", node.at("/slices/wallNanos").toString());
        assertEquals("[5250,null]", node.at("/slices/cpuNanos").toString());
        assertEquals(
                "FORKS",
                parse(DocumentText.of(TimingDocument.of(Timing.NONE)))
                        .get("interleave")
                        .asText());
    }

    @Test
    void everyComparisonHasBothClocks() {
        for (JsonNode comparison : parse(Campaigns.quick()).get("comparisons")) {
            assertEquals("WALL", comparison.get("clock").asText(), "these runs have no CPU time");
            assertEquals(comparison.get("ratio"), comparison.at("/wall/ratio"));
            assertEquals(comparison.get("ci95"), comparison.at("/wall/ci95"));
            assertTrue(comparison.at("/cpu/ratio").isNull());
            assertEquals("FORKS", comparison.get("interleave").asText());
        }
    }

    @Test
    void theSecondBaselineIsTheVariantBaselineWithAPrime() {
        assertTrue(StreamSupport.stream(parse(Campaigns.smoke()).get("runs").spliterator(), false)
                .anyMatch(run -> run.get("variant").asText().equals("baseline'")));
    }

    @Test
    void unknownValuesAreNull() {
        JsonNode run = parse(Campaigns.nothing()).get("runs").get(0);
        assertTrue(run.get("score").isNull());
        assertTrue(run.get("unit").isNull());
        assertTrue(run.get("iterations").isEmpty());
        assertTrue(run.get("evidence").get("kind").isNull());
        for (String price : List.of("residentBytes", "pageTableBytes", "startMillis")) {
            assertTrue(run.get("price").get(price).isNull(), price);
        }
        assertTrue(run.get("countersUnavailable").isNull());
        assertEquals("NOT_STARTED", run.get("status").asText());
        JsonNode host = parse(new Results(
                        Campaigns.options(Profile.SMOKE, Map.of()),
                        Samples.unknownHost(),
                        Samples.jvm("8"),
                        List.of(),
                        List.of(run(SMALL, "baseline", 1, 1).noSteal().build()),
                        false,
                        StopReason.ROUNDS,
                        Optional.empty()))
                .get("host");
        for (String fact : List.of("cpu", "memoryBytes", "thp", "hugetlb")) {
            assertTrue(host.has(fact) && host.get(fact).isNull(), fact);
        }
    }

    @Test
    void everyComparisonHasTheFieldsOfTheContract() {
        for (JsonNode comparison : parse(Campaigns.quick()).get("comparisons")) {
            text(comparison, "workload");
            assertTrue(comparison.get("params").isObject());
            text(comparison, "variant");
            assertEquals("baseline", comparison.get("against").asText());
            assertRatio(comparison);
            if (comparison.get("verdict").asText().equals("NOT_REALISED")) {
                assertEquals(0, comparison.get("rounds").asInt());
            }
        }
        for (JsonNode floor : parse(Campaigns.quick()).get("noiseFloor")) {
            text(floor, "workload");
            assertRatio(floor);
            assertFalse(floor.has("verdict"));
        }
    }

    private static void assertRatio(JsonNode node) {
        int rounds = node.get("rounds").asInt();
        assertTrue(node.get("rounds").isInt());
        assertEquals(rounds == 0, node.get("ratio").isNull());
        assertEquals(rounds < 6, node.get("ci95").isNull());
        if (rounds >= 6) {
            assertEquals(2, node.get("ci95").size());
            assertTrue(node.get("ci95").get(0).asDouble() <= node.get("ratio").asDouble());
            assertTrue(node.get("ci95").get(1).asDouble() >= node.get("ratio").asDouble());
        }
    }

    @Test
    void aRunHasTheActivityOfTheHost() {
        JsonNode disturbance = parse(Campaigns.odd("keep")).get("runs").get(8).get("disturbance");
        assertEquals(40, disturbance.get("othersCpuPercent").asDouble());
        assertEquals(2.5, disturbance.get("psiCpuSomePercent").asDouble());
        assertEquals(0, disturbance.get("psiMemorySomePercent").asDouble());
        assertEquals(0.75, disturbance.get("load1").asDouble());
        assertTrue(disturbance.get("cpuMHz").isNull(), "a virtual machine may not tell");
        assertEquals(4321, disturbance.get("freeHugeBlocks").asLong());
        assertEquals(512, disturbance.at("/vmstat/thp_fault_alloc").asLong());
        assertTrue(disturbance.get("disturbed").asBoolean());
        assertEquals("other processes 40.0 %", disturbance.at("/reasons/0").asText());
    }

    @Test
    void theDocumentHasTheRulesOfTheCampaign() {
        JsonNode root = parse(Campaigns.odd("drop"));
        assertEquals("drop", root.at("/rules/disturbed").asText());
        assertEquals(0.02, root.at("/rules/precision").asDouble());
        assertEquals(1200, root.at("/rules/budgetSeconds").asLong());
        assertEquals("BUDGET", root.at("/rules/stopped").asText());
        assertEquals(23, root.at("/comparisons/0/rounds").asInt(), "round 3 is left out");
        assertTrue(parse(Campaigns.quick()).at("/rules/precision").isNull());
        assertEquals("ROUNDS", parse(Campaigns.quick()).at("/rules/stopped").asText());
    }

    @Test
    void everyComparisonHasACrossCheckAndAnInconclusiveOneTheRoundsForAVerdict() {
        for (JsonNode comparison : parse(Campaigns.quick()).get("comparisons")) {
            assertEquals(comparison.get("ci95").isNull(), comparison.get("t95").isNull());
            assertTrue(comparison.get("crossCheckAgrees").isBoolean());
            assertEquals(
                    comparison.get("verdict").asText().equals("INCONCLUSIVE"),
                    comparison.get("moreRounds").isInt());
        }
        assertFalse(parse(Campaigns.odd("keep"))
                .at("/comparisons/0/crossCheckAgrees")
                .asBoolean());
    }

    private static RatioInterval bias(double estimate) {
        return new RatioInterval(Math.min(estimate, 1 / estimate), Math.max(estimate, 1 / estimate));
    }

    @Test
    void everyComparisonHasTheDifferenceThatItsIntervalExcludes() {
        for (JsonNode comparison : parse(Campaigns.quick()).get("comparisons")) {
            if (comparison.get("ci95").isNull()) {
                assertTrue(comparison.get("excludes").isNull(), comparison::toString);
            } else {
                RatioInterval interval = interval(comparison.get("ci95"));
                assertEquals(
                        Math.max(interval.high(), 1 / interval.low()),
                        comparison.get("excludes").asDouble(),
                        1e-12);
            }
        }
    }

    @Test
    void everyComparisonHasTheBiasThatJudgedIt() {
        JsonNode root = parse(Campaigns.quick());
        RatioInterval small = bias(root.at("/noiseFloor/0/ratio").asDouble());
        RatioInterval large = bias(root.at("/noiseFloor/1/ratio").asDouble());
        for (JsonNode comparison : root.get("comparisons")) {
            String size = comparison.at("/params/size").asText();
            assertTrue(comparison.has("judgedBy"));
            assertEquals(
                    comparison.get("ci95").isNull(), comparison.get("judgedBy").isNull(), comparison::toString);
            if (!comparison.get("judgedBy").isNull()) {
                RatioInterval bias = size.equals("1000") ? small : size.equals("100000000") ? large : small.hull(large);
                assertEquals(bias, interval(comparison.get("judgedBy")), size);
                String verdict = comparison.get("verdict").asText();
                boolean apart = interval(comparison.get("ci95")).apartFrom(interval(comparison.get("judgedBy")));
                assertEquals(verdict.equals("FASTER") || verdict.equals("SLOWER"), apart, verdict);
            }
        }
    }

    @Test
    void theDocumentHasTheVersionsOfTheTools() {
        JsonNode tool = parse(Campaigns.quick()).get("tool");
        assertTrue(tool.get("hpBench").asText().matches("\\d+\\.\\d+.*"), tool::toString);
        assertTrue(tool.get("jmh").asText().matches("1\\.\\d+.*"), tool::toString);
        JsonNode own = parse(Campaigns.command()).get("tool");
        assertEquals(tool.get("hpBench"), own.get("hpBench"));
        assertTrue(own.get("jmh").isNull(), "our JMH did not measure it");
    }

    private static RatioInterval interval(JsonNode ends) {
        assertEquals(2, ends.size());
        return new RatioInterval(ends.get(0).asDouble(), ends.get(1).asDouble());
    }

    @Test
    void theDocumentHasWarmUpsAndGates() {
        JsonNode root = parse(Campaigns.odd("keep"));
        assertEquals("STILL_WARMING_UP", root.at("/warmUp/1/state").asText());
        assertEquals("thp", root.at("/warmUp/1/variant").asText());
        assertTrue(root.at("/gates/0/holds").asBoolean());
        assertTrue(root.at("/gates/0/failure").isNull());
        assertEquals("ABOVE", root.at("/gates/1/failure").asText());
        assertEquals("ABOVE", root.at("/gates/2/failure").asText());
        assertEquals("NOTHING_MATCHED", root.at("/gates/3/failure").asText());
        assertTrue(root.at("/gates/2/text").asText().contains("[0.79"), "with the interval");
    }

    @Test
    void aFailedGateIsExitCodeThree() {
        assertEquals(3, Campaigns.odd("keep").exitCode());
        assertEquals(3, Campaigns.odd("keep").failedGates().size());
        assertEquals(0, Campaigns.quick().exitCode());
    }

    @Test
    void aProfiledRunHasItsProfilerAndCounters() {
        JsonNode run = parse(Campaigns.profiled()).get("runs").get(3);
        assertTrue(run.get("profiled").asBoolean());
        assertEquals("perfnorm", run.get("profiler").asText());
        assertEquals(0.98765, run.get("counters").get("dTLB-load-misses").asDouble());
        assertEquals(0.98765, run.get("tlb").get("dataWalksPerOp").asDouble());
        assertTrue(run.get("tlb").get("walkCycleShare").isNull());
        assertTrue(run.get("countersPercentRunning").isEmpty());
    }

    @Test
    void numbersThatAreNotFiniteAreNull() {
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            RunBuilder builder = run(SMALL, "baseline", 1, odd)
                    .iterations(odd, 4.5)
                    .profiler(Profiler.PERFNORM)
                    .counters(Map.of("cycles", odd, "instructions", 1.5));
            String text = ResultsJson.write(of(List.of(builder.build())));
            assertFalse(text.contains("NaN") || text.contains("Infinity"), text);
            JsonNode run = parse(of(List.of(builder.build()))).get("runs").get(0);
            assertTrue(run.get("score").isNull());
            assertTrue(run.get("iterations").get(0).isNull(), "and the others keep their place");
            assertEquals(4.5, run.get("iterations").get(1).asDouble());
            assertEquals(1.5, run.get("counters").get("instructions").asDouble());
        }
    }

    @Test
    void theLocaleChangesNothing() {
        String english = ResultsJson.write(Campaigns.quick());
        Locales.each(() -> assertEquals(english, ResultsJson.write(Campaigns.quick())));
    }

    @Test
    void quotesAndControlCharactersSurvive() {
        List<Run> runs = new ArrayList<>();
        runs.add(run(SMALL, "baseline", 1, 1)
                .failed(RunStatus.CRASHED, "it said \"no\"\n\tand é \\")
                .build());
        assertEquals(
                "it said \"no\"\n\tand é \\",
                parse(of(runs)).get("runs").get(0).get("failure").asText());
    }

    @Test
    void theDocumentEndsInANewline() {
        assertTrue(ResultsJson.write(Campaigns.smoke()).endsWith("}\n"));
    }

    @Test
    void theExitCodeIsOneOnlyIfNoForkSucceeded() {
        assertEquals(1, Campaigns.nothing().exitCode());
        assertEquals(0, Campaigns.partial().exitCode());
        assertEquals(
                0,
                of(List.of(run(SMALL, "hugetlb", 1, 1).notRealised("x", null).build()))
                        .exitCode());
        assertEquals(1, of(List.of()).exitCode());
    }

    private static int exitCodeOfTry(Map<String, String> options, RunBuilder... runs) {
        return ofTry(options, runs).exitCode();
    }

    private static Results ofTry(Map<String, String> options, RunBuilder... runs) {
        return new Results(
                Campaigns.options(Profile.OWN, options),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SMALL),
                Stream.of(runs).map(RunBuilder::build).toList(),
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    /** Two commands of which one has a typo: the campaign has compared nothing. */
    @Test
    void aProgramThatFailsInAllRunsOfAVariantIsExitCodeOne() {
        RunBuilder baseline = run(SMALL, "baseline", 1, 5).unit("s");
        RunBuilder good = run(SMALL, "thp", 1, 5).unit("s");
        RunBuilder crashed = run(SMALL, "thp", 2, 5).failed(RunStatus.CRASHED, "exit code 1; no output");
        assertEquals(0, exitCodeOfTry(Map.of(), baseline, good));
        assertEquals(1, exitCodeOfTry(Map.of(), baseline, crashed));
        assertEquals(0, exitCodeOfTry(Map.of(), baseline, good, crashed), "it succeeded once");
        assertEquals(3, exitCodeOfTry(Map.of("gate", ".*:thp<=1"), baseline, crashed), "a gate is first");
        assertEquals(
                1, exitCodeOfTry(Map.of(), good, run(SMALL, "baseline", 1, 1).failed(RunStatus.TIMED_OUT, "killed")));
        Map<String, String> own = Map.of("variant", "x=-XX:+UseFoo");
        Variant x = Campaigns.options(Profile.OWN, own).variants().get(1);
        assertEquals(
                1,
                exitCodeOfTry(
                        own, baseline, run(SMALL, x, 1, 1).failed(RunStatus.NOT_STARTED, "exit code 1: Unrecognized")));
    }

    /** A flag that the JVM does not know has nothing to do with the pages. */
    @Test
    void aVariantWithHugePagesAndAWrongFlagIsAnError() throws Exception {
        RunBuilder baseline = run(SMALL, "baseline", 1, 5).unit("s");
        for (String pages : List.of("UseTransparentHugePages", "UseLargePages")) {
            Map<String, String> own = Map.of("variant", "x=-XX:+" + pages + " -XX:+UseFoo");
            Variant x = Campaigns.options(Profile.OWN, own).variants().get(1);
            for (String why : List.of(
                    "Unrecognized VM option 'UseFoo'",
                    "Error: VM option 'UseFoo' is experimental",
                    "Error occurred during initialization of VM: Initial heap size set to a larger value than the maximum",
                    "Error: Could not create the Java Virtual Machine: MinHeapFreeRatio (50) must be less")) {
                RunBuilder refused = run(SMALL, x, 1, 1).failed(RunStatus.NOT_STARTED, "exit code 1: " + why);
                assertEquals(1, exitCodeOfTry(own, baseline, refused), pages);
                String junit = JunitReport.write(ofTry(own, baseline, refused));
                assertTrue(junit.contains("errors=\"1\" skipped=\"0\""), junit);
            }
        }
        Map<String, String> thp = Map.of("variant", "x=-XX:+UseTransparentHugePages");
        Variant x = Campaigns.options(Profile.OWN, thp).variants().get(1);
        assertEquals(
                0,
                exitCodeOfTry(
                        thp,
                        baseline,
                        run(SMALL, x, 1, 1).failed(RunStatus.NOT_STARTED, "exit code 1: Error occurred")),
                "ZGC needs huge pages of shared memory");
    }

    /** An empty pool, ZGC on a small pool, and Ctrl-C. */
    @Test
    void aVariantWithoutItsPagesIsNoError() {
        RunBuilder baseline = run(SMALL, "baseline", 1, 5).unit("s");
        assertEquals(
                0,
                exitCodeOfTry(
                        Map.of(), baseline, run(SMALL, "hugetlb", 1, 5).notForked("the pool has 0 pages", "sysctl")));
        assertEquals(
                0,
                exitCodeOfTry(
                        Map.of(),
                        baseline,
                        run(SMALL, "hugetlb", 1, 5).failed(RunStatus.NOT_STARTED, "exit code 1: Failed to commit")));
        assertEquals(
                0, exitCodeOfTry(Map.of(), baseline, run(SMALL, "hugetlb", 1, 5).notRealised("BASE", null)));
        assertEquals(
                0, exitCodeOfTry(Map.of(), baseline, run(SMALL, "thp", 1, 5).failed(RunStatus.INTERRUPTED, "stopped")));
    }

    private static Results of(List<Run> runs) {
        return new Results(
                Campaigns.options(Profile.SMOKE, Map.of()),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SMALL),
                runs,
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    private static void text(JsonNode node, String name) {
        assertTrue(node.has(name) && node.get(name).isTextual(), name);
    }

    private static JsonNode parse(Results results) {
        return parse(ResultsJson.write(results));
    }

    private static JsonNode parse(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + e.getMessage(), e);
        }
    }
}
