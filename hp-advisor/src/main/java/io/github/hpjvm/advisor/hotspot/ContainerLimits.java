package io.github.hpjvm.advisor.hotspot;

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
import io.github.hpjvm.os.text.First;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The limits of control groups that one update of HotSpot applies: {@code
 * src/hotspot/os/linux/cgroupSubsystem_linux.cpp}, {@code cgroupV1Subsystem_linux.cpp} and {@code
 * cgroupV2Subsystem_linux.cpp}, before 15 and 11.0.16 {@code osContainer_linux.cpp}. The kernel applies the lowest
 * limit of a group and its ancestors. HotSpot does so from JDK-8322420 on; older updates ignore quotas of ancestors,
 * and in most cases their memory limits.
 *
 * <p>Measured with control groups of version 1, a group below another one: 8u504, 11.0.5, 11.0.7, 11.0.10, 11.0.13,
 * 11.0.33, 17.0.2, 17.0.3, 17.0.7, 17.0.9, 17.0.21, 21.0.2, 21.0.4, 21.0.8, 21.0.13, 25.0.2, 25.0.5, 26.0.2, 27.0.1 and
 * 28-ea. Version 2 was not measured; its source was read.
 *
 * <p>A JVM that does not see all of its controllers in its mount namespace applies no limit. Measured on 8u504, 11.0.5,
 * 17.0.21, 21.0.13, 25.0.5 and 28-ea without any control group, without cpu, and with memory alone. In a namespace of
 * control groups the ancestors are hidden, but on version 1 {@code memory.stat} of its own group contains their limit; the
 * same releases except 11.0.5 apply it.
 *
 * @param version the release; an empty one is treated as the newest
 */
record ContainerLimits(Optional<JavaVersion> version, Cgroup cgroup) {

    private static final String V1_MEMORY = "memory";
    private static final String V1_CPU = "cpu";
    private static final String PREFER_QUOTA = "PreferContainerQuotaForCPUCount";
    private static final String COUNT_WEIGHT = "UseContainerCpuShares";
    private static final long SHARES_OF_ONE = 1024;
    private static final long DEFAULT_WEIGHT = 100;
    private static final long MOST_WEIGHT = 262_144;

    ContainerLimits {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(cgroup, "cgroup");
    }

    /**
     * Returns the quota of CPU time in whole processors, rounded up, or what older updates compute from the weight of the group
     * (CgroupSubsystem::active_processor_count); empty if neither applies.
     */
    Optional<Long> processors(FlagSettings flags) {
        if (appliesNoLimit() || !readsVersion2() && ownPath(V1_CPU).isEmpty()) {
            return Optional.empty();
        }
        Optional<Long> quota = cgroup.cpu()
                .flatMap((CpuQuota cpu) -> readsAncestors() ? visible(cpu) : cpu.own())
                .map(thousandths -> Math.max(1, (thousandths + 999) / 1000));
        boolean prefersQuota = !flags.isGiven(PREFER_QUOTA) || flags.isOn(PREFER_QUOTA);
        Optional<Long> weight = countsWeight(flags) && !(prefersQuota && quota.isPresent())
                ? weight(cgroup).map(this::processorsOf)
                : Optional.empty();
        return Stream.concat(quota.stream(), weight.stream()).min(Long::compare);
    }

    /**
     * Returns whether this update computes processors from the weight of its group. JDK-8281181: not since 19, 18.0.2, 17.0.5 and
     * 11.0.17, where UseContainerCpuShares restores it until JDK-8282684 (20). Measured with {@code cpu.shares}: 8u504, 11.0.5,
     * 11.0.13 and 17.0.3 compute 1 processor from 512, and 11.0.33, 17.0.7 and 17.0.21 do not.
     */
    private boolean countsWeight(FlagSettings flags) {
        boolean always = !since(19, 11, 17) && !since(19, 17, 5) && !since(19, 18, 2);
        return always || release() < 20 && flags.isGiven(COUNT_WEIGHT) && flags.isOn(COUNT_WEIGHT);
    }

    /** Returns the weight of the group; empty if it has the default weight of the kernel. */
    static Optional<Long> weight(Cgroup cgroup) {
        long byDefault = Cgroup.v1Path(cgroup.paths(), V1_CPU).isPresent() ? SHARES_OF_ONE : DEFAULT_WEIGHT;
        return cgroup.cpu()
                .flatMap(CpuQuota::weight)
                .filter(weight -> weight > 0 && weight <= MOST_WEIGHT && weight != byDefault);
    }

    /** CgroupV1Subsystem::cpu_shares and CgroupV2Subsystem::cpu_shares, rounded up to whole processors. */
    private long processorsOf(long weight) {
        boolean v1 = ownPath(V1_CPU).isPresent();
        long shares = v1 ? weight : (262_142 * weight - 1) / 9_999 + 2;
        // Version 2: the nearest multiple, as the conversion from shares to weight is not exact.
        long rounding = v1 ? SHARES_OF_ONE - 1 : SHARES_OF_ONE / 2 - 1;
        return Math.max(1, (shares + rounding) / SHARES_OF_ONE);
    }

    /**
     * Returns the memory that HotSpot computes its shares from.
     *
     * @param physical the memory of the host
     */
    Bytes memory(MemoryGroup group, Bytes physical) {
        if (appliesNoLimit()) {
            return physical;
        }
        Optional<String> v1 = ownPath(V1_MEMORY);
        Bytes lowest = GroupLimit.tightest(v1.isPresent() ? group.limits() : visible(group.limits()))
                .map(GroupLimit::limit)
                .map(physical::min)
                .orElse(physical);
        if (readsAncestors()) {
            return lowest;
        }
        if (v1.isEmpty() && !readsVersion2()) {
            return physical;
        }
        String path = v1.orElse(cgroup.paths().getOrDefault(Cgroup.UNIFIED, ""));
        Optional<Bytes> own =
                First.of(group.limits(), limit -> limit.cgroup().equals(path)).map(GroupLimit::limit);
        if (own.filter(limit -> limit.compareTo(physical) < 0).isPresent()) {
            return own.get();
        }
        if (own.isPresent() && !ignoresLimitsAbovePhysical()) {
            return own.get();
        }
        return v1.isPresent() && readsHierarchicalLimit() ? lowest : physical;
    }

    /** Returns whether this update of HotSpot applies no limit of these groups. */
    boolean appliesNoLimit() {
        return hasNoContainerSupport()
                || cgroup.view().filter(view -> !view.complete()).isPresent()
                || lacksController();
    }

    /** UseContainerSupport (JDK-8146115) is in 10 and 8u191. */
    private boolean hasNoContainerSupport() {
        return release() == 9 || release() == 8 && !isAtLeast(8, 191);
    }

    /** Returns whether this update of HotSpot applies no limit because {@code /proc/cgroups} lacks a controller. */
    boolean lacksController() {
        return requiresAllControllers()
                && cgroup.controllers().filter(ContainerLimits::lacksOne).isPresent();
    }

    /** Returns whether this update of HotSpot may apply no limit, because this kernel may leave controllers out of /proc/cgroups. */
    boolean mayIgnoreLimits(Optional<Kernel> kernel) {
        return requiresAllControllers()
                && cgroup.controllers().isEmpty()
                && ownPath(V1_MEMORY).isEmpty()
                && kernel.flatMap(it -> it.isAtLeast(6, 12)).orElse(false);
    }

    /** The controllers that determine_type of cgroupSubsystem_linux.cpp requires in /proc/cgroups. */
    private static boolean lacksOne(CgroupControllers controllers) {
        return Stream.of("cpu", "cpuacct", "cpuset", "memory").anyMatch(name -> !controllers.has(name));
    }

    /**
     * Returns whether this update applies no limit if {@code /proc/cgroups} lacks a controller. With groups of version 1 each update
     * with cgroupSubsystem_linux.cpp does so: measured with a changed file, 8u504, 11.0.33, 17.0.2 to 17.0.21, 21.0.2 to
     * 21.0.13, 25.0.2, 25.0.5, 26, 27 and 28-ea; 11.0.5 to 11.0.13 do not. With version 2 it is fixed by JDK-8349988: 25,
     * and the updates of July 2026 (pull requests jdk21u-dev 2812, jdk17u-dev, jdk11u-dev 3177 and jdk8u-dev 779 of April and
     * May 2026, after the updates of April).
     */
    private boolean requiresAllControllers() {
        if (!readsVersion2()) { // These updates have no cgroupSubsystem_linux.cpp.
            return false;
        }
        return ownPath(V1_MEMORY).isPresent()
                || !switch (release()) {
                    case 8 -> isAtLeast(8, 502);
                    case 11 -> isAtLeast(11, 32);
                    case 17 -> isAtLeast(17, 20);
                    default -> since(25, 21, 12);
                };
    }

    private Optional<Long> visible(CpuQuota quota) {
        return cgroup.view().map(GroupView::quota).orElseGet(quota::tightest);
    }

    private List<GroupLimit> visible(List<GroupLimit> limits) {
        return cgroup.view()
                .map(view -> limits.stream()
                        .filter(limit -> view.showsMemory(limit.cgroup()))
                        .toList())
                .orElse(limits);
    }

    /** Returns the group's path if that controller is on version 1. */
    private Optional<String> ownPath(String controller) {
        return Cgroup.v1Path(cgroup.paths(), controller);
    }

    /**
     * Returns whether this update applies the limits of ancestors. JDK-8322420: 24, and 21.0.9. Measured: not in 21.0.8, in 21.0.13. The pull requests of jdk21u-dev (1664, 1868) were
     * open when 21.0.8 was built, and the fix for its regression, JDK-8370572, was made for 21.0.9 (corretto-21, pull
     * request 138).
     */
    private boolean readsAncestors() {
        return since(24, 21, 9);
    }

    /**
     * Returns whether this update reads version 2. JDK-8230305: 15, 11.0.16 and 8u372. Tag jdk-11.0.16+1 contains commit 8715f37c67; the one of 8 was integrated into
     * jdk8u-dev (pull request 127) for that update.
     */
    private boolean readsVersion2() {
        return since(15, 11, 16) || release() == 8 && isAtLeast(8, 372);
    }

    /**
     * Returns whether this update reads the limit of the hierarchy. JDK-8217338: 13 and 11.0.7, {@code hierarchical_memory_limit} of {@code memory.stat}. Measured: not in 11.0.5, in
     * 11.0.7. Tag jdk-11.0.7+1 contains commit b47382f3f8. Of release 8 only 8u504 was measured.
     */
    private boolean readsHierarchicalLimit() {
        return release() == 8 || since(13, 11, 7);
    }

    /**
     * Returns whether this update ignores a limit above the memory of the host. JDK-8292083: 20, 17.0.6, 11.0.18 and 8u372. Older updates use a limit above the memory of the host as the size of
     * the memory. Measured: not in 11.0.13 and 17.0.3, in 11.0.33, 17.0.7 and 8u504. Tag jdk-11.0.18+1 contains commit
     * de91323ed2; 17.0.6 is the update of that date.
     */
    private boolean ignoresLimitsAbovePhysical() {
        return switch (release()) {
            case 8 -> isAtLeast(8, 372);
            case 11 -> isAtLeast(11, 18);
            default -> since(20, 17, 6);
        };
    }

    private int release() {
        return version.map(JavaVersion::feature).orElse(Integer.MAX_VALUE);
    }

    private boolean isAtLeast(int feature, int update) {
        return version.filter(it -> it.isAtLeast(feature, 0, update)).isPresent();
    }

    /** Returns true from the feature release {@code feature} on, and from an update of the release {@code older} on. */
    private boolean since(int feature, int older, int update) {
        return release() >= feature || release() == older && isAtLeast(older, update);
    }
}
