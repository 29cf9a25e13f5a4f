package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.terminal.Style;
import io.github.hpjvm.bench.terminal.Table;
import io.github.hpjvm.bench.terminal.Table.Cell;
import io.github.hpjvm.bench.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A prediction for a person at a shell: which JVM, whether it starts, which pages it gets, and at whose expense. */
public final class PredictionText {
    private static final int WIDTH = 100;
    private static final String INDENT = "  ";
    private static final String REGION_ROW = "  %-10s %-17s %-9s ";

    private final Prediction prediction;
    private final Host host;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private PredictionText(Prediction prediction, Host host, boolean colour) {
        this.prediction = prediction;
        this.host = host;
        this.colour = colour;
    }

    /** @param host the one that it is foretold for: what its pools have is shown beside what is needed */
    public static String write(Prediction prediction, Host host, boolean colour) {
        return new PredictionText(prediction, host, colour).text();
    }

    private String text() {
        lines.add(Style.BOLD.of(headline(prediction.vm()), colour));
        verdict();
        if (!prediction.regions().isEmpty()) {
            regions();
        }
        if (!prediction.pools().isEmpty()) {
            pools();
        }
        section("It will say", prediction.warnings().stream().map(w -> w.text()).toList(), Style.WARN);
        section(
                "What can go wrong",
                prediction.risks().stream()
                        .map(risk -> words(risk.code()) + ": " + risk.text())
                        .toList(),
                Style.WARN);
        section(
                "Not known",
                prediction.unknowns().stream().map(PredictionText::unknown).toList(),
                Style.BOLD);
        return String.join("\n", lines) + "\n";
    }

    private static String headline(VmIdentity vm) {
        String name = vm.isHotSpot() ? "JDK" : vm.vm().toString();
        String version = vm.version().isEmpty() ? "of unknown release" : vm.version();
        return name + " " + version
                + (vm.vendor().isEmpty() ? "" : " (" + vm.vendor() + ")")
                + vm.gc().map(gc -> ", " + gc).orElse("")
                + vm.maxHeap().map(heap -> ", heap up to " + heap).orElse("");
    }

    private void verdict() {
        if (prediction.starts().isEmpty()) {
            boolean told = !prediction.refusal().isEmpty();
            lines.add(Style.WARN.of(
                    told ? "Whether it starts is not known; it may refuse:" : "Whether it starts is not known.",
                    colour));
            if (told) {
                wrap(prediction.refusal(), INDENT);
            }
        } else if (prediction.starts().get()) {
            lines.add(Style.GOOD.of("It starts.", colour));
        } else {
            lines.add(Style.BAD.of("It refuses to start:", colour));
            wrap(prediction.refusal(), INDENT);
        }
    }

    private void regions() {
        lines.add("");
        lines.add(Style.DIM.of(String.format(Locale.ROOT, REGION_ROW, "region", "pages", "when") + "why", colour));
        for (RegionForecast region : prediction.regions()) {
            String row = String.format(Locale.ROOT, REGION_ROW, region.name(), pages(region), when(region.when()));
            wrap(region.why(), row, " ".repeat(row.length()));
        }
    }

    private static String pages(RegionForecast region) {
        return region.kind().map(kind -> kind + " " + region.pageSize()).orElse("not known");
    }

    private static String when(When when) {
        return switch (when) {
            case AT_START -> "at start";
            case AT_FAULT -> "at touch";
            case LATER -> "later";
            case NEVER -> "-";
        };
    }

    private void pools() {
        lines.add("");
        Table table = new Table(
                Column.left("pool"),
                Column.right("needs at start"),
                Column.right("when grown"),
                Column.right("gets at start"),
                Column.right("when grown"),
                Column.right("free in the pool"));
        for (PoolForecast pool : prediction.pools()) {
            boolean enough = pool.takesGrown().min() >= pool.needGrown().max();
            table.row(List.of(
                    Cell.of(pool.pageSize()
                            + (pool.node().isPresent() ? ", node " + pool.node().getAsInt() : "")),
                    Cell.of(span(pool.needAtStart())),
                    Cell.of(span(pool.needGrown())),
                    new Cell(span(pool.takesAtStart()), enough ? Style.PLAIN : Style.WARN),
                    new Cell(span(pool.takesGrown()), enough ? Style.PLAIN : Style.WARN),
                    Cell.of(free(pool.pageSize()))));
        }
        lines.addAll(table.lines(INDENT, colour));
    }

    private static String span(Span pages) {
        return pages.min() == pages.max() ? Long.toString(pages.min()) : pages.min() + " to " + pages.max();
    }

    private String free(Bytes pageSize) {
        Optional<HugePool> pool = host.pools().known().orElse(List.of()).stream()
                .filter(p -> p.pageSize().equals(pageSize))
                .findFirst();
        return pool.map(p -> p.usable() + (p.overcommitRoom() > 0 ? " + " + p.overcommitRoom() + " by overcommit" : ""))
                .orElse("not known");
    }

    private void section(String title, List<String> texts, Style style) {
        if (texts.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.of(title, colour));
        texts.forEach(text -> wrap(text, INDENT + "- ", INDENT + INDENT));
    }

    private static String words(Enum<?> code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String unknown(Missing missing) {
        return missing.fact() + ": " + missing.reason()
                + (missing.source().isEmpty() ? "" : " (" + missing.source() + ")")
                + (missing.grant().isEmpty() ? "" : "; " + missing.grant());
    }

    private void wrap(String text, String indent) {
        wrap(text, indent, indent);
    }

    private void wrap(String text, String first, String others) {
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : Visible.line(text).split("\\s+")) {
            if (!empty && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(others);
            }
            line.append(word).append(' ');
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
    }
}
