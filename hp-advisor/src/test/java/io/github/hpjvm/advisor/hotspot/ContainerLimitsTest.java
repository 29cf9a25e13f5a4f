package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.CgroupControllers;
import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.GroupView;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerLimitsTest {

    private static final Bytes PHYSICAL = Bytes.ofKiB(24_684_084);
    private static final String OWN = "/slice/service";
    private static final FlagSettings FLAGS = flags();

    private static FlagSettings flags(String... arguments) {
        return Launches.launch("17", arguments).flags(Optional.empty());
    }

    private static ContainerLimits limits(String version, Map<String, String> paths, Optional<CpuQuota> cpu) {
        Cgroup group = with(with(FactsSamples.groups(), "paths", paths), "cpu", cpu);
        return new ContainerLimits(Optional.of(JavaVersion.parse(version)), group);
    }

    private static MemoryGroup memory(Long own, Long parent) {
        List<GroupLimit> limits = new ArrayList<>();
        if (own != null) {
            limits.add(limit(own, OWN));
        }
        if (parent != null) {
            limits.add(limit(parent, "/slice"));
        }
        return new MemoryGroup(
                limits, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static GroupLimit limit(long mib, String group) {
        return new GroupLimit(Bytes.ofMiB(mib), Optional.empty(), group, group + "/memory.max");
    }

    /** MaxHeapSize times four, of each build in a group of version 1 below another one; limits and memory in MiB. */
    @ParameterizedTest
    @CsvFileSource(resources = "cgroup-memory.csv", useHeadersInDisplayName = true)
    void measuredWithVersion1(String jdk, Long own, Long parent, long memory) {
        Bytes seen = limits(jdk, Map.of("cpu,cpuacct", "/", "memory", OWN), Optional.empty())
                .memory(memory(own, parent), PHYSICAL);
        assertEquals(memory < 0 ? PHYSICAL : Bytes.ofMiB(memory), seen);
    }

    /** UseContainerSupport is in 8u191 and 10. */
    @Test
    void olderUpdatesKnowNoContainer() {
        Map<String, String> paths = Map.of("cpu,cpuacct", "/", "memory", OWN);
        for (String jdk : List.of("1.8.0_181", "9.0.4")) {
            assertEquals(PHYSICAL, limits(jdk, paths, Optional.empty()).memory(memory(512L, null), PHYSICAL), jdk);
        }
        assertEquals(
                Bytes.ofMiB(512), limits("1.8.0_191", paths, Optional.empty()).memory(memory(512L, null), PHYSICAL));
    }

    /** MaxHeapSize of each build with a file like {@code /proc/cgroups} without cpuset, or without memory, in its place. */
    @ParameterizedTest
    @CsvSource({
        "11.0.5, false",
        "11.0.13, false",
        "11.0.33, true",
        "17.0.2, true",
        "17.0.21, true",
        "21.0.2, true",
        "21.0.13, true",
        "25.0.5, true",
        "28, true",
        "1.8.0_504, true"
    })
    void measuredWithoutAController(String jdk, boolean ignored) {
        for (String missing : List.of("cpuset", "memory", "cpuacct")) {
            Bytes seen = lacking(missing, jdk, Map.of("cpu,cpuacct", "/", "memory", OWN))
                    .memory(memory(512L, null), PHYSICAL);
            assertEquals(ignored ? PHYSICAL : Bytes.ofMiB(512), seen, missing);
        }
    }

    /** JDK-8349988: 25, and the updates of July 2026. */
    @ParameterizedTest
    @CsvSource({
        "21.0.9, true",
        "21.0.12, false",
        "17.0.19, true",
        "17.0.20, false",
        "11.0.31, true",
        "11.0.32, false",
        "1.8.0_492, true",
        "1.8.0_502, false",
        "24, true",
        "25, false"
    })
    void version2WithoutAController(String jdk, boolean ignored) {
        Map<String, String> unified = Map.of(Cgroup.UNIFIED, OWN);
        ContainerLimits limits = lacking("memory", jdk, unified);
        assertEquals(ignored ? PHYSICAL : Bytes.ofMiB(512), limits.memory(memory(512L, null), PHYSICAL));
        Optional<Kernel> kernel = Optional.of(new Kernel("6.14.0", Optional.empty()));
        ContainerLimits unread = limits(jdk, unified, Optional.empty());
        assertEquals(ignored, unread.mayIgnoreLimits(kernel));
        assertEquals(false, unread.mayIgnoreLimits(Optional.of(new Kernel("6.11.0", Optional.empty()))));
        assertEquals(Bytes.ofMiB(512), lacking("pids", jdk, unified).memory(memory(512L, null), PHYSICAL));
    }

    private static ContainerLimits lacking(String controller, String version, Map<String, String> paths) {
        Map<String, Boolean> all = new HashMap<>();
        List.of("cpu", "cpuacct", "cpuset", "memory", "pids").forEach(name -> all.put(name, true));
        all.remove(controller);
        Cgroup group = with(
                with(FactsSamples.groups(), "paths", paths), "controllers", Optional.of(new CgroupControllers(all)));
        return new ContainerLimits(Optional.of(JavaVersion.parse(version)), group);
    }

    /** Read in the sources: version 2 has no file with the limits of all ancestors. */
    @ParameterizedTest
    @CsvSource({
        "11.0.15,   2048, 1024, -1",
        "11.0.16,   2048, 1024, 2048",
        "11.0.16,   ,     1024, -1",
        "1.8.0_362, 2048, 1024, -1",
        "1.8.0_372, 2048, 1024, 2048",
        "14,        2048, 1024, -1",
        "17.0.2,    2048, 1024, 2048",
        "17.0.2,    ,     1024, -1",
        "17.0.2,    32768,    , 32768",
        "17.0.7,    32768,    , -1",
        "21.0.8,    2048, 1024, 2048",
        "21.0.9,    2048, 1024, 1024",
        "23,        ,     1024, -1",
        "24,        ,     1024, 1024"
    })
    void version2(String jdk, Long own, Long parent, long memory) {
        Bytes seen = limits(jdk, Map.of(Cgroup.UNIFIED, OWN), Optional.empty()).memory(memory(own, parent), PHYSICAL);
        assertEquals(memory < 0 ? PHYSICAL : Bytes.ofMiB(memory), seen);
    }

    @ParameterizedTest
    @CsvSource({
        "11.0.5,  cpu,     1000, 1000, 1",
        "11.0.5,  unified, 1000, 1000, ",
        "11.0.16, unified, 1000, 1000, 1",
        "17.0.21, unified, 2500, 1000, 3",
        "21.0.8,  cpu,     ,     1000, ",
        "21.0.13, cpu,     ,     1000, 1",
        "25.0.2,  unified, 2500, 1000, 1"
    })
    void quotas(String jdk, String hierarchy, Long own, Long tightest, Long processors) {
        CpuQuota quota = new CpuQuota(Optional.ofNullable(own), Optional.ofNullable(tightest));
        assertEquals(
                Optional.ofNullable(processors),
                limits(jdk, Map.of(hierarchy, OWN), Optional.of(quota)).processors(FLAGS));
    }

    /** Version 1 is measured on 8u504, 11.0.5, 11.0.13, 11.0.33, 17.0.3, 17.0.7 and 17.0.21; version 2 is read in the source. */
    @ParameterizedTest
    @CsvSource({
        "1.8.0_504, cpu,        2,     , , 1",
        "1.8.0_504, cpu,      512,     , , 1",
        "1.8.0_504, cpu,     1024,     , , ",
        "1.8.0_504, cpu,     1536,     , , 2",
        "11.0.5,    cpu,      512,     , , 1",
        "11.0.13,   cpu,      512,     , , 1",
        "11.0.33,   cpu,      512,     , , ",
        "17.0.3,    cpu,      512,     , , 1",
        "17.0.7,    cpu,      512,     , , ",
        "17.0.21,   cpu,      512,     , , ",
        "17.0.21,   cpu,      512,     , -XX:+UseContainerCpuShares, 1",
        "21.0.2,    cpu,      512,     , , ",
        "1.8.0_504, cpu,      512, 2000, , 2",
        "1.8.0_504, cpu,      512, 2000, -XX:-PreferContainerQuotaForCPUCount, 1",
        "17.0.3,    cpu,      512, 2000, -XX:-PreferContainerQuotaForCPUCount, 1",
        "17.0.3,    cpu,     4096, 2000, -XX:-PreferContainerQuotaForCPUCount, 2",
        "1.8.0_504, unified,    1,     , , 1",
        "1.8.0_504, unified,   39,     , , 1",
        "1.8.0_504, unified,   59,     , , 2",
        "1.8.0_504, unified,  100,     , , ",
        "1.8.0_504, unified,  157,     , , 4",
        "11.0.13,   unified,    1,     , , ",
        "17.0.4,    unified,    1,     , , 1",
        "17.0.5,    unified,    1,     , , ",
        "18.0.1,    unified,    1,     , , 1",
        "18.0.2,    unified,    1,     , , ",
        "17.0.3,    unified, 9223372036854775807, , , "
    })
    void weightsOfOlderUpdates(
            String jdk, String hierarchy, Long weight, Long quota, String argument, Long processors) {
        CpuQuota cpu = new CpuQuota(Optional.ofNullable(quota), Optional.ofNullable(quota), Optional.of(weight));
        FlagSettings flags = argument == null ? FLAGS : flags(argument);
        assertEquals(
                Optional.ofNullable(processors),
                limits(jdk, Map.of(hierarchy, OWN), Optional.of(cpu)).processors(flags));
    }

    /**
     * Measured with a group whose parent allows 1 GiB: without any hierarchy, without cpu, and with memory alone, 8u504,
     * 11.0.5, 17.0.21, 21.0.13, 25.0.5 and 28-ea use the memory of the host. In a namespace of control groups all of
     * them but 11.0.5 use the limit of the parent.
     */
    @ParameterizedTest
    @CsvSource({
        "8.0.504, false, -1",
        "11.0.5, false, -1",
        "17.0.21, false, -1",
        "21.0.13, false, -1",
        "25.0.5, false, -1",
        "28, false, -1",
        "8.0.504, true, 1024",
        "11.0.5, true, -1",
        "17.0.21, true, 1024",
        "21.0.13, true, 1024",
        "25.0.5, true, 1024",
        "28, true, 1024"
    })
    void measuredWithHiddenGroups(String jdk, boolean complete, long memory) {
        GroupView view = new GroupView(complete, complete ? Optional.of(OWN) : Optional.empty(), Optional.empty());
        Map<String, String> paths = Map.of("cpu", "/", "cpuacct", "/", "memory", OWN);
        CpuQuota quota = new CpuQuota(Optional.empty(), Optional.of(1000L));
        ContainerLimits plain = limits(jdk, paths, Optional.of(quota));
        ContainerLimits limits = new ContainerLimits(plain.version(), with(plain.cgroup(), "view", Optional.of(view)));
        assertEquals(memory < 0 ? PHYSICAL : Bytes.ofMiB(memory), limits.memory(memory(null, 1024L), PHYSICAL));
        assertEquals(Optional.empty(), limits.processors(FLAGS));
    }

    /** On version 2 the files of hidden ancestors are the only source of their limits. */
    @Test
    void hiddenAncestorsOfVersion2DoNotApply() {
        GroupView view = new GroupView(true, Optional.of(OWN), Optional.empty());
        ContainerLimits plain = limits("25.0.5", Map.of(Cgroup.UNIFIED, OWN), Optional.empty());
        assertEquals(Bytes.ofMiB(1024), plain.memory(memory(2048L, 1024L), PHYSICAL));
        ContainerLimits limits = new ContainerLimits(plain.version(), with(plain.cgroup(), "view", Optional.of(view)));
        assertEquals(Bytes.ofMiB(2048), limits.memory(memory(2048L, 1024L), PHYSICAL));
        assertEquals(PHYSICAL, limits.memory(memory(null, 1024L), PHYSICAL));
    }
}
