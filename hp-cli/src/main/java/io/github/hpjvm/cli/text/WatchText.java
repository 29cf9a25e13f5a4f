package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.Percent;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.cli.text.WatchedText.JvmText;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Readings of {@code hp-cli watch}: a screen, or one line each. */
public final class WatchText {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final String BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
    private static final String PLAIN = "_.,:-=+#";
    private static final String INDENT = "  ";
    private static final Set<RegionName> MAIN = EnumSet.of(RegionName.HEAP, RegionName.CODE, RegionName.GC);

    private static final Map<String, String> EVENTS = names();

    private static final int TABLE = 50;
    private static final double HALF = 0.5;
    private static final double MOST = 0.9;

    private WatchText() {}

    private static Map<String, String> names() {
        Map<String, String> events = new LinkedHashMap<>();
        events.put("thp_fault_alloc", "THP faults");
        events.put("thp_fault_fallback", "fallbacks");
        events.put("thp_split_page", "splits");
        events.put("thp_split_pmd", "split mappings");
        events.put("thp_collapse_alloc", "collapses");
        return events;
    }

    /** {@code 14:03:22}, in UTC. */
    public static String clock(Instant time) {
        return CLOCK.format(time);
    }

    /**
     * One line for each JVM. Regions other than heap, code and GC structures are one entry; events of the host without an
     * increase are left out.
     */
    public static List<String> lines(WatchedText view) {
        List<String> lines = new ArrayList<>();
        for (JvmText jvm : view.jvms()) {
            List<String> parts = new ArrayList<>();
            Bytes rest = Bytes.ZERO;
            Bytes huge = Bytes.ZERO;
            for (RegionReading region : jvm.regions()) {
                if (!MAIN.contains(region.name())) {
                    rest = rest.plus(region.resident());
                    huge = huge.plus(region.huge());
                } else if (!region.resident().isZero()) {
                    parts.add(region.name() + " " + coverage(region) + " of " + Sizes.of(region.resident())
                            + sizes(region));
                }
            }
            if (!rest.isZero()) {
                parts.add("other " + Percent.of((double) huge.value() / rest.value()) + " of " + Sizes.of(rest));
            }
            jvm.unknown().ifPresent(why -> parts.add("heap unknown: " + why));
            lines.add(clock(view.time()) + " PID " + jvm.pid() + ": " + String.join(", ", parts));
        }
        String happened = happened(view.deltas());
        List<String> host = new ArrayList<>();
        if (!happened.isEmpty()) {
            host.add(happened);
        }
        if (view.pools().stream().anyMatch(pool -> pool.total() > 0)) {
            host.add(pools(view.pools()));
        }
        if (!host.isEmpty()) {
            lines.add(clock(view.time()) + " host: " + String.join("; ", host));
        }
        return lines;
    }

    /** The sizes of huge pages of a region that has several: {@code (2 MiB: 6 GiB, 64 KiB: 1 GiB)}. */
    private static String sizes(RegionReading region) {
        List<String> sizes = new ArrayList<>();
        for (Pages pages : region.backing().pages()) {
            if (pages.huge() && !pages.max().isZero()) {
                sizes.add(Sizes.of(pages.pageSize()) + ": " + (pages.exact() ? "" : Sizes.of(pages.min()) + " to ")
                        + Sizes.of(pages.max()));
            }
        }
        return region.backing().hasSmallThp() && !sizes.isEmpty() ? " (" + String.join(", ", sizes) + ")" : "";
    }

    /** {@code 14:03:22 ALERT LOSS PID 4242: coverage of the heap fell ...}. */
    public static String line(Alert alert) {
        return clock(alert.time()) + " ALERT " + alert.kind() + " PID " + alert.pid() + ": " + alert.text();
    }

    /**
     * The lines of a screen.
     *
     * @param width columns of the terminal
     * @param unicode whether the terminal shows characters outside of ASCII
     */
    public static List<String> screen(WatchedText view, int width, boolean colour, boolean unicode) {
        List<String> lines = new ArrayList<>();
        lines.addAll(Paragraph.wrap(
                "hp-cli watch  " + clock(view.time()) + " UTC  interval " + seconds(view.effective()) + "  own cost "
                        + view.cpuShare().map(WatchText::percent).orElse("not measured yet"),
                "",
                INDENT));
        if (view.effective().compareTo(view.interval()) > 0) {
            add(
                    lines,
                    Style.WARN,
                    "",
                    "interval lengthened from " + seconds(view.interval()) + ": a reading costs more than "
                            + percent(view.mostShare()),
                    colour);
        }
        // Above the JVMs, of which a terminal may show only the first ones.
        view.alerts().forEach(alert -> add(lines, style(alert.kind()), "", line(alert), colour));
        for (JvmText jvm : view.jvms()) {
            lines.add("");
            add(lines, Style.BOLD, "", "PID " + jvm.pid() + "  " + jvm.title(), colour);
            lines.addAll(regions(jvm, width, colour, unicode));
            jvm.unknown().ifPresent(why -> add(lines, Style.WARN, INDENT, "heap unknown: " + why, colour));
        }
        if (view.jvms().isEmpty()) {
            lines.add("");
            lines.add("no JVM runs; waiting for one");
        }
        lines.add("");
        lines.addAll(Paragraph.wrap("host  " + events(view.deltas()), "", INDENT));
        lines.addAll(Paragraph.wrap("pools " + pools(view.pools()), "", INDENT));
        return lines;
    }

    private static void add(List<String> lines, Style style, String indent, String text, boolean colour) {
        Paragraph.wrap(text, indent, indent + INDENT).forEach(line -> lines.add(style.of(line, colour)));
    }

    private static List<String> regions(JvmText jvm, int width, boolean colour, boolean unicode) {
        int room = Math.max(0, width - TABLE);
        Table table = new Table(
                left("REGION"),
                right("RESIDENT"),
                right("HUGE"),
                right("HUGETLB"),
                right("COVERAGE"),
                left(room < 8 ? "" : "OVER TIME"));
        for (RegionReading region : jvm.regions()) {
            if (!region.resident().isZero()) {
                table.row(List.of(
                        Cell.of(region.name().toString()),
                        Cell.of(Sizes.of(region.resident())),
                        Cell.of(Sizes.of(region.huge())),
                        Cell.of(Sizes.of(region.hugetlb())),
                        new Cell(coverage(region), style(region)),
                        Cell.of(spark(jvm.trails().getOrDefault(region.name(), List.of()), room, unicode))));
            }
        }
        List<String> lines = new ArrayList<>(table.lines(INDENT, colour));
        for (RegionReading region : jvm.regions()) {
            String sizes = sizes(region);
            if (!sizes.isEmpty()) {
                lines.addAll(Paragraph.wrap(region.name() + " by page size" + sizes, INDENT, INDENT + INDENT));
            }
        }
        return lines;
    }

    private static Style style(Alert.Kind kind) {
        return switch (kind) {
            case GAIN -> Style.GOOD;
            case SHRINK -> Style.PLAIN;
            case LOSS, BELOW_THRESHOLD -> Style.WARN;
        };
    }

    private static Style style(RegionReading region) {
        if (region.coverage().isEmpty() || region.name() != RegionName.HEAP) {
            return Style.PLAIN;
        }
        double coverage = region.coverage().getAsDouble();
        return coverage >= MOST ? Style.GOOD : coverage >= HALF ? Style.WARN : Style.BAD;
    }

    /** {@code 97.5 %}, {@code ~97 %} for an estimate, {@code 0 to 100 %} for bounds. */
    private static String coverage(RegionReading region) {
        if (region.coverage().isPresent()) {
            double share = region.coverage().getAsDouble();
            return region.isEstimate() ? "~" + Math.round(share * 100) + " %" : Percent.of(share);
        }
        return region.backing().coverageMin().isPresent()
                ? Math.round(region.backing().coverageMin().getAsDouble() * 100) + " to "
                        + Math.round(region.backing().coverageMax().getAsDouble() * 100) + " %"
                : PageWords.UNKNOWN;
    }

    private static String spark(List<Double> trail, int room, boolean unicode) {
        StringBuilder spark = new StringBuilder();
        String levels = unicode ? BLOCKS : PLAIN;
        for (double share : trail.subList(Math.max(0, trail.size() - room), trail.size())) {
            int level = (int) Math.floor(share * (levels.length() - 1) + 1e-9);
            spark.append(Double.isNaN(share) ? ' ' : levels.charAt(level));
        }
        return spark.toString();
    }

    private static String events(Map<String, Long> deltas) {
        return "THP faults +" + delta(deltas, "thp_fault_alloc") + ", fallbacks +" + delta(deltas, "thp_fault_fallback")
                + ", splits +" + delta(deltas, "thp_split_page") + " (mappings +" + delta(deltas, "thp_split_pmd")
                + "), collapses +" + delta(deltas, "thp_collapse_alloc");
    }

    /** The events that happened; empty if none did. */
    private static String happened(Map<String, Long> deltas) {
        List<String> events = new ArrayList<>();
        EVENTS.forEach((name, word) -> {
            long delta = deltas.getOrDefault(name, 0L);
            if (delta > 0) {
                events.add(word + " +" + delta);
            }
        });
        return String.join(", ", events);
    }

    private static String delta(Map<String, Long> deltas, String name) {
        return Optional.ofNullable(deltas.get(name)).map(String::valueOf).orElse("?");
    }

    private static String pools(List<HugePool> pools) {
        List<String> texts = new ArrayList<>();
        for (HugePool pool : pools) {
            if (pool.total() > 0 || pools.size() == 1) {
                texts.add(
                        Sizes.of(pool.pageSize()) + ": " + pool.usable() + " of " + pool.total() + " pages available");
            }
        }
        return texts.isEmpty() ? "no pages in pools" : String.join(", ", texts);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %% of one CPU", share * 100);
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0
                ? time.toSeconds() + " s"
                : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
