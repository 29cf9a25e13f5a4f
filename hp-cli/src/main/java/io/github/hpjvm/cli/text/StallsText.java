package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.bench.trace.CrossCheck;
import io.github.hpjvm.bench.trace.Histogram;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.bench.trace.TimeText;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The result of {@code hp-cli stalls} as text: the verdict first, then histograms and the counters of the kernel. */
public final class StallsText {
    private static final int BAR = 36;
    private static final double NANOS = 1e9;

    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("huge_fault", "Huge-page faults"),
            Map.entry("huge_fault_allocation", "Huge-page faults, allocation"),
            Map.entry("huge_fault_clearing", "Huge-page faults, clearing"),
            Map.entry("fallback_fault", "Fallback faults"),
            Map.entry("direct_compaction", "Direct compaction for THP"),
            Map.entry("direct_compaction_other", "Direct compaction for pools and other blocks"),
            Map.entry("direct_compaction_khugepaged", "Direct compaction by khugepaged"),
            Map.entry("background_compaction", "Background compaction"),
            Map.entry("khugepaged_scan", "khugepaged, scans"),
            Map.entry("khugepaged_collapse", "khugepaged, collapses"),
            Map.entry("collapse_lock_hold", "mmap lock held for writing by collapses"));

    private StallsText() {}

    public static String write(Stalls stalls, boolean colour) {
        Page page = new Page(colour);
        page.section("Verdict");
        page.line(stalls.verdict().text());
        page.section("Trace");
        trace(stalls, page);
        List<String> none = new ArrayList<>();
        for (Histogram histogram : stalls.measured().histograms()) {
            if (isMeasured(stalls, histogram)) {
                if (histogram.events() == 0) {
                    none.add(TITLES.getOrDefault(histogram.name(), histogram.name()));
                } else {
                    histogram(histogram, page);
                }
            }
        }
        if (!none.isEmpty()) {
            page.section("No events");
            page.line(String.join("; ", none));
        }
        if (!stalls.unmeasured().isEmpty()) {
            page.section("Not measured");
            stalls.unmeasured()
                    .forEach(each -> page.line(TITLES.getOrDefault(each.name(), each.name()) + ": " + each.reason()));
        }
        counters(stalls, page);
        return page.text();
    }

    /** The events of an interval, a table of them; one line if there were none. */
    public static String interval(Stalls stalls) {
        String head = String.format(
                Locale.ROOT,
                "Interval %d, %.1f s: %s%n",
                stalls.interval().orElse(0),
                stalls.seconds(),
                stalls.lost() == 0 ? stalls.measured().events() + " events" : stalls.lost() + " events lost");
        Table table =
                new Table(left(""), right("count"), right("mean"), right("99 % below"), right("longest"), right("sum"));
        boolean any = false;
        for (Histogram histogram : stalls.measured().histograms()) {
            if (isMeasured(stalls, histogram) && histogram.events() > 0) {
                any = true;
                boolean timed = histogram.count() > 0;
                table.row(List.of(
                        Cell.of(TITLES.getOrDefault(histogram.name(), histogram.name())),
                        Cell.of(Long.toString(histogram.events())),
                        Cell.of(timed ? TimeText.of(histogram.mean()) : "-"),
                        Cell.of(timed ? TimeText.of(histogram.below(0.99)) : "-"),
                        Cell.of(timed ? TimeText.of(histogram.max()) : "-"),
                        Cell.of(timed ? TimeText.of(histogram.sum()) : "-")));
            }
        }
        return any ? head + String.join("\n", table.lines("  ", false)) + "\n" : head;
    }

    private static boolean isMeasured(Stalls stalls, Histogram histogram) {
        return stalls.unmeasured().stream().noneMatch(each -> each.name().equals(histogram.name()));
    }

    private static void trace(Stalls stalls, Page page) {
        String whom = stalls.pid().isPresent() ? "process " + stalls.pid().getAsLong() : "all processes";
        page.line(String.format(
                Locale.ROOT,
                "%.1f s, %s, with %s: %d events, %s",
                stalls.seconds(),
                whom,
                stalls.backend(),
                stalls.measured().events(),
                stalls.lost() == 0 ? "none lost" : stalls.lost() + " lost"));
        page.line(String.format(
                Locale.ROOT,
                "cost of the trace: %.2f s of CPU time, %.2f %% of one CPU",
                stalls.cpuNanos() / NANOS,
                stalls.seconds() == 0 ? 0 : stalls.cpuNanos() / NANOS / stalls.seconds() * 100));
        if (stalls.lost() > 0) {
            page.warning("Events were lost: counts and times are too small. Trace one process with --pid N.");
        }
        switch (stalls.end()) {
            case TIME, INTERVAL -> {}
            case INTERRUPTED -> page.line("ended early by a signal");
            case PROCESS_ENDED -> page.line("ended early: the process has ended");
            case TRACER_ENDED -> page.warning("ended early: the tracer has ended");
        }
        stalls.declined().forEach(each -> page.line("not used: " + each.backend() + ": " + each.reason()));
    }

    private static void histogram(Histogram histogram, Page page) {
        page.section(TITLES.getOrDefault(histogram.name(), histogram.name()) + ": " + histogram.events());
        if (histogram.count() > 0) {
            String timed = histogram.untimed() > 0 ? histogram.count() + " with a time: " : "";
            page.line(timed + "mean " + TimeText.of(histogram.mean()) + ", 99 % below "
                    + TimeText.of(histogram.below(0.99)) + ", longest " + TimeText.of(histogram.max()) + ", sum "
                    + TimeText.of(histogram.sum()));
        }
        if (histogram.untimed() > 0) {
            page.line(untimed(histogram));
        }
        if (!histogram.results().isEmpty()) {
            page.list(
                    "by result:",
                    histogram.results().entrySet().stream()
                            .map(result -> result.getKey() + " " + result.getValue())
                            .toList());
        }
        if (histogram.buckets().isEmpty()) {
            return;
        }
        long most = histogram.buckets().stream()
                .mapToLong(Histogram.Bucket::count)
                .max()
                .orElse(1);
        Table table = new Table(right("from"), right("to"), right("count"), left(""));
        for (Histogram.Bucket bucket : histogram.buckets()) {
            int length = (int) Math.max(1, Math.round((double) bucket.count() / most * BAR));
            table.row(List.of(
                    Cell.of(TimeText.of(bucket.from())),
                    Cell.of(TimeText.of(bucket.to())),
                    Cell.of(Long.toString(bucket.count())),
                    new Cell("#".repeat(length), Style.PLAIN)));
        }
        page.table(table);
    }

    private static String untimed(Histogram histogram) {
        return histogram.name().equals("huge_fault_allocation")
                ? histogram.untimed() + " without compaction or reclaim: the trace has no time of these allocations"
                : histogram.untimed() + " more, whose time the trace does not show";
    }

    private static void counters(Stalls stalls, Page page) {
        page.section("Counters of the kernel");
        if (stalls.checks().isEmpty()) {
            Set<String> grown = stalls.vmstat().entrySet().stream()
                    .filter(counter -> counter.getValue() != 0)
                    .map(counter -> counter.getKey() + " " + counter.getValue())
                    .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
            page.line(
                    grown.isEmpty()
                            ? "of the whole host: none of thp_*, compact_* and allocstall_* increased"
                            : "of the whole host: " + String.join(", ", grown));
            return;
        }
        Table table = new Table(left("counter"), right("kernel"), right("trace"), left(""));
        for (CrossCheck check : stalls.checks()) {
            table.row(List.of(
                    Cell.of(check.counter()),
                    Cell.of(Long.toString(check.kernel())),
                    Cell.of(Long.toString(check.traced())),
                    check.equal() ? new Cell("equal", Style.GOOD) : new Cell("differs", Style.WARN)));
        }
        page.table(table);
        if (stalls.lost() == 0 && stalls.checks().stream().anyMatch(check -> !check.equal())) {
            page.line(
                    "Small differences: an event at the begin or the end of the trace, or a huge page of shared memory"
                            + " (thp_file_alloc " + stalls.vmstat().getOrDefault("thp_file_alloc", 0L) + ")");
        }
    }
}
