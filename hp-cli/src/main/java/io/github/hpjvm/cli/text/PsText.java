package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.HugePageUsers.PoolUse;
import io.github.hpjvm.advisor.facts.HugePageUsers.ThpUse;
import io.github.hpjvm.advisor.facts.HugeProcess;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.os.text.Visible;
import java.util.List;

/** The processes that use huge pages, and the huge pages that no process accounts for, as text. */
public final class PsText {
    private static final String BELOW = "           ";
    private static final int LONGEST_USER = 12;

    /** Most lines of the permission that is missing. */
    private static final int LINES_OF_GRANT = 4;

    private PsText() {}

    public static String write(HugePageUsers users, boolean colour) {
        Page page = new Page(colour);
        page.section("Processes with huge pages");
        if (users.processes().isEmpty()) {
            page.line("none of the " + (users.looked() - users.notSeen() - users.skipped())
                    + " processes that were read");
        } else {
            processes(users.processes(), page, colour);
        }
        if (users.notSeen() > 0) {
            page.raw("  not readable: " + processes(users.notSeen()));
            if (!users.grant().isEmpty()) {
                Paragraph.wrap(users.grant(), "    ", "    ").stream()
                        .limit(LINES_OF_GRANT)
                        .forEach(page::raw);
            }
        }
        if (users.skipped() > 0) {
            page.warning("skipped, because reading their mappings would take too long or stall them: "
                    + processes(users.skipped()) + "; --exact reads them nevertheless");
        }
        page.section("Transparent huge pages of the host");
        Table thp = new Table(left("kind"), right("mapped"), right("processes above"), right("not accounted for"));
        thp(thp, "anonymous", users.anonThp());
        thp(thp, "shared", users.shmemThp());
        thp(thp, "files, text", users.fileThp());
        page.table(thp);
        notMapped("anonymous", users.anonThp(), page);
        notMapped("shared", users.shmemThp(), page);
        notMapped("files, text", users.fileThp(), page);
        page.section("hugetlb pools");
        pools(users.pools(), page);
        return page.text();
    }

    private static String processes(long count) {
        return count + (count == 1 ? " process" : " processes");
    }

    /** Each process takes two lines: the figures, and below them its container and command. */
    private static void processes(List<HugeProcess> processes, Page page, boolean colour) {
        Table table = new Table(
                right("PID"),
                left("user"),
                left("program"),
                right("anon THP"),
                right("shared THP"),
                right("file THP"),
                right("hugetlb"));
        for (HugeProcess p : processes) {
            table.row(
                    Long.toString(p.pid()),
                    cut(p.user(), LONGEST_USER),
                    program(p),
                    figure(p.anonThp()),
                    figure(p.shmemThp()),
                    figure(p.fileThp()),
                    hugetlb(p));
        }
        List<String> lines = table.lines("  ", colour);
        if (lines.size() > processes.size() + 1) {
            // The terminal is narrower than the table, which folds its columns.
            lines.forEach(page::raw);
            processes.forEach(it -> page.raw(cut("  " + it.pid() + "  " + command(it), Paragraph.width())));
            return;
        }
        page.raw(lines.get(0));
        for (int i = 0; i < processes.size(); i++) {
            page.raw(lines.get(i + 1));
            page.raw(cut(BELOW + command(processes.get(i)), Paragraph.width()));
        }
    }

    private static String cut(String text, int length) {
        String line = Visible.line(text);
        return line.length() <= length ? line : line.substring(0, length - 3) + "...";
    }

    private static String program(HugeProcess p) {
        return switch (p.kind()) {
            case JVM -> "JVM";
            case POSTGRESQL -> "PostgreSQL";
            case MYSQL -> "MySQL";
            case REDIS -> "Redis";
            case QEMU -> "QEMU";
            case OTHER -> p.name();
        };
    }

    private static String figure(Bytes size) {
        return size.isZero() ? "-" : Sizes.of(size);
    }

    /** The touched size, and the mapped size if it differs: untouched pages are reserved. */
    private static String hugetlb(HugeProcess p) {
        if (p.hugetlb().isEmpty()) {
            return "-";
        }
        Bytes mapped = p.hugetlb().stream().map(HugetlbUse::mapped).reduce(Bytes.ZERO, Bytes::plus);
        Bytes touched = p.touchedHugetlb();
        return touched.equals(mapped) ? Sizes.of(touched) : Sizes.of(touched) + " of " + Sizes.of(mapped);
    }

    private static String command(HugeProcess p) {
        String command = p.commandLine().isEmpty() ? "[" + p.name() + "]" : p.commandLine();
        return p.container().map(container -> container.shortName() + "  ").orElse("") + command;
    }

    private static void thp(Table table, String kind, Fact<ThpUse> fact) {
        ThpUse use = fact.known().orElse(null);
        if (use == null) {
            table.row(kind, "-", "-", "-");
        } else {
            table.row(kind, Sizes.of(use.mapped()), Sizes.of(use.seen()), Sizes.of(use.unaccounted()));
        }
    }

    private static void notMapped(String kind, Fact<ThpUse> fact, Page page) {
        ThpUse use = fact.known().orElse(null);
        if (use == null) {
            page.line(kind + ": this kernel has no such counter");
        } else if (!use.unmapped().isZero()) {
            page.line(kind + ": another " + Sizes.of(use.unmapped()) + " of huge pages are not mapped as huge pages");
        }
    }

    private static void pools(Fact<List<PoolUse>> fact, Page page) {
        List<PoolUse> pools = fact.known().orElse(List.of());
        if (pools.isEmpty()) {
            page.raw("  "
                    + (fact.known().isPresent()
                            ? "none"
                            : "unknown: " + Visible.line(fact.source().toString())));
            return;
        }
        Table table = new Table(
                right("size"),
                right("pool"),
                right("in use"),
                right("processes above"),
                right("not accounted for"),
                right("reserved"),
                right("idle"));
        for (PoolUse use : pools) {
            Bytes all = use.pool().pageSize().times(use.pool().total());
            table.row(
                    Sizes.of(use.pool().pageSize()),
                    Sizes.of(all),
                    Sizes.of(use.inUse()),
                    use.seenMin().equals(use.seenMax())
                            ? Sizes.of(use.seenMin())
                            : Sizes.of(use.seenMin()) + " to " + Sizes.of(use.seenMax()),
                    Sizes.of(use.unaccounted()),
                    Sizes.of(use.reservedUnused()),
                    Sizes.of(use.idle()));
        }
        page.table(table);
    }
}
