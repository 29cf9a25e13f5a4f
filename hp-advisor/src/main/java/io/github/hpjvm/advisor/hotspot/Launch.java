package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A JVM that will be started, or one that was: all inputs except the host that decide its use of huge pages.
 *
 * @param vm which build it is; its collector and heap are given only for one that runs
 * @param arguments its arguments
 * @param defaults the flags of the same build, started bare on that host ({@code java -XX:+PrintFlagsFinal -version}):
 *     where they are given they overrule what we know of the release. Empty if it could not be started
 * @param finals the flags of the JVM itself, if it runs: the results of its own ergonomics. Empty otherwise
 * @param cgroup the control groups that it will be in
 * @param thpExclusion whether {@code prctl(PR_SET_THP_DISABLE)} excludes it from transparent huge pages; empty if that
 *     is not known
 * @param sysfs the files below {@code /sys/kernel/mm} that it sees; empty if they are those of the host or not known
 * @param mayUseShm whether it may use System V shared memory from the hugetlb pool ({@link
 *     io.github.hpjvm.advisor.facts.SharedMemoryRight}); empty if that is not known
 * @param affinity how many processors it may run on (sched_getaffinity(2)), including offline processors; empty if
 *     unknown
 * @param nodes the NUMA nodes whose memory it may use ({@code Mems_allowed_list}); empty if they are not known
 * @param held the pages that it has of each pool, which become free when it is started anew; none for one that does not
 *     run
 * @param untouched those of them that it has only reserved: they are among the free pages of the NUMA nodes
 * @param sharing whether the build maps an archive of class data sharing by default: {@code java -version} then prints
 *     "sharing". Empty if that is not known
 */
public record Launch(
        VmIdentity vm,
        Arguments arguments,
        Map<String, VmFlag> defaults,
        Map<String, VmFlag> finals,
        Fact<Cgroup> cgroup,
        Optional<ThpExclusion> thpExclusion,
        Optional<SysfsView> sysfs,
        Optional<Boolean> mayUseShm,
        Optional<Integer> affinity,
        Optional<RangeList> nodes,
        Map<Bytes, Long> held,
        Map<Bytes, Long> untouched,
        Optional<Boolean> sharing) {

    public Launch {
        Objects.requireNonNull(vm, "vm");
        Objects.requireNonNull(arguments, "arguments");
        defaults = Map.copyOf(defaults);
        finals = Map.copyOf(finals);
        Objects.requireNonNull(cgroup, "cgroup");
        Objects.requireNonNull(thpExclusion, "thpExclusion");
        Objects.requireNonNull(sysfs, "sysfs");
        Objects.requireNonNull(mayUseShm, "mayUseShm");
        Objects.requireNonNull(affinity, "affinity");
        Objects.requireNonNull(nodes, "nodes");
        held = Map.copyOf(held);
        untouched = Map.copyOf(untouched);
        Objects.requireNonNull(sharing, "sharing");
    }

    /**
     * Returns whether its control groups limit memory or CPU time. Then {@link #defaults}, which a JVM outside of these
     * groups printed, do not show its ergonomics. Groups that are not known count as unlimited.
     */
    boolean isInLimitedGroup() {
        boolean quota = cgroup.known()
                .flatMap(Cgroup::cpu)
                .filter(cpu -> cpu.tightest().isPresent())
                .isPresent();
        boolean memory = cgroup.flatMap(Cgroup::memory)
                .known()
                .filter(group -> !group.limits().isEmpty())
                .isPresent();
        boolean weight = cgroup.known().flatMap(ContainerLimits::weight).isPresent();
        return quota || memory || weight;
    }

    /** Returns a copy with another build, or with more facts about the build. */
    public Launch withVm(VmIdentity other) {
        return new Launch(
                other,
                arguments,
                defaults,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy with other arguments. */
    public Launch withArguments(Arguments other) {
        return new Launch(
                vm,
                other,
                defaults,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy with these defaults of the build. */
    public Launch withDefaults(Map<String, VmFlag> other) {
        return new Launch(
                vm,
                arguments,
                other,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy with the results of its ergonomics; no values for one that does not run yet. */
    public Launch withFinals(Map<String, VmFlag> other) {
        return new Launch(
                vm,
                arguments,
                defaults,
                other,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy in other control groups. */
    public Launch withCgroup(Fact<Cgroup> other) {
        return new Launch(
                vm,
                arguments,
                defaults,
                finals,
                other,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy with that many pages of each pool, all of them touched. */
    public Launch withHeld(Map<Bytes, Long> other) {
        return new Launch(
                vm,
                arguments,
                defaults,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                other,
                Map.of(),
                sharing);
    }

    /** Returns a copy that may use System V shared memory of the pool, or may not. */
    public Launch withSharedMemory(Optional<Boolean> other) {
        return new Launch(
                vm,
                arguments,
                defaults,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                other,
                affinity,
                nodes,
                held,
                untouched,
                sharing);
    }

    /** Returns a copy that maps an archive of class data sharing by default, or does not. */
    public Launch withSharing(Optional<Boolean> other) {
        return new Launch(
                vm,
                arguments,
                defaults,
                finals,
                cgroup,
                thpExclusion,
                sysfs,
                mayUseShm,
                affinity,
                nodes,
                held,
                untouched,
                other);
    }

    /** Returns the flags that HotSpot of that architecture derives from the arguments before it examines the host. */
    FlagSettings flags(Optional<String> architecture) {
        return FlagSettings.of(vm, architecture, arguments, defaults, !finals.isEmpty());
    }
}
