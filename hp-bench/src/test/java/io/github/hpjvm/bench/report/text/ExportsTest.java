package io.github.hpjvm.bench.report.text;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.LargeCampaign;
import io.github.hpjvm.bench.report.model.Results;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ExportsTest {
    private static Results with(String gates) {
        Results quick = Campaigns.quick();
        return new Results(
                Campaigns.options(Profile.QUICK, Map.of("gate", gates)),
                quick.host(),
                quick.jvm(),
                quick.cases(),
                quick.runs(),
                quick.partial(),
                quick.stopped(),
                quick.countersUnavailable());
    }

    private static Element suite(Results results) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(JunitReport.write(results).getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    @Test
    void aGateThatFailsIsAFailedTest() throws Exception {
        Results results = with(".*:thp<=0.01");
        Element suite = suite(results);
        assertEquals(String.valueOf(results.gates().size()), suite.getAttribute("tests"));
        long failed = results.gates().stream().filter(it -> !it.holds()).count();
        assertTrue(failed >= 1, "the first gate is a wish");
        assertEquals(failed, suite.getElementsByTagName("failure").getLength());
        assertEquals(String.valueOf(failed), suite.getAttribute("failures"));
    }

    @Test
    void withoutGatesEachComparisonIsATestThatDoesNotFail() throws Exception {
        Results quick = Campaigns.quick();
        Element suite = suite(quick);
        assertEquals(
                quick.comparisons().against().size(),
                suite.getElementsByTagName("testcase").getLength());
        assertEquals("0", suite.getAttribute("failures"));
        suite(LargeCampaign.hostile());
    }

    @Test
    void aComparisonWithoutASuccessfulRunIsAnErrorWithItsReason() throws Exception {
        Case good = Samples.ofSize(1000);
        Case bad = Samples.ofSize(2000);
        Results some = Campaigns.of(
                List.of(good, bad),
                List.of(
                        run(good, "baseline", 1, 4).build(),
                        run(good, "thp", 1, 3).build(),
                        run(bad, "baseline", 1, 4)
                                .failed(RunStatus.CRASHED, "java.lang.IllegalStateException: boom")
                                .build(),
                        run(bad, "thp", 1, 4)
                                .failed(RunStatus.CRASHED, "java.lang.IllegalStateException: boom")
                                .build()));
        Element suite = suite(some);
        assertEquals("1", suite.getAttribute("errors"));
        assertTrue(((Element) suite.getElementsByTagName("error").item(0))
                .getAttribute("message")
                .endsWith(" failed: java.lang.IllegalStateException: boom"));
        String failed =
                "failed " + bad + ": no run succeeded, so it has no result: java.lang.IllegalStateException: boom";
        String report = TextReport.write(some, false).replaceAll("\\s+", " ");
        assertTrue(report.contains(failed), report);
        assertEquals(0, some.exitCode());
    }

    @Test
    void theLocaleChangesNoExport() {
        for (Results results : List.of(Campaigns.quick(), with(".*:thp<=0.01"))) {
            List<String> usual = exports(results);
            Locales.each(() -> assertEquals(usual, exports(results)));
        }
    }

    private static List<String> exports(Results results) {
        return List.of(JunitReport.write(results), MarkdownReport.write(results), RoundsCsv.write(results));
    }

    @Test
    void everyRunIsALineOfTheCsv() {
        Results quick = Campaigns.quick();
        String[] lines = RoundsCsv.write(quick).split("\r\n");
        assertEquals(quick.runs().size() + 1, lines.length);
        assertTrue(lines[0].startsWith("workload,params,variant,round,"), lines[0]);
        int columns = lines[0].split(",", -1).length;
        for (String line : lines) {
            assertEquals(columns, line.split(",", -1).length, line);
        }
    }

    /** A metric may have the name of a column. */
    @Test
    void columnsHaveDifferentNames() {
        Case subject = Samples.ofSize(1000);
        Results named = Campaigns.of(
                List.of(subject),
                List.of(run(subject, "thp", 1, 4)
                        .reading("score", 4, "")
                        .reading("p99", 5, "")
                        .failed(RunStatus.CRASHED, "exit code 1")
                        .build()));
        String[] lines = RoundsCsv.write(named).split("\r\n");
        assertTrue(lines[0].endsWith(",jvm,p99,metric score"), lines[0]);
        Map<String, String> cells = new HashMap<>();
        String[] names = lines[0].split(",", -1);
        for (int i = 0; i < names.length; i++) {
            cells.put(names[i], lines[1].split(",", -1)[i]);
        }
        assertEquals("", cells.get("heapBytes"), "unknown");
    }

    /** Its ratios have not these rounds either. */
    @Test
    void aRoundThatIsLeftOutDoesNotCountInTheCsv() {
        Case subject = Samples.ofSize(1000);
        for (String rule : List.of("keep", "drop")) {
            Results results = Campaigns.of(
                    Campaigns.options(Profile.QUICK, Map.of("disturbed", rule)),
                    List.of(subject),
                    List.of(
                            run(subject, "baseline", 1, 4).build(),
                            run(subject, "baseline", 2, 4).disturbed(0, 40).build(),
                            run(subject, "thp", 2, 3).build()));
            List<String> counts = RoundsCsv.write(results)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(",", -1)[6])
                    .toList();
            String busy = String.valueOf(rule.equals("keep"));
            assertEquals(List.of("true", busy, busy), counts, rule);
        }
    }

    @Test
    void aNameFromOutsideIsNoFormula() {
        String csv = RoundsCsv.write(LargeCampaign.hostile());
        assertTrue(csv.lines().noneMatch(line -> line.matches("[=+@].*")), csv.substring(0, 200));
    }
}
