package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Run;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Every fork that was made, in the order in which it was. */
final class RunsSection {
    private RunsSection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable(
                "round",
                "fork",
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
        return Element.of("section")
                .with("id", "runs")
                .add(
                        Element.of("h2", "Raw runs"),
                        Element.of("details")
                                .add(
                                        Element.of(
                                                "summary",
                                                findings.results().runs().size()
                                                        + " forks, in the order in which they were made"),
                                        table.draw()));
    }

    private static List<Element> cells(Run run) {
        String profiler =
                run.job().profiler().map(it -> " (" + it.label() + ")").orElse("");
        return List.of(
                HtmlTable.number(String.valueOf(run.job().round())),
                HtmlTable.number(String.valueOf(run.job().order())),
                HtmlTable.text(run.job().subject().toString()),
                HtmlTable.text(run.job().variant().name() + profiler).with("title", String.join(" ", run.jvmArgs())),
                HtmlTable.text(run.status().name()).with("title", run.failure().orElse("")),
                HtmlTable.number(score(run.score())),
                HtmlTable.text(run.unit()),
                HtmlTable.number(run.iterations().stream()
                        .map(it -> score(OptionalDouble.of(it)))
                        .collect(Collectors.joining(" "))),
                HtmlTable.text(run.evidence().kind().map(Enum::name).orElse("?")
                        + (run.evidence().realised() ? "" : ", not realised")),
                HtmlTable.number(percent(run.disturbance().stealPercent())),
                HtmlTable.number(percent(run.disturbance().othersCpuPercent())),
                HtmlTable.text(String.join(", ", run.disturbance().reasons())).as("warn"));
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
