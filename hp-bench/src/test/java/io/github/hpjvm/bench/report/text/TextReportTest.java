package io.github.hpjvm.bench.report.text;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.LargeCampaign;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.stats.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TextReportTest {

    @Test
    void smokeVerifiesPagesWithoutAVerdict() {
        Golden.check("smoke.txt", TextReport.write(Campaigns.smoke(), false));
    }

    @Test
    void quickShowsAllVerdictsAndFailures() {
        Set<Verdict> verdicts = Campaigns.quick().comparisons().against().stream()
                .map(it -> it.verdict())
                .collect(Collectors.toSet());
        assertEquals(EnumSet.allOf(Verdict.class), verdicts, "the campaign shows all of them");
        String report = TextReport.write(Campaigns.quick(), false);
        Golden.check("quick.txt", report);
        for (Verdict verdict : Verdict.values()) {
            assertTrue(
                    report.contains(
                            verdict == Verdict.NOT_REALISED
                                    ? "did not get its pages"
                                    : verdict.name().toLowerCase(Locale.ROOT)),
                    verdict::name);
        }
    }

    @Test
    void aStoppedCampaignIsMarkedBelowTheAnswer() {
        Golden.check("partial.txt", TextReport.write(Campaigns.partial(), false));
    }

    @Test
    void onlyTheFileHasAHeader() {
        Golden.check("partial-saved.txt", TextReport.saved(Campaigns.partial()));
        for (Results results : new Results[] {Campaigns.smoke(), Campaigns.command(), LargeCampaign.whole()}) {
            String saved = TextReport.saved(results);
            String console = TextReport.write(results, false);
            int end = saved.indexOf("\nversions  ");
            String head = saved.substring(saved.indexOf("\ndate      "), saved.indexOf('\n', end + 1));
            assertEquals(console, saved.replace(head + "\n", ""), "the console has all but the header");
            assertTrue(head.contains("\ndate      2026-11-22 18:40 UTC\n"), head);
            String host = results.host().name().map(name -> name + ", ").orElse("");
            assertTrue(
                    head.contains(
                            "\nhost      " + host + "Linux " + results.host().kernel()),
                    head);
            assertTrue(head.contains("\njvm       OpenJDK"), head);
            assertTrue(
                    head.replaceAll("\\s+", " ")
                            .contains("--seed " + results.options().seed()),
                    head);
            assertEquals(results.options().profile() != Profile.OWN, head.contains("--profile "), head);
            assertTrue(
                    head.lines()
                            .allMatch(
                                    line -> line.length() <= 80 || !line.strip().contains(" ")),
                    "only a single word may be longer: " + head);
        }
    }

    @Test
    void aRunningCampaignIsNotCalledStopped() {
        Results partial = Campaigns.partial();
        String running = TextReport.saved(new Results(
                partial.options(),
                partial.host(),
                partial.jvm(),
                partial.cases(),
                partial.runs(),
                true,
                StopReason.RUNNING,
                Optional.empty()));
        assertFalse(running.contains("PARTIAL"), running);
        assertTrue(running.contains("\nNot finished: "), running);
    }

    @Test
    void aCommandEndsInOneSentenceByBothClocks() {
        List<String> lines =
                TextReport.write(Campaigns.command(), false).lines().toList();
        String last = String.join(" ", lines.subList(lines.lastIndexOf("") + 1, lines.size()));
        assertTrue(last.startsWith("Result: THP: 2.2 % less "), last);
        assertTrue(last.contains("CPU time per run"), last);
    }

    @Test
    void aDifferenceWithinOnePerCentHasItsBound() {
        String report = TextReport.write(Campaigns.ofRatio(1.002), false);
        assertTrue(report.contains("1.002  [1.002, 1.002]  slower (< 0.2 %)"), report);
        assertTrue(report.contains("THP: no difference at 1 KB (any is below 0.2 %)"), report);
    }

    @Test
    void countersAreShownByVariant() {
        Golden.check("profiled.txt", TextReport.write(Campaigns.profiled(), false));
    }

    @Test
    void showsAnomaliesOfTheFigures() {
        Golden.check("odd.txt", TextReport.write(Campaigns.odd("keep"), false));
        String dropped = TextReport.write(Campaigns.odd("drop"), false);
        assertTrue(dropped.contains("These rounds are left out."), dropped);
        assertTrue(dropped.contains("the budget of 20 min 00 s was used up"), dropped);
    }

    /** A campaign of many workloads would have a dozen single lines. */
    @Test
    void incompleteWarmUpIsOneLineForEachWorkload() {
        List<String> lines = new TextNotes(
                        Campaigns.warming(), Campaigns.warming().comparisons())
                .lines().stream().filter(line -> line.startsWith("iterations ")).toList();
        assertEquals(
                List.of(
                        "iterations   still warming up: ByteArrayTouch.touch, at 9 of 9 medians, later ones cost 0.890 to"
                                + " 0.910 of earlier ones",
                        "iterations   still warming up: HashLookups.get, thp at size 100 000 000, later ones cost 0.900"
                                + " [0.897, 0.904] of earlier ones"),
                lines);
    }

    /** A campaign of many comparisons would have sixteen single lines. */
    @Test
    void roundsForManyVerdictsAreOneLineForEachWorkload() {
        List<String> lines = new TextNotes(
                        LargeCampaign.whole(), LargeCampaign.whole().comparisons())
                .lines().stream()
                        .filter(line -> line.startsWith("for a verdict "))
                        .toList();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(
                lines.get(0).matches("for a verdict  ByteArrayTouch\\.touch, \\d+ of 42 comparisons: --rounds \\d+"),
                lines.get(0));
    }

    @Test
    void aVariantThatWasNotForkedWasNotMeasured() {
        Golden.check("not-forked.txt", TextReport.write(Campaigns.notForked(), false));
    }

    @Test
    void aCampaignWithoutASingleScoreIsStillAReport() {
        Golden.check("nothing.txt", TextReport.write(Campaigns.nothing(), false));
    }

    @Test
    void colourAddsNothingButColour() {
        for (Results results : new Results[] {Campaigns.smoke(), Campaigns.quick(), Campaigns.partial()}) {
            String plain = TextReport.write(results, false);
            String colour = TextReport.write(results, true);
            assertFalse(plain.contains("\033"));
            assertTrue(colour.contains("\033[32m"), "green for what is well");
            assertEquals(
                    plain, colour.replaceAll("\033\\[\\d+m", "").replaceAll("(?m)[ ]+$", ""), "once colour is gone");
        }
    }

    @Test
    void theLocaleChangesNothing() {
        String english = TextReport.write(Campaigns.quick(), false);
        String counted = TextReport.write(Campaigns.profiled(), false);
        Locales.each(() -> {
            assertEquals(english, TextReport.write(Campaigns.quick(), false));
            assertEquals(counted, TextReport.write(Campaigns.profiled(), false));
        });
    }

    @Test
    void endsInOneNewlineAndNoLineEndsInBlanks() {
        String report = TextReport.write(Campaigns.quick(), false);
        assertTrue(report.endsWith("\n") && !report.endsWith("\n\n"));
        assertTrue(report.lines().allMatch(line -> line.equals(line.stripTrailing())));
    }

    /** Only a command to copy or a single long word may be longer. */
    @Test
    void noLineIsWiderThanEightyColumns() {
        for (Results results : new Results[] {
            Campaigns.smoke(),
            Campaigns.quick(),
            Campaigns.partial(),
            Campaigns.odd("keep"),
            Campaigns.odd("drop"),
            Campaigns.profiled(),
            Campaigns.nothing(),
            LargeCampaign.whole()
        }) {
            TextReport.write(results, false)
                    .lines()
                    .filter(line -> !line.contains("sudo "))
                    .forEach(line -> assertTrue(line.length() <= 80, () -> line.length() + " columns: " + line));
        }
    }

    @Test
    void commandsAreNotWrapped() {
        assertTrue(TextReport.write(Campaigns.quick(), false).contains("\n      sudo sysctl -w vm.nr_hugepages=642\n"));
    }

    /** The ratio of the other rounds alone would be an answer to another question. */
    @Test
    void resultsWithoutARatioAreAWarningAndFailTheGate() {
        Results results = Campaigns.rate(Map.of("gate", ".*:thp<=1.03"), 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1);
        String warning =
                "Left out: 5 of 12 forks of thp have a result of 0 or less. A ratio needs results above 0, so these"
                        + " runs, or these turns of them, do not count.";
        String gate =
                "gate .*:thp<=1.03 failed: load.jar thp may have lost results: 5 of 12 forks of thp have a result of 0 or"
                        + " less";
        assertEquals(3, results.exitCode());
        assertEquals(List.of(gate), results.failedGates());
        for (String report :
                List.of(TextReport.write(results, false), MarkdownReport.write(results), HtmlReport.write(results))) {
            String plain = report.replaceAll("\\s+", " ").replace("&nbsp;", " ").replace("\u00a0", " ");
            assertTrue(plain.contains(warning), report);
        }
        assertFalse(TextReport.write(Campaigns.rate(Map.of()), false).contains("Left out"));
    }

    @Test
    void aMetricWithoutAPositiveValueDoesNotNeedMoreRounds() {
        Results rate = Campaigns.rate(Map.of());
        for (int zeros : List.of(0, 2, 6)) {
            List<Run> runs = new ArrayList<>();
            for (Run run : rate.runs()) {
                boolean zero = run.job().round() <= zeros;
                runs.add(run(
                                run.job().subject(),
                                run.job().variant(),
                                run.job().round(),
                                run.score().orElseThrow())
                        .unit(run.unit())
                        .reading("ops/s", run.score().orElseThrow(), "")
                        .reading("errors", zero ? 0 : 3, "")
                        .build());
            }
            String report = TextReport.write(Campaigns.of(rate.options(), rate.cases(), runs), false);
            String row = report.lines()
                    .filter(line -> line.strip().startsWith("errors "))
                    .findFirst()
                    .orElseThrow();
            assertTrue(
                    row.endsWith(zeros == 0 ? "  1.000  [1.000, 1.000]" : "above 0 in " + (6 - zeros) + " of 6 rounds"),
                    row);
        }
    }
}
