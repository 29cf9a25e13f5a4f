package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.stats.AloneCheck;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;

/** The table of turns against long turns, in which a fork runs alone. */
final class AloneText {
    private AloneText() {}

    /** Returns an empty line and the table of a workload; nothing if no long turns were measured. */
    static List<String> lines(Comparisons comparisons, Workload workload, String indent, boolean colour) {
        Table table = new Table(
                Column.left("turns over alone"),
                Column.right("ratio"),
                Column.left("95 % interval"),
                Column.right("cost"),
                Column.left("95 % interval"));
        for (AloneCheck check : comparisons.aloneChecks()) {
            if (check.subject().workload().equals(workload)) {
                table.row(
                        check.variant().name() + " at " + CaseNames.name(check.subject()),
                        estimate(check.ratio()),
                        interval(check.ratio()),
                        estimate(check.cost()),
                        interval(check.cost()));
            }
        }
        List<String> lines = new ArrayList<>();
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(indent, colour));
        }
        return lines;
    }

    private static String estimate(RatioOfRounds ratio) {
        return ratio.ratio().map(Figures::ratio).orElse("-");
    }

    private static String interval(RatioOfRounds ratio) {
        return ratio.ci95().map(CaseFigures::interval).orElse("-");
    }
}
