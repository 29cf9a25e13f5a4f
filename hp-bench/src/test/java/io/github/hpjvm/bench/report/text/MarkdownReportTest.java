package io.github.hpjvm.bench.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.LargeCampaign;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.model.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assertEquals(List.of(), ResultFiles.export(quick));
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
        assertEquals(List.of(file), ResultFiles.export(requested));
        assertEquals(MarkdownReport.write(requested), Files.readString(file));
    }
}
