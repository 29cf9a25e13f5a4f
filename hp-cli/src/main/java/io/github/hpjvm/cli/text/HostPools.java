package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbMount;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.console.terminal.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The section on hugetlb pools, by page size and node, and on the rights to use them. */
record HostPools(Host host, Page page) {

    void write() {
        page.section("hugetlb pools (pages)");
        List<HugePool> pools = host.pools().known().orElse(List.of());
        if (pools.isEmpty()) {
            page.line(host.pools().known().isPresent() ? "none" : HostUnknowns.why(host.pools()));
            return;
        }
        Table table = new Table(
                right("size"),
                left("node"),
                right("total"),
                right("free"),
                right("reserved"),
                right("available"),
                right("surplus"),
                right("overcommit"));
        List<NodePool> nodes = host.nodePools().known().orElse(List.of());
        for (HugePool pool : pools) {
            table.row(
                    Sizes.of(pool.pageSize()),
                    "all",
                    Long.toString(pool.total()),
                    Long.toString(pool.free()),
                    Long.toString(pool.reserved()),
                    Long.toString(pool.usable()),
                    Long.toString(pool.surplus()),
                    Long.toString(pool.overcommit()));
            List<NodePool> own = nodes.stream()
                    .filter(node -> node.pageSize().equals(pool.pageSize()))
                    .toList();
            if (own.size() > 1) {
                own.forEach(node -> table.row(
                        "",
                        Integer.toString(node.node()),
                        Long.toString(node.total()),
                        Long.toString(node.free()),
                        "",
                        "",
                        Long.toString(node.surplus()),
                        ""));
            }
        }
        page.table(table);
        host.hugetlbMounts().known().orElse(List.of()).forEach(mount -> page.line(mount(mount)));
        Stream.of(
                        host.memlock()
                                .known()
                                .map(l -> "memlock " + l.soft().map(Sizes::of).orElse("unlimited")),
                        host.vm()
                                .known()
                                .flatMap(v -> v.value("hugetlb_shm_group"))
                                .map(g -> "hugetlb_shm_group " + g))
                .flatMap(Optional::stream)
                .reduce((a, b) -> a + ", " + b)
                .ifPresent(page::line);
    }

    private static String mount(HugetlbMount mount) {
        return "hugetlbfs on " + mount.path()
                + mount.pageSize().map(size -> ", pages of " + Sizes.of(size)).orElse("")
                + mount.size().map(size -> ", size limit " + Sizes.of(size)).orElse("")
                + mount.minSize().map(size -> ", minimum " + Sizes.of(size)).orElse("")
                + ", uid " + mount.uid() + ", mode " + mount.mode() + (mount.writable() ? "" : ", read-only");
    }
}
