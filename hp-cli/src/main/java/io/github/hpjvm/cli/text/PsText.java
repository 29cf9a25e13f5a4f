package io.github.hpjvm.cli.text;

import static io.github.hpjvm.bench.terminal.Table.Column.left;
import static io.github.hpjvm.bench.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.HugePageUsers.PoolUse;
import io.github.hpjvm.advisor.facts.HugePageUsers.ThpUse;
import io.github.hpjvm.advisor.facts.HugeProcess;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.bench.terminal.Table;
import java.util.List;

/** Who has the huge pages of a host, for people. */
public final class PsText {
    /** So that a line with all other columns fits a terminal most of the time. */
    private static final int COMMAND = 60;

    private PsText() {}

    public static String write(HugePageUsers users, boolean colour) {
        Page page = new Page(colour);
        page.section("Processes on huge pages");
        if (users.processes().isEmpty()) {
            page.line("none of the " + users.looked() + " that were looked at");
        } else {
            page.table(processes(users.processes()));
        }
        if (users.notSeen() > 0) {
            page.warning(
                    "not seen: " + processes(users.notSeen()) + (users.grant().isEmpty() ? "" : "; " + users.grant()));
        }
        if (users.skipped() > 0) {
            page.warning("skipped: " + processes(users.skipped())
                    + " with so much memory that reading all mappings would have taken too long; of a JVM,"
                    + " hp-cli advise --pid N tells more");
        }
        page.section("Transparent huge pages of the host");
        Table thp = new Table(
                left("kind"), right("mapped"), right("in the processes above"), right("not accounted for"), left(""));
        thp(thp, "anonymous", users.anonThp());
        thp(thp, "shared", users.shmemThp());
        thp(thp, "files, text", users.fileThp());
        page.table(thp);
        page.section("hugetlb pools");
        pools(users.pools(), page);
        return page.text();
    }

    private static String processes(long count) {
        return count + (count == 1 ? " process" : " processes");
    }

    private static Table processes(List<HugeProcess> processes) {
        boolean contained = processes.stream().anyMatch(p -> p.container().isPresent());
        Table table = new Table(
                right("PID"),
                left("user"),
                left("program"),
                right("anon THP"),
                right("shared THP"),
                right("file THP"),
                right("hugetlb"),
                left(contained ? "container" : ""),
                left("command"));
        for (HugeProcess p : processes) {
            table.row(
                    Long.toString(p.pid()),
                    p.user(),
                    program(p),
                    figure(p.anonThp()),
                    figure(p.shmemThp()),
                    figure(p.fileThp()),
                    hugetlb(p),
                    p.container().map(Container::shortName).orElse(""),
                    command(p));
        }
        return table;
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

    /** What is touched; a mapping that nobody has touched keeps its pages from all others, and is shown as well. */
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
        String shown = p.kind() == ProcessKind.OTHER || !command.isEmpty() ? command : p.name();
        return shown.length() <= COMMAND ? shown : shown.substring(0, COMMAND - 3) + "...";
    }

    private static void thp(Table table, String kind, Fact<ThpUse> fact) {
        ThpUse use = fact.known().orElse(null);
        if (use == null) {
            table.row(kind, "-", "-", "-", "this kernel does not say");
            return;
        }
        table.row(
                kind,
                Sizes.of(use.mapped()),
                Sizes.of(use.seen()),
                Sizes.of(use.unaccounted()),
                use.unmapped().isZero() ? "" : Sizes.of(use.unmapped()) + " more exist and nobody maps them as such");
    }

    private static void pools(Fact<List<PoolUse>> fact, Page page) {
        List<PoolUse> pools = fact.known().orElse(List.of());
        if (pools.isEmpty()) {
            page.line(fact.known().isPresent() ? "none" : "not known: " + fact.source());
            return;
        }
        Table table = new Table(
                right("size"),
                right("pool"),
                right("in use"),
                right("in the processes above"),
                right("not accounted for"),
                right("reserved, untouched"),
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
