package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.fleet.Costs;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.FleetSummary.Planned;
import io.github.hpjvm.advisor.fleet.FleetSummary.Totals;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The summary of a fleet as text. */
public final class FleetText {
    private static final int MOST_CHANGES = 10;
    private static final int MOST_GROUPS = 10;
    private static final int LONGEST_NAME = 24;

    private FleetText() {}

    /** Returns the error about a folder without snapshots. */
    public static String noSnapshots(String folder) {
        return "no file in " + folder
                + " ends in .json or .json.gz; hp-cli snapshot --all --compact -o FILE writes one";
    }

    /** Returns the error about a list of labels without labels. */
    public static String noLabels(String file) {
        return file + " has no labels: its first line must be \"host\" or \"source\", then the names of labels, as in"
                + " host,cluster,service";
    }

    public static String write(FleetSummary summary, boolean colour) {
        Page page = new Page(colour);
        page.section("Fleet: " + count(summary.snapshots(), "snapshot") + ", "
                + count(summary.all().jvms(), "JVM"));
        if (summary.damaged() > 0) {
            page.warning(count(summary.damaged(), "file") + " could not be read, and "
                    + (summary.damaged() == 1 ? "is" : "are") + " not counted");
        }
        totals(summary, page);
        plans(summary, page);
        summary.groups().forEach((name, groups) -> groups(name, groups, page));
        return page.text();
    }

    private static void totals(FleetSummary summary, Page page) {
        Totals all = summary.all();
        long denied = all.requested() - all.granted() - all.unknown();
        Table table = new Table(right(""), left(""));
        table.row(number(all.requested()), "JVMs requested huge pages" + share(all.requested(), all.jvms()));
        table.row(
                number(all.granted()),
                "of these got them: at least 90 % of the heap" + share(all.granted(), all.requested()));
        table.row(number(denied), "of these did not get them" + share(denied, all.requested()));
        if (all.unknown() > 0) {
            table.row(number(all.unknown()), "of these have a heap whose pages are unknown");
        }
        table.row(
                number(all.canGain()),
                "JVMs could gain" + share(all.canGain(), all.jvms()) + ": " + size(all.gainBytes())
                        + " are on base pages");
        table.row(size(summary.idlePoolBytes()), "are idle in pools (HP-106)");
        page.table(table);
    }

    private static void plans(FleetSummary summary, Page page) {
        List<Planned> plans = summary.plans();
        if (plans.isEmpty()) {
            return;
        }
        page.section("What to change first");
        boolean measured = summary.all().costs().gainMicros() > 0;
        Table table = new Table(
                right("cores"),
                right(measured ? "gain at most" : ""),
                right("memory"),
                right("JVMs"),
                left("service: change"));
        int room = Math.max(20, Paragraph.width() - (measured ? 46 : 34));
        for (Planned plan : plans.subList(0, Math.min(MOST_CHANGES, plans.size()))) {
            String indent = " ".repeat(Math.max(0, Paragraph.width() - room));
            List<String> text = Paragraph.wrap(plan.service() + ": " + plan.change(), indent, indent + "  ");
            for (int i = 0; i < text.size(); i++) {
                table.row(
                        i > 0 ? "" : cores(plan.costs()),
                        i > 0 || !measured ? "" : gain(plan),
                        i > 0 ? "" : plan.effectBytes() == 0 ? "-" : size(plan.effectBytes()),
                        i > 0 ? "" : number(plan.jvms()),
                        text.get(i).substring(indent.length()));
            }
        }
        page.table(table);
        more(plans.size() - MOST_CHANGES, "row", page);
        page.line(
                "cores: CPUs that these JVMs have used since their start, or since the snapshot of --since. memory: resident on base pages."
                        + (measured
                                ? " gain at most: page walks of the JVMs that were measured; hits in the second level of the TLB"
                                        + " and page faults are not in it."
                                : " The gain is a part of the cores that a measurement bounds: --measured FILE of hp-cli tlb --save."));
        Costs costs = summary.all().costs();
        if (costs.gainPriceAtMost() > 0) {
            page.line(String.format(Locale.ROOT, "price of the gain: at most %.2f", costs.gainPriceAtMost()));
        }
        if (costs.memoryPrice() > 0) {
            page.line(String.format(
                    Locale.ROOT, "price of the memory that huge pages would fill: %.2f", costs.memoryPrice()));
        }
    }

    private static String cores(Costs costs) {
        return costs.cpuMicros() == 0 && costs.cpuUnknown() > 0
                ? "?"
                : String.format(Locale.ROOT, "%.2f", costs.cpuCores());
    }

    private static String gain(Planned plan) {
        Costs costs = plan.costs();
        return costs.gainUnknown() == plan.jvms() ? "?" : String.format(Locale.ROOT, "%.2f", costs.gainAtMostCores());
    }

    private static void groups(String name, Map<String, Totals> groups, Page page) {
        if (groups.isEmpty()) {
            return;
        }
        page.section("By " + name);
        Table table = new Table(
                left(name),
                right("JVMs"),
                right("cores"),
                right("requested"),
                right("got them"),
                right("could gain"),
                right("memory"));
        groups.entrySet().stream().limit(MOST_GROUPS).forEach(entry -> {
            Totals totals = entry.getValue();
            table.row(
                    cut(entry.getKey(), LONGEST_NAME),
                    number(totals.jvms()),
                    cores(totals.costs()),
                    number(totals.requested()),
                    number(totals.granted()),
                    number(totals.canGain()),
                    size(totals.gainBytes()));
        });
        page.table(table);
        more(groups.size() - MOST_GROUPS, "group", page);
    }

    private static void more(int count, String what, Page page) {
        if (count > 0) {
            page.line(count(count, "more " + what) + ": --format json has all");
        }
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "" : ", " + Figures.percent((double) part / whole);
    }

    private static String count(long count, String what) {
        return number(count) + " " + what + (count == 1 ? "" : "s");
    }

    private static String number(long number) {
        return Figures.grouped(Long.toString(number));
    }

    private static String size(long bytes) {
        return Sizes.of(Bytes.of(bytes));
    }

    private static String cut(String text, int length) {
        String line = Visible.line(text);
        return line.length() <= length ? line : line.substring(0, length - 3) + "...";
    }
}
