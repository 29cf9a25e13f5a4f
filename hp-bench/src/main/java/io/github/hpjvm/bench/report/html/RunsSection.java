package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.PlanText;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The section on all forks or runs, in the order in which they ran. */
final class RunsSection {
    private RunsSection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable(
                "round",
                findings.runWord(),
                "case",
                "variant",
                "status",
                "score",
                "unit",
                "iterations",
                "pages",
                "steal",
                "others",
                "marked");
        findings.results().runs().forEach(run -> table.row(cells(run)));
        String number = PlanText.counted(findings.results().runs().size(), findings.runWord());
        return Element.of("section")
                .with("id", "runs")
                .add(
                        Element.of("h2", "Raw runs"),
                        Element.of(
                                        "p",
                                        number + ". The page on a screen lists each of them, and so does"
                                                + " results.json.")
                                .as("paper"),
                        Element.of("details")
                                .add(Element.of("summary", number + ", in the order in which they ran"), table.draw()));
    }

    private static List<Element> cells(Run run) {
        String profiler =
                run.job().profiler().map(it -> " (" + it.label() + ")").orElse("");
        return List.of(
                HtmlTable.number(String.valueOf(run.job().round())),
                HtmlTable.number(String.valueOf(run.job().order())),
                HtmlTable.text(run.job().subject().toString()),
                HtmlTable.text(run.job().variant().name() + profiler).with("title", String.join(" ", run.jvmArgs())),
                HtmlTable.text(run.status().name())
                        .with("title", run.failure().map(RunFailure::why).orElse("")),
                HtmlTable.number(score(run.score())),
                HtmlTable.text(run.unit()),
                HtmlTable.number(run.iterations().stream()
                        .map(it -> score(OptionalDouble.of(it)))
                        .collect(Collectors.joining(" "))),
                HtmlTable.text(run.evidence().kind().map(Enum::name).orElse("?")
                        + (run.evidence().realised() ? "" : ", not verified")),
                HtmlTable.number(percent(run.disturbance().stealPercent())).with("title", hostState(run.disturbance())),
                HtmlTable.number(percent(run.disturbance().othersCpuPercent()))
                        .with("title", hostState(run.disturbance())),
                HtmlTable.text(String.join(", ", run.disturbance().reasons())).as("warn"));
    }

    /** The state of the host during a fork, as far as it is known. */
    private static String hostState(Disturbance disturbance) {
        List<String> facts = new ArrayList<>();
        disturbance.load1().ifPresent(load -> facts.add(String.format(Locale.ROOT, "load %.2f", load)));
        disturbance
                .psiCpuSomePercent()
                .ifPresent(share -> facts.add("waited for a CPU " + percent(OptionalDouble.of(share))));
        disturbance
                .psiMemorySomePercent()
                .ifPresent(share -> facts.add("waited for memory " + percent(OptionalDouble.of(share))));
        disturbance.cpuMHz().ifPresent(clock -> facts.add(String.format(Locale.ROOT, "%.0f MHz", clock)));
        disturbance.vmstat().forEach((name, count) -> facts.add(name + " " + count));
        return String.join(", ", facts);
    }

    private static String score(OptionalDouble score) {
        return score.isPresent() && Double.isFinite(score.getAsDouble()) ? Figures.score(score.getAsDouble()) : "-";
    }

    private static String percent(OptionalDouble percent) {
        return percent.isPresent() && Double.isFinite(percent.getAsDouble())
                ? String.format(Locale.ROOT, "%.1f %%", percent.getAsDouble())
                : "-";
    }
}
