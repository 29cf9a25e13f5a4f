package io.github.hpjvm.bench.report.text;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.LargeCampaign;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.model.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownReportTest {
    @TempDir
    private Path folder;

    @Test
    void hasTheAnswerTheTableAndTheHeader() {
        Golden.check("quick.md", MarkdownReport.write(Campaigns.quick()));
    }

    @Test
    void aCommandHasItsResultByBothClocks() {
        String report = MarkdownReport.write(Campaigns.command());
        assertTrue(report.contains("\nResult: THP: 2.2 % less "), report);
        assertTrue(report.contains("CPU time per run"), report);
    }

    @Test
    void namesFromOutsideDoNotBecomeMarkup() {
        String report = MarkdownReport.write(LargeCampaign.hostile()).replaceAll("`[^`\n]*`", "");
        assertFalse(report.contains("<script"), report);
        assertFalse(report.contains("<b>"), report);
        assertTrue(report.contains("&lt;script&gt;"), report);
    }

    @Test
    void everyRowOfATableHasTheSameNumberOfCells() {
        MarkdownReport.write(LargeCampaign.hostile())
                .lines()
                .filter(line -> line.startsWith("|"))
                .forEach(line -> assertEquals(8, line.replaceAll("\\\\.", "").split("\\|", -1).length - 1, line));
    }

    @Test
    void isWrittenOnlyIfRequested() throws IOException {
        Results quick = Campaigns.quick();
        assertEquals(List.of(), ResultFiles.export(quick, quick.options().exports(), new ArrayList<>()));
        Path file = folder.resolve("ticket.md");
        Results requested = new Results(
                Campaigns.options(Profile.QUICK, Map.of("export-markdown", file.toString())),
                quick.host(),
                quick.jvm(),
                quick.cases(),
                quick.runs(),
                quick.partial(),
                quick.stopped(),
                quick.countersUnavailable());
        assertEquals(
                List.of(file), ResultFiles.export(requested, requested.options().exports(), new ArrayList<>()));
        assertEquals(MarkdownReport.write(requested), Files.readString(file));
    }

    /** The summary of a build is this file. */
    @Test
    void beginsWithTheGatesAndNamesFailedRuns() {
        Results some = Campaigns.ofCommand(Map.of("gate", ".*:thp<=0.95; .*:hugetlb<=1"), 0.7);
        List<Run> runs = new ArrayList<>(some.runs());
        runs.add(run(some.cases().get(0), "hugetlb", 1, 1)
                .failed(RunStatus.CRASHED, "exit code 3")
                .build());
        Results results = Campaigns.of(some.options(), some.cases(), runs);
        List<String> lines = MarkdownReport.write(results).lines().toList();
        assertTrue(lines.get(0).startsWith("- gate .\\*:thp&lt;=0.95 holds: "), lines.get(0));
        assertTrue(lines.get(1).matches("- \\*\\*gate .*hugetlb.* failed: .*\\*\\*"), lines.get(1));
        assertEquals("", lines.get(2));
        assertTrue(lines.contains("- failed: CRASHED  hugetlb: exit code 3"), lines.toString());
        assertTrue(
                lines.stream().anyMatch(it -> it.startsWith("- A/A check, baseline against itself: 1.000 ")),
                lines.toString());
    }

    @Test
    void hasTheMetricsOfACommand() {
        String report = MarkdownReport.write(Campaigns.rate(Map.of()));
        assertTrue(
                report.contains(
                        "\n| metric | baseline | variant | median | ratio | 95 % interval |\n|---|---:|---|---:|---:|---|\n"),
                report);
        assertTrue(report.contains("\n| latency | 0.01000 | thp | 0.00909 | 0.909 |"), report);
        assertTrue(report.contains("\n| latency | 0.01000 | hugetlb | - | - | not measured |\n"), report);
        assertTrue(report.contains("\nthe first metric decides; ratio: value against baseline\n"), report);
        assertFalse(MarkdownReport.write(Campaigns.command()).contains("| metric |"));
    }
}
