package io.github.hpjvm.bench.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Row;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResults.SavedRun;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.bench.report.json.SavedResultsJson;
import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsDifferenceTest {
    private static final double[] NOISE = {1.001, 0.998, 1.003, 0.999, 1.004, 0.997, 1.002, 1.0};

    /** Results of a machine with a relative cost, on which thp has a ratio to baseline. */
    private static SavedResults file(String name, double slow, double thp, int rounds, String unit) {
        List<SavedRun> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            double hour = slow * NOISE[round % 8];
            add(runs, "1000", "baseline", round, 10 * hour, unit);
            add(runs, "1000", "thp", round, 10 * hour * thp * NOISE[(round + 3) % 8], unit);
        }
        return results(name, Map.of("kernel", name + " kernel", "cpu", "same"), runs);
    }

    private static SavedResults results(String name, Map<String, String> setting, List<SavedRun> runs) {
        return new SavedResults(name, setting, OptionalDouble.empty(), 0, runs);
    }

    private static void add(List<SavedRun> runs, String size, String variant, int round, double score, String unit) {
        runs.add(new SavedRun(
                new Side("Work.on", Map.of("size", size), variant), round, score, unit, unit.startsWith("ops/")));
    }

    private static Row row(ResultsDifference difference, String variant) {
        return difference.rows().stream()
                .filter(row -> row.side().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rejectsMoreRoundsThanACampaignCanHave() {
        SavedResults few = file("few.json", 1, 1, 8, "ns/op");
        SavedResults many = file("many.json", 1, 1, 1001, "ns/op");
        String said = assertThrows(UsageException.class, () -> ResultsDifference.of(few, many))
                .getMessage();
        assertEquals("Work.on size=1000 baseline has 1001 rounds in many.json; at most 1000 can be compared", said);
    }

    /** The same numbers, first taken for costs and then for rates. */
    @Test
    void rejectsAMetricWhoseOtherDirectionIsBetter() {
        SavedResults costs = file("costs.json", 1, 1, 8, "tps");
        List<SavedRun> rates = costs.runs().stream()
                .map(run -> new SavedRun(run.side(), run.round(), run.score(), run.unit(), true))
                .toList();
        String said = assertThrows(
                        UsageException.class, () -> ResultsDifference.of(costs, results("rates.json", Map.of(), rates)))
                .getMessage();
        assertEquals(
                "Work.on size=1000 baseline cannot be compared: more tps is better in rates.json, and worse in costs.json",
                said);
    }

    @Test
    @Timeout(20)
    void comparesTheCasesOfAFileOfOneMegabyte() {
        List<SavedRun> runs = new ArrayList<>();
        for (int size = 0; size < 20_000; size++) {
            add(runs, Integer.toString(size), "baseline", 1, 10, "ns/op");
        }
        for (int round = 1; round <= 8; round++) {
            add(runs, "more", "baseline", round, 10, "ns/op");
        }
        SavedResults many = results("many.json", Map.of(), runs);
        assertEquals(20_001, ResultsDifference.of(many, many).rows().size());
    }

    @Test
    void aSlowerMachineShowsInTheCostAndCancelsInTheRatioToBaseline() {
        ResultsDifference difference =
                ResultsDifference.of(file("a", 1, 0.9, 6, "ns/op"), file("b", 1.5, 0.9, 7, "ns/op"));
        Row thp = row(difference, "thp");
        assertEquals(1.5, thp.cost().ratio(), 0.02);
        assertEquals(1, thp.relative().orElseThrow().ratio(), 0.01);
        assertTrue(thp.relative().orElseThrow().ci95().orElseThrow().contains(1));
        assertFalse(thp.cost().ci95().orElseThrow().contains(1));
        assertEquals(6, thp.cost().roundsBefore());
        assertEquals(7, thp.cost().roundsAfter());
        assertEquals(Optional.empty(), row(difference, "baseline").relative(), "baseline to itself says nothing");
    }

    @Test
    void aLargerGainShowsInTheRatioToBaseline() {
        Row thp = row(ResultsDifference.of(file("a", 1, 0.9, 6, "ns/op"), file("b", 3, 0.6, 6, "ns/op")), "thp");
        assertEquals(0.6 / 0.9, thp.relative().orElseThrow().ratio(), 0.01);
        assertTrue(thp.relative().orElseThrow().ci95().orElseThrow().high() < 1);
    }

    /** The load takes caches and memory bandwidth, which changes the gain of THP itself: the ratio to baseline keeps that. */
    @ParameterizedTest
    @CsvSource({"1, 57, true", "57, 1, true", "1, 2, false", "0.4, 2.5, true", "20, 24, false", "20, 30, true"})
    void anotherLoadIsNamed(double before, double after, boolean named) throws JsonProcessingException {
        SavedResults same = file("a", 1, 0.9, 6, "ns/op");
        ResultsDifference difference = ResultsDifference.of(
                new SavedResults("a", same.setting(), OptionalDouble.of(before), 0, same.runs()),
                new SavedResults("b", same.setting(), OptionalDouble.of(after), 5, same.runs()));
        JsonNode load =
                new ObjectMapper().readTree(DifferenceJson.write(difference)).get("load");
        assertEquals(before, load.get("a").asDouble());
        assertEquals(after, load.get("b").asDouble());
        assertEquals(named, load.get("differs").asBoolean());
        String text = DifferenceText.write(difference, false);
        String words = text.replaceAll("\\s+", " ");
        assertEquals(
                named,
                words.contains(String.format(
                        Locale.ROOT,
                        "The load differs (load average %.0f in A, %.0f in B): the size of an effect depends on it, also in"
                                + " 'to baseline'.",
                        before,
                        after)),
                text);
        assertTrue(words.contains("What changes the size of an effect remains, such as load"), text);
        assertTrue(words.contains("Left out: 5 runs of B with a result of 0 or less, which has no ratio."), text);
        assertFalse(words.contains("runs of A"), text);
    }

    @Test
    void anUnknownLoadIsNotCompared() throws JsonProcessingException {
        SavedResults same = file("a", 1, 0.9, 6, "ns/op");
        SavedResults other = new SavedResults("b", same.setting(), OptionalDouble.of(57), 0, same.runs());
        JsonNode load = new ObjectMapper()
                .readTree(DifferenceJson.write(ResultsDifference.of(same, other)))
                .get("load");
        assertTrue(load.get("a").isNull()
                && load.get("b").asDouble() == 57
                && !load.get("differs").asBoolean());
        assertFalse(
                DifferenceText.write(ResultsDifference.of(same, other), false).contains("The load differs"));
    }

    /** Only the table may be wider than a page. On a terminal it is folded. */
    @Test
    void sentencesFitOnAPage() {
        SavedResults quick = SavedResultsJson.read("a", ResultsJson.write(Campaigns.quick()));
        SavedResults without = results(
                "b",
                quick.setting(),
                quick.runs().stream()
                        .filter(run -> !run.side().variant().equals("baseline"))
                        .toList());
        String text = DifferenceText.write(ResultsDifference.of(quick, without), false);
        assertEquals(
                List.of(),
                text.lines()
                        .filter(line -> line.length() > 80 && !line.startsWith("  ByteArrayTouch.touch size"))
                        .filter(line -> !line.strip().startsWith("variant "))
                        .toList());
    }

    @Test
    void withThroughputMoreIsBetterAndTheRatioIsStillCost() {
        Row thp = row(ResultsDifference.of(file("a", 1, 1, 6, "ops/s"), file("b", 2, 1, 6, "ops/s")), "thp");
        assertEquals(0.5, thp.cost().ratio(), 0.01);
    }

    @Test
    void listsOnlyDifferingSettings() {
        ResultsDifference difference = ResultsDifference.of(file("a", 1, 1, 6, "ns/op"), file("b", 1, 1, 6, "ns/op"));
        assertEquals(
                List.of(new ResultsDifference.Setting("kernel", Optional.of("a kernel"), Optional.of("b kernel"))),
                difference.settings());
    }

    @Test
    void throughputAndAverageTimeAreNotCompared() {
        String message = assertThrows(
                        UsageException.class,
                        () -> ResultsDifference.of(file("a", 1, 1, 6, "ns/op"), file("b", 1, 1, 6, "ops/s")))
                .getMessage();
        assertTrue(message.contains("ns/op in a") && message.contains("ops/s in b"), message);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 11", "11, 2", "3, 9"})
    void twoOrThreeRoundsAreTooFew(int before, int after) {
        String message = assertThrows(
                        UsageException.class,
                        () -> ResultsDifference.of(file("a", 1, 1, before, "ns/op"), file("b", 1, 1, after, "ns/op")))
                .getMessage();
        assertTrue(message.contains(before + " rounds in a and " + after + " in b"), message);
        assertTrue(message.contains("an interval needs 4 of each"), message);
    }

    @Test
    void rejectsFilesWithoutACommonCase() {
        SavedResults other = results(
                "b", Map.of(), List.of(new SavedRun(new Side("Other.work", Map.of(), "thp"), 1, 5, "ns/op", false)));
        assertTrue(assertThrows(UsageException.class, () -> ResultsDifference.of(file("a", 1, 1, 6, "ns/op"), other))
                .getMessage()
                .contains("no case and variant in common"));
    }

    @Test
    void longListsShowOnlyTheirDifference() {
        String many = "-XX:+UseG1GC -XX:+AlwaysPreTouch -Xms1g -Xmx1g -XX:-UseLargePages";
        SavedResults before = file("a", 1, 1, 6, "ns/op");
        SavedResults first = results("a", Map.of("arguments of thp", many + " -Xbatch"), before.runs());
        SavedResults second = results("b", Map.of("arguments of thp", many), before.runs());
        String text = DifferenceText.write(ResultsDifference.of(first, second), false);
        assertTrue(text.contains("  arguments of thp\n    only in A  -Xbatch\n    only in B  -\n"), text);
        assertTrue(text.lines().noneMatch(line -> line.contains("UseG1GC")), text);
    }

    @Test
    void longNamesAreComplete() {
        SavedResults runs = file("a", 1, 1, 6, "ns/op");
        SavedResults first =
                results("a", Map.of("cpu", "Processor of the First Kind, 64 Cores, at 2.4 GHz"), runs.runs());
        SavedResults second =
                results("b", Map.of("cpu", "Processor of the Second Kind, 64 Cores, at 2.4 GHz"), runs.runs());
        String text = DifferenceText.write(ResultsDifference.of(first, second), false);
        assertTrue(text.contains("  cpu\n    A  Processor of the First Kind, 64 Cores, at 2.4 GHz\n"), text);
    }

    @Test
    void listsWhatOnlyOneFileHasInFewLines() {
        SavedResults both = file("a", 1, 1, 6, "ns/op");
        List<SavedRun> more = new ArrayList<>(both.runs());
        for (String workload : List.of("Other.work", "Third.work")) {
            for (String variant : List.of("baseline", "thp")) {
                more.add(new SavedRun(new Side(workload, Map.of("size", "1"), variant), 1, 5, "ns/op", false));
            }
        }
        for (String variant : List.of("baseline", "thp")) {
            more.add(new SavedRun(new Side("Work.on", Map.of("size", "5"), variant), 1, 5, "ns/op", false));
        }
        SavedResults many = results("b", both.setting(), more);
        assertEquals(
                List.of("only in b: Other.work, Third.work", "only in b: Work.on size=5 baseline, thp"),
                ResultsDifference.of(both, many).onlyIn());
    }

    @Test
    void withoutABaselineThereIsOnlyARatioOfCosts() {
        SavedResults whole = file("a", 1, 0.9, 6, "ns/op");
        SavedResults without = results(
                "b",
                whole.setting(),
                whole.runs().stream()
                        .filter(run -> run.side().variant().equals("thp"))
                        .toList());
        ResultsDifference difference = ResultsDifference.of(whole, without);
        assertEquals(List.of("only in a: Work.on size=1000 baseline"), difference.onlyIn());
        assertEquals(Optional.empty(), row(difference, "thp").relative());
        assertTrue(DifferenceText.write(difference, false).contains("without baseline in A or in B"));
    }

    @Test
    void aMissingBaselineIsOneLineForAllRows() {
        SavedResults quick = SavedResultsJson.read("a", ResultsJson.write(Campaigns.quick()));
        SavedResults without = results(
                "b",
                quick.setting(),
                quick.runs().stream()
                        .filter(run -> !run.side().variant().equals("baseline"))
                        .toList());
        String text = DifferenceText.write(ResultsDifference.of(quick, without), false);
        assertEquals(
                1,
                text.lines()
                        .filter(line -> line.contains("without baseline in A or in B"))
                        .count(),
                text);
        assertTrue(text.contains("without baseline in A or in B: thp, hugetlb (9 lines)"), text);
    }

    @Test
    void theTextEqualsTheGoldenFile() {
        ResultsDifference difference = ResultsDifference.of(
                SavedResultsJson.read("monday.json", ResultsJson.write(Campaigns.quick())),
                SavedResultsJson.read(
                        "friday.json",
                        ResultsJson.write(Campaigns.quick())
                                .replace("6.1.0-test", "6.12.0-test")
                                .replaceFirst("\"enabled\" : \"madvise\"", "\"enabled\" : \"always\"")));
        String text = DifferenceText.write(difference, false);
        Golden.check("difference.txt", text);
        assertEquals(text, DifferenceText.write(difference, true).replaceAll("\033\\[\\d+m", ""));
        Locales.each(() -> assertEquals(text, DifferenceText.write(difference, false)));
    }

    @Test
    void theJsonHasBothRatiosOrNull() throws JsonProcessingException {
        ResultsDifference difference =
                ResultsDifference.of(file("a", 1, 0.9, 6, "ns/op"), file("b", 2, 0.9, 6, "ns/op"));
        JsonNode root = new ObjectMapper().readTree(DifferenceJson.write(difference));
        assertEquals(1, root.get("schemaVersion").asInt());
        assertEquals("kernel", root.at("/differs/0/what").asText());
        assertEquals(2, root.get("comparisons").size());
        for (JsonNode comparison : root.get("comparisons")) {
            assertEquals(2, comparison.at("/costRatio/ci95").size());
            assertEquals(6, comparison.at("/costRatio/roundsA").asInt());
            assertEquals(
                    comparison.get("variant").asText().equals("baseline"),
                    comparison.get("ratioOfRatios").isNull());
        }
    }
}
