package io.github.hpjvm.bench.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.SimulatedTlb;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.ParsedPage;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks texts and JSON of TlbReach on a simulated CPU. */
class WalkTextTest {
    private static Results results(List<Run> runs) {
        return new Results(
                Campaigns.options(Profile.QUICK, Map.of("variants", "baseline,thp")),
                Samples.host(),
                Samples.jvm("21.0.9"),
                SimulatedTlb.cases(),
                runs,
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    private static String text(List<Run> runs) {
        return String.join("\n", WalkText.lines(results(runs).walkCurves().get(0), "  ", false)) + "\n";
    }

    @Test
    void showsTheReachOfEachLevelAndTheCostOfAWalk() {
        Golden.check("reach.txt", text(new SimulatedTlb(72, 3072).noise(0.01).runs(6, true)));
    }

    @Test
    void reportsHugePagesThatTheTlbStoresInPieces() {
        Golden.check(
                "reach-splintered.txt",
                text(new SimulatedTlb(72, 3072).splintered(true).noise(0.01).runs(6, true)));
    }

    @Test
    void reportsAMissingControl() {
        Golden.check(
                "reach-uncontrolled.txt",
                text(new SimulatedTlb(72, 3072).noise(0.01).runs(6, false)));
    }

    @Test
    void oneRoundShowsNoEdge() {
        assertTrue(text(new SimulatedTlb(72, 3072).runs(1, true))
                .contains("one round does not show where a TLB level ends; use --rounds 6"));
    }

    @Test
    void theLevelOfOneEdgeIsUnknown() {
        String text = text(new SimulatedTlb(1, 3072).noise(0.01).runs(6, true));
        assertTrue(text.contains("one level") && text.contains("its level is unknown"), text);
        assertFalse(text.contains("first level"), text);
    }

    @Test
    void theReportHasTheCurveIfItWasMeasured() {
        String report = TextReport.write(results(new SimulatedTlb(72, 3072).runs(6, true)), false);
        assertTrue(
                report.contains("TlbReach  ns per random load: caches alone, and the cost of address translation"),
                report);
        assertFalse(TextReport.write(Campaigns.quick(), false).contains("TlbReach"));
    }

    @Test
    void thePageDrawsTheCurvesTheirDifferenceAndTheReachOfTheLevels() {
        ParsedPage page = ParsedPage.of(
                HtmlReport.write(results(new SimulatedTlb(72, 3072).noise(0.01).runs(6, true))));
        Golden.leave(
                "walk.html",
                HtmlReport.write(results(new SimulatedTlb(72, 3072).noise(0.01).runs(6, true))));
        String section = page.byId("tlb").getTextContent().replace('\u00a0', ' ');
        for (String curve : List.of("baseline", "thp", "baseline minus thp", "caches alone")) {
            assertTrue(section.contains(curve + " at 65 536 pages (256 MiB): "), curve);
        }
        assertTrue(section.contains("first level ends: 64 to 128"), section);
        assertTrue(section.contains("last level ends: 2 048 to 4 096"), section);
        assertTrue(section.contains("A heap of 8 GiB is 512 to"), section);
        List<String> cells =
                page.all("td").stream().map(it -> it.getTextContent()).toList();
        for (List<String> row :
                WalkText.rows(results(new SimulatedTlb(72, 3072).noise(0.01).runs(6, true))
                        .walkCurves()
                        .get(0))) {
            assertTrue(Collections.indexOfSubList(cells, row) >= 0, () -> "the figures without hovering: " + row);
        }
        assertFalse(HtmlReport.write(Campaigns.quick()).contains("id=\"tlb\""), "not measured");
    }

    @Test
    void resultsJsonHasTheCurve() throws JsonProcessingException {
        JsonNode root = new ObjectMapper()
                .readTree(ResultsJson.write(results(
                        new SimulatedTlb(72, 3072).splintered(true).noise(0.01).runs(6, true))));
        JsonNode curve = root.get("tlbReach").get(0);
        assertEquals("thp", curve.get("variant").asText());
        assertTrue(curve.get("controlled").asBoolean());
        assertTrue(curve.get("splintered").asBoolean());
        assertEquals("[64,128]", curve.get("firstLevelPages").toString());
        assertEquals("[2048,4096]", curve.get("lastLevelPages").toString());
        assertEquals(10, curve.get("points").size());
        JsonNode point = curve.get("points").get(9);
        assertEquals(65536, point.get("pages").asInt());
        assertEquals(
                point.get("base").asDouble() - point.get("huge").asDouble(),
                point.get("saved").asDouble(),
                0.5);
        assertEquals(2, point.get("savedRange").size());
        assertEquals(SimulatedTlb.WALK, point.get("baseTranslation").asDouble(), 3);
        JsonNode uncontrolled = new ObjectMapper()
                .readTree(ResultsJson.write(results(new SimulatedTlb(72, 3072).runs(6, false))))
                .get("tlbReach")
                .get(0);
        assertTrue(uncontrolled.get("points").get(0).get("caches").isNull());
        assertTrue(uncontrolled.get("splintered").isNull());
    }
}
