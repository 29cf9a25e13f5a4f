package io.github.hpjvm.cli;

import static io.github.hpjvm.bench.report.Table.Column.left;
import static io.github.hpjvm.bench.report.Table.Column.right;

import io.github.hpjvm.advisor.facts.Balloon;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.HugetlbMount;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.KernelConfig;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.Pressure;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.Virtualization;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.bench.report.Table;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts of a host, for people. */
final class HostText {
    private final Host host;
    private final Optional<MachineNames> names;
    private final Page page;

    private HostText(Host host, Optional<MachineNames> names, boolean colour) {
        this.host = host;
        this.names = names;
        this.page = new Page(colour);
    }

    /**
     * @param names what the machine is called where the kernel does not say
     */
    static String write(Host host, Optional<MachineNames> names, boolean colour) {
        HostText text = new HostText(host, names, colour);
        text.machine();
        text.thp();
        text.pools();
        text.memory();
        text.cgroup();
        text.notKnown();
        return text.page.text();
    }

    private void machine() {
        page.section("Host");
        List<String> words = new ArrayList<>();
        cpuName().ifPresent(words::add);
        host.cpu().known().flatMap(Cpu::processors).ifPresent(n -> words.add(n + (n == 1 ? " CPU" : " CPUs")));
        size("MemTotal").ifPresent(words::add);
        host.kernel().known().ifPresent(kernel -> words.add(kernel(kernel)));
        host.basePage().known().ifPresent(size -> words.add("base pages of " + Sizes.of(size)));
        page.line(words.isEmpty() ? "nothing is known about the machine" : String.join(", ", words));
        host.virtualization().known().flatMap(HostText::guest).ifPresent(page::line);
        host.balloon().known().flatMap(HostText::balloon).ifPresent(page::line);
        host.kernelConfig().known().flatMap(KernelConfig::note).ifPresent(note -> page.line("kernel config: " + note));
    }

    private Optional<String> cpuName() {
        Optional<String> told = names.flatMap(MachineNames::cpu);
        return told.or(() -> host.cpu().known().flatMap(Cpu::model));
    }

    private static String kernel(Kernel kernel) {
        return "Linux " + kernel.release()
                + kernel.architecture().map(name -> " " + name).orElse("");
    }

    private static Optional<String> guest(Virtualization v) {
        String machine = v.machine().map(name -> " (" + name + ")").orElse("");
        if (v.guest().isEmpty()) {
            return v.machine();
        }
        return v.guest().get()
                ? Optional.of(
                        "a guest" + v.hypervisor().map(name -> " of " + name).orElse("") + machine
                                + ": the page size of the host below matters as much, and cannot be seen from here")
                : v.machine();
    }

    private static Optional<String> balloon(Balloon balloon) {
        if (balloon.drivers().isEmpty()) {
            return Optional.empty();
        }
        String drivers = String.join(", ", balloon.drivers());
        boolean reports =
                balloon.reporting().orElse(false) && balloon.reportingOrder().isPresent();
        return Optional.of(
                reports
                        ? drivers + " gives free blocks of order "
                                + balloon.reportingOrder().get()
                                + " and more back to the host below: touching them again is slow"
                        : drivers + " can take memory back");
    }

    private void thp() {
        page.section("Transparent huge pages");
        ThpPolicy policy = host.thp().known().orElse(null);
        ThpSettings settings = host.thpSettings().known().orElse(null);
        if (policy == null && settings == null) {
            page.line(absent(host.thp()));
            return;
        }
        if (policy != null) {
            page.line("enabled " + policy.enabled() + ", defrag " + policy.defrag()
                    + policy.shmemEnabled()
                            .map(word -> ", shmem_enabled " + word)
                            .orElse(""));
        }
        if (settings != null) {
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
                left("so it is"),
                left("shmem_enabled"),
                left("so it is"),
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
            page.warning("cannot be read: " + String.join(", ", settings.unreadable()));
        }
    }

    private void khugepaged(ThpSettings settings) {
        Map<String, String> files = settings.khugepaged();
        String text = Stream.of(
                        "pages_to_scan", "scan_sleep_millisecs", "alloc_sleep_millisecs", "max_ptes_none", "defrag")
                .filter(files::containsKey)
                .map(name -> name + " " + files.get(name))
                .collect(Collectors.joining(", "));
        if (!text.isEmpty()) {
            page.line("khugepaged: " + text);
        }
    }

    private void counters(VmStat stat) {
        String text = Stream.of(
                        "thp_fault_alloc",
                        "thp_fault_fallback",
                        "thp_collapse_alloc",
                        "thp_split_pmd",
                        "compact_stall",
                        "compact_fail")
                .filter(name -> stat.counter(name).isPresent())
                .map(name -> name + " " + stat.counter(name).orElseThrow())
                .collect(Collectors.joining(", "));
        if (!text.isEmpty()) {
            page.line("since boot: " + text);
        }
    }

    private void pools() {
        page.section("hugetlb pools (pages)");
        List<HugePool> pools = host.pools().known().orElse(List.of());
        if (pools.isEmpty()) {
            page.line(host.pools().known().isPresent() ? "none" : absent(host.pools()));
            return;
        }
        Table table = new Table(
                right("size"),
                left("node"),
                right("total"),
                right("free"),
                right("reserved"),
                right("usable now"),
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
                + mount.size().map(size -> ", at most " + Sizes.of(size)).orElse("")
                + mount.minSize().map(size -> ", at least " + Sizes.of(size)).orElse("")
                + ", uid " + mount.uid() + ", mode " + mount.mode() + (mount.writable() ? "" : ", read-only");
    }

    private void memory() {
        page.section("Memory");
        if (host.memory().known().isEmpty()) {
            page.line(absent(host.memory()));
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
                .ifPresent(p -> page.line("stalled for memory, % of 10 s / 60 s / 300 s: some "
                        + stalled(p.some())
                        + p.full().map(full -> ", full " + stalled(full)).orElse("")));
        host.fragmentation().known().ifPresent(this::fragmentation);
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
        Table table = new Table(left("node"), left("zone"), right("free"), right("huge pages now"), right("unusable"));
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

    private void cgroup() {
        page.section("Control group of this process");
        Cgroup cgroup = host.cgroup().known().orElse(null);
        if (cgroup == null) {
            page.line(absent(host.cgroup()));
            return;
        }
        cgroup.container().map(Container::shortName).ifPresent(name -> page.line("container: " + name));
        List<HugetlbGroup> groups = cgroup.hugetlb().known().orElse(List.of());
        for (HugetlbGroup group : groups) {
            String size = Sizes.of(group.pageSize());
            group.tightest()
                    .ifPresent(l -> page.warning(
                            "hugetlb " + size + ": at most " + limit(l) + "; who touches more dies by SIGBUS"));
            group.tightestReserved()
                    .ifPresent(l -> page.line(
                            "hugetlb " + size + ": at most " + limit(l) + " reserved; who maps more gets none"));
        }
        boolean limited = groups.stream()
                .anyMatch(g -> g.tightest().isPresent() || g.tightestReserved().isPresent());
        if (!limited) {
            page.line(cgroup.hugetlb().known().isPresent() ? "hugetlb: no limit" : absent(cgroup.hugetlb()));
        }
        page.line(cgroup.memory().known().map(HostText::memory).orElseGet(() -> absent(cgroup.memory())));
        if (cgroup.ancestorsHidden()) {
            page.warning("there may be lower limits above that cannot be seen from here");
        }
    }

    private static String memory(MemoryGroup group) {
        return group.tightest().map(l -> "memory: at most " + limit(l)).orElse("memory: no limit")
                + group.current().map(size -> ", has " + Sizes.of(size)).orElse("")
                + group.anonThp()
                        .or(group::rssHuge)
                        .map(size -> ", of it anonymous THP " + Sizes.of(size))
                        .orElse("");
    }

    private static String limit(GroupLimit limit) {
        return Sizes.of(limit.limit()) + " (" + limit.file() + ")";
    }

    /** A fact that is not there is said, never left out; one that this kernel simply does not have takes one word. */
    private void notKnown() {
        List<String> notThere = new ArrayList<>();
        Table table = new Table(left("fact"), left("why"), left("source"), left("what would help"));
        int rows = 0;
        for (RecordComponent component : Host.class.getRecordComponents()) {
            if (fact(component) instanceof Fact.Absent<?> absent) {
                if (absent.reason() == Reason.NOT_PRESENT || absent.reason() == Reason.NOT_SUPPORTED) {
                    notThere.add(component.getName());
                } else {
                    rows++;
                    table.row(
                            component.getName(),
                            absent.reason().name(),
                            absent.source().toString(),
                            absent.grant());
                }
            }
        }
        if (rows == 0 && notThere.isEmpty()) {
            return;
        }
        page.section("Not known");
        if (rows > 0) {
            page.table(table);
        }
        if (!notThere.isEmpty()) {
            page.line("this host does not have: " + String.join(", ", notThere));
        }
    }

    private Object fact(RecordComponent component) {
        try {
            return component.getAccessor().invoke(host);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static String absent(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent
                ? absent.reason() + ": " + absent.source() + (absent.grant().isEmpty() ? "" : "; " + absent.grant())
                : "";
    }
}
