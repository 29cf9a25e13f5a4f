package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The results that a pipeline uses: gates and their exit code, a precision within a budget, two files side by side. */
class DecisionIT {
    /** Half as much work again: however noisy the machine, no interval of it is completely below baseline's. */
    private static final String DEARER = "extra50";

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private static Path folder;

    private static Path gated;
    private static Program.Ended ended;

    @BeforeAll
    static void sixRoundsWithAGateThatCannotHoldAndOneThatMust() {
        gated = folder.resolve("gated");
        ended = campaign(
                gated, "--variants", DEARER, "--rounds", "6", "--gate", "KnownCost:extra50<=1;KnownCost:extra50<=1000");
    }

    /** Runs a campaign with so small a heap that a fork takes less than a second. */
    private static Program.Ended campaign(Path out, String... options) {
        return Cli.with("bench", "run", "--profile", "smoke", "--workloads", "KnownCost", "-o", out)
                .with((Object[]) options)
                .setAll(HOST.handOver())
                .run();
    }

    private static Program.Ended compare(Object... arguments) {
        return Cli.with("bench", "compare").with(arguments).run();
    }

    private static Path file(Path campaign) {
        return campaign.resolve("results.json");
    }

    @Test
    void failedGateIsExitCode3WithItsInterval() throws IOException {
        assertEquals(3, ended.exitCode(), ended.err());
        Results results = Results.in(gated);
        JsonNode comparison = results.comparison(DEARER);
        String interval = String.format(
                Locale.ROOT,
                "95 %% interval [%.3f, %.3f]",
                comparison.at("/ci95/0").asDouble(),
                comparison.at("/ci95/1").asDouble());
        List<String> failed = ended.errLines().stream()
                .filter(line -> line.contains(" failed: "))
                .toList();
        assertEquals(1, failed.size(), ended.err());
        assertTrue(failed.get(0).startsWith("hp-cli bench run: gate KnownCost:extra50<=1 failed: "), failed::toString);
        assertTrue(failed.get(0).contains(interval), () -> interval + " in " + failed);
        JsonNode gates = results.root().get("gates");
        assertFalse(gates.get(0).get("holds").asBoolean());
        assertEquals("ABOVE", gates.get(0).get("failure").asText());
        assertTrue(gates.get(1).get("holds").asBoolean(), gates::toString);
        String report = Files.readString(gated.resolve("report.txt"));
        assertTrue(report.contains("gate KnownCost:extra50<=1000 holds: "), report);
        assertTrue(ended.out().contains("gate KnownCost:extra50<=1 failed: "), ended.out());
        assertEquals(
                comparison.at("/ci95/0").asDouble()
                        > comparison.at("/judgedBy/1").asDouble(),
                comparison.get("verdict").asText().equals("SLOWER"),
                comparison::toString);
    }

    @Test
    @Tag("slow")
    void comparesTwoCampaignsAsTextAndJson() {
        Path other = folder.resolve("other");
        assertEquals(
                0, campaign(other, "--variants", "baseline", "--rounds", "4").exitCode());
        Program.Ended text = compare(file(gated), file(other));
        assertEquals(0, text.exitCode(), text.err());
        assertEquals("", text.err());
        assertTrue(text.out().contains("Differences"), text.out());
        assertTrue(text.out().lines().anyMatch(line -> line.matches(" +seed +\\d+ +\\d+ *")), text.out());
        assertTrue(
                text.out()
                        .replaceAll("\\s+", " ")
                        .contains("only in " + file(gated) + ": KnownCost.work tokens=2000 " + DEARER),
                text.out());
        assertTrue(
                text.out()
                        .lines()
                        .anyMatch(line -> line.matches(
                                " +KnownCost.work tokens=2000 +baseline +6\\+4 +\\d+(\\.\\d+)? +\\[.+, .+\\] .*")),
                text.out());

        Program.Ended json = compare("--format", "json", file(gated), file(other));
        assertEquals(0, json.exitCode(), json.err());
        JsonNode root = Results.parse(json.out()).root();
        assertEquals(1, root.get("schemaVersion").asInt());
        assertEquals(2, root.get("comparisons").size(), "baseline and its twin");
        for (JsonNode one : root.get("comparisons")) {
            assertEquals(6, one.at("/costRatio/roundsA").asInt());
            assertEquals(4, one.at("/costRatio/roundsB").asInt());
            assertEquals(2, one.at("/costRatio/ci95").size());
        }
    }

    @Test
    void shortBudgetLeavesOneRoundWithoutComparison() throws IOException {
        Path cut = folder.resolve("cut");
        Program.Ended brief = campaign(cut, "--variants", "baseline", "--precision", "1%", "--budget", "1s");
        assertEquals(0, brief.exitCode(), brief.err());
        assertEquals("BUDGET", Results.in(cut).root().at("/rules/stopped").asText());
        assertEquals(1, Results.in(cut).runs("baseline").size());
        assertTrue(
                Files.readString(cut.resolve("report.txt")).contains("the budget of 1 s was used up before all"),
                brief.out());
        Program.Ended refused = compare(file(gated), file(cut));
        assertEquals(2, refused.exitCode());
        assertEquals("", refused.out());
        assertEquals(1, refused.err().lines().count(), refused.err());
        assertTrue(refused.err().contains("too few rounds to compare: "), refused.err());
        assertTrue(refused.err().contains("6 rounds in "), refused.err());
    }

    /** Takes longer than CI may: one precision that most hosts reach, one that they hardly do. */
    @ParameterizedTest
    @CsvSource({"30 %, 60s", "1 %, 30s"})
    void addsRoundsUntilPrecisionOrBudget(String precision, String budget) throws IOException {
        Needs.lab();
        Path out = folder.resolve("within " + precision);
        Program.Ended one =
                campaign(out, "--variants", DEARER, "--precision", precision, "--budget", budget, "--rounds", "2");
        assertEquals(0, one.exitCode(), one.err());
        Results results = Results.in(out);
        assertFalse(results.partial());
        String stopped = results.root().at("/rules/stopped").asText();
        assertTrue(List.of("PRECISION", "BUDGET").contains(stopped), stopped);
        boolean reached = stopped.equals("PRECISION");
        String report = Files.readString(out.resolve("report.txt"));
        String wish = "intervals within " + precision.replace(" %", ".0 %");
        assertEquals(reached, report.contains("stopped      " + wish + " were reached\n"), report);
        assertEquals(!reached, report.contains(" was used up before all"), report);
        int rounds = results.runs("baseline").size();
        assertTrue(!reached || rounds >= 8, "six that have an interval, two that confirm it: " + rounds);
        assertTrue(!reached || !results.comparison(DEARER).get("ci95").isNull());
        System.out.println(precision + " within " + budget + ": " + stopped + " after " + rounds + " rounds, "
                + results.comparison(DEARER).get("ci95"));
    }
}
