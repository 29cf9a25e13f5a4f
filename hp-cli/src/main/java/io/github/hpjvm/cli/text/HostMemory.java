package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.Pressure;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.terminal.Table;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The section on memory: use, reclaim, fragmentation. */
record HostMemory(Host host, Page page) {

    void write() {
        page.section("Memory");
        if (host.memory().known().isEmpty()) {
            page.line(HostUnknowns.why(host.memory()));
        }
        named("MemTotal", "MemAvailable", "PageTables").ifPresent(page::line);
        named("AnonHugePages", "ShmemHugePages", "FileHugePages", "Hugetlb").ifPresent(page::line);
        host.swap()
                .known()
                .map(s ->
                        s.areas().isEmpty() ? "no swap" : "swap " + Sizes.of(s.size()) + ", used " + Sizes.of(s.used()))
                .ifPresent(page::line);
        host.pressure()
                .known()
                .ifPresent(p -> page.line("memory pressure (PSI), % of 10 s / 60 s / 300 s: some "
                        + stalled(p.some())
                        + p.full().map(full -> ", full " + stalled(full)).orElse("")));
        host.vmstat().known().ifPresent(this::reclaim);
        host.fragmentation().known().ifPresent(this::fragmentation);
    }

    /** The number of allocations that had to wait for direct reclaim, by zone. */
    private void reclaim(VmStat stat) {
        page.list(
                "direct reclaim since boot:",
                stat.counters().entrySet().stream()
                        .filter(counter -> counter.getKey().startsWith("allocstall"))
                        .map(counter -> counter.getKey() + " " + counter.getValue())
                        .toList());
    }

    private static String stalled(Pressure.Stall stall) {
        return String.format(Locale.ROOT, "%.2f / %.2f / %.2f", stall.avg10(), stall.avg60(), stall.avg300());
    }

    private Optional<String> named(String... sizes) {
        return Stream.of(sizes)
                .filter(name -> size(name).isPresent())
                .map(name -> name + " " + size(name).orElseThrow())
                .reduce((a, b) -> a + ", " + b);
    }

    private Optional<String> size(String name) {
        return host.memory().known().flatMap((Memory m) -> m.size(name)).map(Sizes::of);
    }

    private void fragmentation(Fragmentation fragmentation) {
        Bytes base = host.basePage().known().orElse(Bytes.ofKiB(4));
        Table table =
                new Table(left("node"), left("zone"), right("free"), right("free huge pages"), right("fragmented"));
        for (Fragmentation.Zone zone : fragmentation.zones()) {
            table.row(row(Integer.toString(zone.node()), zone.name(), zone.share(), base));
        }
        table.row(row("all", "", fragmentation.total(), base));
        page.table(table);
    }

    private static String[] row(String node, String zone, Fragmentation.Share share, Bytes base) {
        return new String[] {
            node,
            zone,
            Sizes.of(base.times(share.freePages())),
            Long.toString(share.hugePages()),
            String.format(Locale.ROOT, "%.1f %%", share.unusable() * 100)
        };
    }
}
