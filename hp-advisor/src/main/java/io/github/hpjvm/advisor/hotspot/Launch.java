package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A JVM that is to be started, or one that was: everything but the host that decides what it does with huge pages.
 *
 * @param vm which build it is; its collector and heap are given only for one that runs
 * @param arguments what it is told
 * @param defaults the flags of the same build, started bare on that host ({@code java -XX:+PrintFlagsFinal -version}):
 *     where they are given they overrule what we know of the release. Empty if it could not be asked
 * @param finals the flags of the JVM itself, if it runs: what its own ergonomics came to. Empty otherwise
 * @param cgroup the control groups that it will be in
 * @param thpExclusion whether {@code prctl(PR_SET_THP_DISABLE)} excludes it from transparent huge pages; empty if that is
 *     not known
 * @param sysfs the files below {@code /sys/kernel/mm} that it sees; empty if they are those of the host or not known
 * @param mayUseShm whether it may take System V shared memory from the hugetlb pool ({@link
 *     io.github.hpjvm.advisor.facts.SharedMemoryRight}); empty if that is not known
 * @param affinity how many processors it may run on (sched_getaffinity(2)), of which some may be offline; empty if that is
 *     not known
 * @param held the pages that it has of each pool, which come back when it is started anew; none for one that does not run
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
        Map<Bytes, Long> held) {

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
        held = Map.copyOf(held);
    }

    /**
     * Whether its control groups limit memory or CPU time. Then {@link #defaults}, which a JVM outside of these groups
     * printed, do not show its ergonomics.
     */
    boolean isInLimitedGroup() {
        boolean quota = cgroup.known()
                .flatMap(Cgroup::cpu)
                .filter(cpu -> cpu.own().isPresent() || cpu.tightest().isPresent())
                .isPresent();
        boolean memory = cgroup.flatMap(Cgroup::memory)
                .known()
                .filter(group -> !group.limits().isEmpty())
                .isPresent();
        return quota || memory;
    }

    /** The same by another build, or by one of which more is known. */
    public Launch withVm(VmIdentity other) {
        return new Launch(other, arguments, defaults, finals, cgroup, thpExclusion, sysfs, mayUseShm, affinity, held);
    }

    /** The same, told something else. */
    public Launch withArguments(Arguments other) {
        return new Launch(vm, other, defaults, finals, cgroup, thpExclusion, sysfs, mayUseShm, affinity, held);
    }

    /** The same of a build with these defaults. */
    public Launch withDefaults(Map<String, VmFlag> other) {
        return new Launch(vm, arguments, other, finals, cgroup, thpExclusion, sysfs, mayUseShm, affinity, held);
    }

    /** The same with what its ergonomics came to; nothing for one that does not run yet. */
    public Launch withFinals(Map<String, VmFlag> other) {
        return new Launch(vm, arguments, defaults, other, cgroup, thpExclusion, sysfs, mayUseShm, affinity, held);
    }

    /** The same in other control groups. */
    public Launch withCgroup(Fact<Cgroup> other) {
        return new Launch(vm, arguments, defaults, finals, other, thpExclusion, sysfs, mayUseShm, affinity, held);
    }

    /** The same with so many pages of pools. */
    public Launch withHeld(Map<Bytes, Long> other) {
        return new Launch(vm, arguments, defaults, finals, cgroup, thpExclusion, sysfs, mayUseShm, affinity, other);
    }

    /** What HotSpot makes of the arguments before it looks at the host. */
    FlagSettings flags() {
        return FlagSettings.of(vm, arguments, defaults, !finals.isEmpty());
    }
}
