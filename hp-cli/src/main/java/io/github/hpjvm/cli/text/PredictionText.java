package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A prediction as text: the pages of the heap, the remedy, whether the JVM starts, regions, pools and risks. */
public final class PredictionText {
    private static final String INDENT = "  ";
    private static final String REGION_ROW = "  %-10s %-15s %-9s ";
    private static final String UNKNOWN = "unknown";

    private final Prediction prediction;
    private final Host host;
    private final Optional<Launch> launch;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private PredictionText(Prediction prediction, Host host, Optional<Launch> launch, boolean colour) {
        this.prediction = prediction;
        this.host = host;
        this.launch = launch;
        this.colour = colour;
    }

    /**
     * The prediction as text.
     *
     * @param host the host of the prediction, whose pools are shown beside the need
     * @param launch the JVM to be started, for the requested pages and the remedy; empty if it cannot be started
     */
    public static String write(Prediction prediction, Host host, Optional<Launch> launch, boolean colour) {
        return new PredictionText(prediction, host, launch, colour).text();
    }

    private String text() {
        heap();
        verdict();
        lines.add(Style.BOLD.of(headline(prediction.vm()), colour));
        if (!prediction.regions().isEmpty()) {
            regions();
        }
        if (!prediction.pools().isEmpty()) {
            pools();
        }
        section(
                "Startup warnings",
                prediction.warnings().stream().map(w -> w.text()).toList(),
                Style.WARN);
        section(
                "Risks",
                prediction.risks().stream()
                        .map(risk -> words(risk.code()) + ": " + risk.text())
                        .toList(),
                Style.WARN);
        section(
                "Unknown",
                prediction.unknowns().stream().map(PredictionText::unknown).toList(),
                Style.BOLD);
        return String.join("\n", lines) + "\n";
    }

    /** {@code JDK 21.0.9+10 (Eclipse Adoptium)}. */
    static String name(VmIdentity vm) {
        String name = vm.isHotSpot() ? "JDK" : vm.vm().toString();
        String version = vm.version().isEmpty() ? "of unknown release" : vm.version();
        return name + " " + version + (vm.vendor().isEmpty() ? "" : " (" + vm.vendor() + ")");
    }

    private static String headline(VmIdentity vm) {
        return name(vm)
                + vm.gc().map(gc -> ", " + gc).orElse("")
                + vm.maxHeap().map(heap -> ", heap up to " + heap).orElse("");
    }

    /** The pages of the heap, beside the requested pages, and the remedy if they differ. */
    private void heap() {
        RegionForecast heap = prediction.region(RegionName.HEAP).orElse(null);
        if (heap == null) {
            return;
        }
        Optional<Requested> refused = launch.flatMap(it -> RemedyText.notGranted(it, prediction));
        if (refused.isEmpty()) {
            boolean base = heap.kind().equals(Optional.of(PageKind.BASE));
            boolean requested = launch.filter(it -> PageRequest.of(it.arguments(), it.vm()) != Requested.NONE)
                    .isPresent();
            Style style = heap.kind().isEmpty() ? Style.WARN : base ? Style.PLAIN : Style.GOOD;
            say(
                    "Heap: "
                            + (heap.kind().isEmpty() ? "pages unknown" : PageWords.of(heap) + " pages")
                            + (base && launch.isPresent() && !requested ? "; huge pages are not requested" : "")
                            + ".",
                    style);
            return;
        }
        say("Heap: " + PageWords.of(heap) + " pages, not the requested " + requested(refused.get()) + ".", Style.WARN);
        RemedyText.lines(launch.orElseThrow(), host, prediction).forEach(this::remedy);
    }

    /** A command stays on one line, so that it can be copied. */
    private void remedy(String text) {
        if (text.startsWith("sudo ") || text.startsWith("echo ")) {
            lines.add("Fix:  " + Visible.line(text));
        } else {
            wrap(text, "Fix:  ", "      ");
        }
    }

    private String requested(Requested requested) {
        if (requested == Requested.THP) {
            return "transparent huge pages"
                    + host.thp()
                            .known()
                            .map(policy -> " of " + policy.pmdSize())
                            .orElse("");
        }
        List<String> sizes = prediction.pools().stream()
                .map(pool -> pool.pageSize().toString())
                .distinct()
                .toList();
        return sizes.isEmpty() ? "hugetlb pages" : "hugetlb pages of " + String.join(" or ", sizes);
    }

    private void verdict() {
        if (prediction.starts().isEmpty()) {
            boolean reason = !prediction.refusal().isEmpty();
            lines.add(Style.WARN.of(
                    reason
                            ? "Whether the JVM starts is unknown. It may refuse with:"
                            : "Whether the JVM starts is unknown.",
                    colour));
            if (reason) {
                wrap(prediction.refusal(), INDENT);
            }
        } else if (prediction.starts().get()) {
            lines.add(Style.GOOD.of("The JVM starts.", colour));
        } else {
            lines.add(Style.BAD.of("The JVM refuses to start:", colour));
            wrap(prediction.refusal(), INDENT);
            List<String> why =
                    launch.map(it -> RemedyText.ofRefusal(it, host, prediction)).orElse(List.of());
            why.stream().limit(1).forEach(cause -> wrap(cause, "Cause: ", "       "));
            why.stream().skip(1).forEach(this::remedy);
        }
    }

    private void regions() {
        lines.add("");
        lines.add(Style.DIM.of(String.format(Locale.ROOT, REGION_ROW, "region", "pages", "when") + "why", colour));
        for (RegionForecast region : prediction.regions()) {
            String row =
                    String.format(Locale.ROOT, REGION_ROW, region.name(), PageWords.of(region), when(region.when()));
            wrap(region.why(), row, " ".repeat(row.length()));
        }
    }

    private static String when(When when) {
        return switch (when) {
            case AT_START -> "at start";
            case AT_FAULT -> "at fault";
            case LATER -> "later";
            case NEVER -> "-";
        };
    }

    private void pools() {
        lines.add("");
        Table table = new Table(
                Column.left("pool"),
                Column.right("need at start"),
                Column.right("need grown"),
                Column.right("get at start"),
                Column.right("get grown"),
                Column.right("available"));
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
        return pool.map(p -> p.usable() + (p.overcommitRoom() > 0 ? " + " + p.overcommitRoom() + " overcommit" : ""))
                .orElse(UNKNOWN);
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
        return missing.fact() + ": " + missing.why();
    }

    private void wrap(String text, String indent) {
        wrap(text, indent, indent);
    }

    private void say(String text, Style style) {
        Paragraph.wrap(text, "", INDENT).forEach(line -> lines.add(style.of(line, colour)));
    }

    private void wrap(String text, String first, String others) {
        lines.addAll(Paragraph.wrap(text, first, others));
    }
}
