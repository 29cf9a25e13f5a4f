package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.FleetSummary.Change;
import io.github.hpjvm.advisor.fleet.FleetSummary.Totals;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.Map;

/** The summary of a fleet as text. */
public final class FleetText {
    private static final int MOST_CHANGES = 10;
    private static final int MOST_GROUPS = 10;
    private static final int LONGEST_NAME = 30;

    private FleetText() {}

    public static String write(FleetSummary summary, boolean colour) {
        Page page = new Page(colour);
        page.section("Fleet: " + count(summary.snapshots(), "snapshot") + ", "
                + count(summary.all().jvms(), "JVM"));
        if (summary.damaged() > 0) {
            page.warning(count(summary.damaged(), "file") + " could not be read, and "
                    + (summary.damaged() == 1 ? "is" : "are") + " not counted");
        }
        totals(summary, page);
        changes(summary.changes(), page);
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
                "JVMs could gain: " + size(all.gainBytes()) + " are on base pages" + share(all.canGain(), all.jvms()));
        table.row(size(summary.idlePoolBytes()), "are idle in pools (HP-106)");
        page.table(table);
    }

    private static void changes(List<Change> changes, Page page) {
        if (changes.isEmpty()) {
            return;
        }
        page.section("Changes with the most effect");
        Table table = new Table(right("memory"), right("JVMs"), right("hosts"), left("change"));
        int room = Paragraph.WIDTH - 32;
        for (Change change : changes.subList(0, Math.min(MOST_CHANGES, changes.size()))) {
            table.row(
                    change.effectBytes() == 0 ? "-" : size(change.effectBytes()),
                    number(change.jvms()),
                    number(change.hosts()),
                    shortened(change.name(), room));
        }
        page.table(table);
        more(changes.size() - MOST_CHANGES, "change", page);
    }

    private static void groups(String name, Map<String, Totals> groups, Page page) {
        if (groups.isEmpty()) {
            return;
        }
        page.section("By " + name);
        Table table = new Table(
                left(name), right("JVMs"), right("requested"), right("got them"), right("could gain"), right("memory"));
        groups.entrySet().stream().limit(MOST_GROUPS).forEach(entry -> {
            Totals totals = entry.getValue();
            table.row(
                    cut(entry.getKey(), LONGEST_NAME),
                    number(totals.jvms()),
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

    /** A name that is too long keeps its end: the names of files of the kernel differ there. */
    private static String shortened(String text, int length) {
        String line = Visible.line(text);
        int kept = length / 2;
        return line.length() <= length
                ? line
                : line.substring(0, length - kept - 3) + "..." + line.substring(line.length() - kept);
    }

    private static String cut(String text, int length) {
        String line = Visible.line(text);
        return line.length() <= length ? line : line.substring(0, length - 3) + "...";
    }
}
