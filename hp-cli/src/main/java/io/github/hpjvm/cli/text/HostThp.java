package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.console.terminal.Table;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The section on transparent huge pages: the mode of each size, khugepaged, counters. */
record HostThp(Host host, Page page) {

    void write() {
        page.section("Transparent huge pages");
        ThpPolicy policy = host.thp().known().orElse(null);
        ThpSettings settings = host.thpSettings().known().orElse(null);
        if (policy == null && settings == null) {
            page.line(HostUnknowns.why(host.thp()));
            return;
        }
        if (policy != null) {
            page.line("enabled " + policy.enabled() + ", defrag " + policy.defrag()
                    + policy.shmemEnabled()
                            .map(mode -> ", shmem_enabled " + mode)
                            .orElse(""));
        }
        if (settings != null) {
            switches(settings);
            sizes(settings);
            khugepaged(settings);
        }
        host.hugeText()
                .known()
                .ifPresent(h -> page.line("huge text: hugetext_enabled " + h.enabled()
                        + h.padThreshold()
                                .map(t -> ", padded from " + t.value() + " bytes")
                                .orElse("")));
        host.vmstat().known().ifPresent(this::counters);
    }

    private void sizes(ThpSettings settings) {
        Table table = new Table(
                right("size"),
                left("enabled"),
                left("effective"),
                left("shmem_enabled"),
                left("effective"),
                right("mapped"));
        for (ThpSize size : settings.sizes()) {
            table.row(
                    Sizes.of(size.pageSize()),
                    size.enabled().orElse("-"),
                    size.effective().orElse("-"),
                    size.shmemEnabled().orElse("-"),
                    size.effectiveShmem().orElse("-"),
                    Optional.ofNullable(size.stats().get("nr_anon"))
                            .map(n -> n + " pages")
                            .orElse(""));
        }
        page.table(table);
        if (!settings.unreadable().isEmpty()) {
            page.warning("not readable: " + String.join(", ", settings.unreadable()));
        }
    }

    private void switches(ThpSettings settings) {
        page.list(
                "also:",
                Stream.of("use_zero_page", "shrink_underused")
                        .filter(settings.files()::containsKey)
                        .map(name -> name + " " + settings.files().get(name))
                        .toList());
    }

    private void khugepaged(ThpSettings settings) {
        Map<String, String> files = settings.khugepaged();
        page.list(
                "khugepaged:",
                Stream.of("pages_to_scan", "scan_sleep_millisecs", "alloc_sleep_millisecs", "max_ptes_none", "defrag")
                        .filter(files::containsKey)
                        .map(name -> name + " " + files.get(name))
                        .toList());
    }

    private void counters(VmStat stat) {
        page.list(
                "since boot:",
                Stream.of(
                                "thp_fault_alloc",
                                "thp_fault_fallback",
                                "thp_collapse_alloc",
                                "thp_split_pmd",
                                "compact_stall",
                                "compact_fail")
                        .filter(name -> stat.counter(name).isPresent())
                        .map(name -> name + " " + stat.counter(name).orElseThrow())
                        .toList());
    }
}
