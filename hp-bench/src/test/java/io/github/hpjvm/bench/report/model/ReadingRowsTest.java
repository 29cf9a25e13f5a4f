package io.github.hpjvm.bench.report.model;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.text.TextReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingRowsTest {
    private static final Case SUBJECT = Campaigns.quick().cases().get(0);

    private static Results withPauses() {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            runs.add(run(SUBJECT, "baseline", round, 7)
                    .reading("pause p99", 10 * round, "ms")
                    .build());
            runs.add(run(SUBJECT, "thp", round, 7)
                    .reading("pause p99", Double.NaN, "ms")
                    .reading("pause count", round, "")
                    .build());
        }
        runs.add(run(SUBJECT, "baseline", 4, 7)
                .reading("pause p99", 1e6, "ms")
                .notRealised("not seen", "nothing")
                .build());
        return Campaigns.of(List.of(SUBJECT), runs);
    }

    @Test
    void eachVariantHasTheMedianOfTheForksThatCount() {
        Findings findings = new Findings(withPauses());
        List<ReadingRows.Row> rows = ReadingRows.of(findings, SUBJECT);
        assertEquals(
                List.of("pause p99, ms", "pause count"),
                rows.stream().map(ReadingRows.Row::name).toList());
        int baseline = findings.shown().indexOf(Samples.variant("baseline"));
        int thp = findings.shown().indexOf(Samples.variant("thp"));
        assertEquals("20.00", rows.get(0).medians().get(baseline));
        assertEquals("-", rows.get(0).medians().get(thp), "what is no number is no reading");
        assertEquals("-", rows.get(1).medians().get(baseline));
        assertEquals("2.000", rows.get(1).medians().get(thp));
    }

    /** The ratio has not these rounds either. */
    @Test
    void busyRoundsThatAreLeftOutHaveNoMedian() {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            runs.add(run(SUBJECT, "baseline", round, 7)
                    .reading("pause p99", 10 * round, "ms")
                    .disturbed(0, round == 3 ? 40 : 1)
                    .build());
        }
        assertEquals("20.00", median(runs, "keep"));
        assertEquals("15.00", median(runs, "drop"));
    }

    private static String median(List<Run> runs, String disturbed) {
        Results some = Campaigns.quick();
        Findings findings = new Findings(new Results(
                Campaigns.options(Profile.QUICK, Map.of("disturbed", disturbed)),
                some.host(),
                some.jvm(),
                List.of(SUBJECT),
                runs,
                false,
                some.stopped(),
                some.countersUnavailable()));
        assertEquals(
                disturbed.equals("keep") ? 3 : 2,
                findings.ended(Samples.variant("baseline")).size());
        int baseline = findings.shown().indexOf(Samples.variant("baseline"));
        return ReadingRows.of(findings, SUBJECT).get(0).medians().get(baseline);
    }

    @Test
    void percentilesAreSortedAndFollowedByTheMaximum() {
        List<String> names = List.of(
                "code", "pause p50", "pause p75", "pause p99", "pause p99.9", "pause max", "pause count", "pause mean");
        var run = run(SUBJECT, "baseline", 1, 7);
        names.stream().sorted().forEach(name -> run.reading(name, 1, ""));
        assertEquals(
                names,
                ReadingRows.of(new Findings(Campaigns.of(List.of(SUBJECT), List.of(run.build()))), SUBJECT).stream()
                        .map(ReadingRows.Row::name)
                        .toList());
    }

    @Test
    void aWorkloadWithoutReadingsHasNoRows() {
        assertTrue(ReadingRows.of(new Findings(Campaigns.quick()), SUBJECT).isEmpty());
    }

    @Test
    void bothReportsAndTheDocumentHaveTheReadings() {
        Results results = withPauses();
        assertTrue(TextReport.write(results, false).contains("pause p99, ms"));
        assertTrue(HtmlReport.write(results).contains("pause p99, ms"));
        assertTrue(ResultsJson.write(results).contains("\"pause p99\""));
        assertFalse(ResultsJson.write(results).contains("NaN"));
    }
}
