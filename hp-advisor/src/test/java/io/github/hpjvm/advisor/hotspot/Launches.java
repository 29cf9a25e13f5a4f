package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JVMs that are to be started, and hosts for them. */
final class Launches {

    static final Bytes TWO_MIB = Bytes.ofMiB(2);
    static final Bytes ONE_GIB = Bytes.ofGiB(1);

    /** The updates that the lab has. */
    private static final Map<String, String> LAB =
            Map.of("8", "1.8.0_504", "11", "11.0.33", "17", "17.0.21", "21", "21.0.13", "25", "25.0.5", "26", "26.0.2");

    private Launches() {}

    /** A root's JVM of that release, of a feature release the update that the lab has, in a group without limits. */
    static Launch launch(String version, String... arguments) {
        String release = LAB.getOrDefault(version, version);
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(release)),
                release,
                "Debian",
                Optional.empty(),
                Optional.empty());
        List<Argument> list = Arrays.stream(arguments)
                .filter(text -> !text.isBlank())
                .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                .toList();
        return new Launch(
                vm,
                new Arguments(list, List.of(), "com.example.Shop"),
                Map.of(),
                Map.of(),
                known(group(), "/proc/self/cgroup"),
                Optional.of(ThpExclusion.NONE),
                Optional.empty(),
                Optional.of(true),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.empty());
    }

    private static Cgroup group(GroupLimit... memory) {
        MemoryGroup limits = new MemoryGroup(
                List.of(memory),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return with(FactsSamples.groups(), "memory", known(limits, "/sys/fs/cgroup/memory.max"));
    }

    static Launch memoryLimit(Launch launch, Bytes limit) {
        GroupLimit group = new GroupLimit(limit, Optional.of(Bytes.ZERO), "/app", "/sys/fs/cgroup/app/memory.max");
        return with(launch, "cgroup", known(group(group), "/proc/self/cgroup"));
    }

    /** In a group that may touch, or reserve, only so much of the 2 MiB pool; -1 for no limit. */
    static Launch poolLimits(Launch launch, long maxMib, long reservedMib) {
        HugetlbGroup group = new HugetlbGroup(
                TWO_MIB,
                limits(maxMib, "max"),
                limits(reservedMib, "rsvd.max"),
                Optional.of(Bytes.ZERO),
                Optional.of(Bytes.ZERO),
                Optional.of(0L));
        Cgroup cgroup = with(group(), "hugetlb", known(List.of(group), "/sys/fs/cgroup"));
        return with(launch, "cgroup", known(cgroup, "/proc/self/cgroup"));
    }

    private static List<GroupLimit> limits(long mib, String file) {
        return mib < 0
                ? List.of()
                : List.of(new GroupLimit(
                        Bytes.ofMiB(mib), Optional.of(Bytes.ZERO), "/app", "/sys/fs/cgroup/app/hugetlb.2MB." + file));
    }

    /** Two processors, 23.5 GiB, a kernel of today, THP by madvise, no shared memory, empty pools. */
    static Host host() {
        Host host = FactsSamples.thp("madvise", "inherit", "never");
        host = with(
                host,
                "cpu",
                known(new Cpu(Optional.empty(), Optional.of(2L), List.of(), Optional.empty()), "/proc/cpuinfo"));
        return with(host, "memory", memory(24_684_084, TWO_MIB));
    }

    static Object memory(long totalKib, Bytes defaultHugePage) {
        return known(
                new Memory(Map.of(
                        "MemTotal", Bytes.ofKiB(totalKib),
                        "MemAvailable", Bytes.ofKiB(totalKib / 2),
                        "Hugepagesize", defaultHugePage)),
                "/proc/meminfo");
    }

    static Host thp(Host host, String enabled, String pmd, String shmem) {
        return with(
                host, "thp", known(FactsSamples.policy(enabled, pmd, shmem), "/sys/kernel/mm/transparent_hugepage"));
    }

    /** With so many free pages of 2 MiB and of 1 GiB. */
    static Host pools(Host host, long small, long gigantic) {
        return pools(
                host, new HugePool(TWO_MIB, small, small, 0, 0, 0), new HugePool(ONE_GIB, gigantic, gigantic, 0, 0, 0));
    }

    static Host pools(Host host, HugePool... pools) {
        return with(host, "pools", known(List.of(pools), "/sys/kernel/mm/hugepages"));
    }

    /** With so many free blocks of the size of a transparent huge page. */
    static Host freeBlocks(Host host, long blocks) {
        Fragmentation fragmentation =
                new Fragmentation(9, new Fragmentation.Share(blocks * 512 + 100_000, blocks, 0.5), List.of());
        return with(host, "fragmentation", known(fragmentation, "/proc/buddyinfo"));
    }

    static Prediction predict(Launch launch, Host host) {
        return PageModel.predict(launch, host);
    }

    static FlagSettings flags(Launch launch) {
        return launch.flags(Optional.empty());
    }

    static String[] words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.trim().split("\\s+")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words.toArray(String[]::new);
    }
}
