package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The machine as HotSpot sees it: os::active_processor_count and os::physical_memory in {@code
 * src/hotspot/os/linux/os_linux.cpp}. In a container its control group limits them ({@code
 * src/hotspot/os/linux/cgroupSubsystem_linux.cpp}; in 8 since 8u191). Of the online processors those count that the JVM
 * may run on (sched_getaffinity(2)), where that is known.
 *
 * @param processors how many processors; empty if it is not known
 * @param memory the physical memory or the limit of the control group; empty if it is not known
 * @param basePage the size of a base page
 * @param unknowns what was missing
 */
record Machine(Optional<Integer> processors, Optional<Bytes> memory, Bytes basePage, List<Missing> unknowns) {

    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);
    private static final Bytes LARGEST_BASE_PAGE = Bytes.ofKiB(64);

    /** Least memory of a server: below 2 GiB, because HotSpot allows smaller DIMMs (os::is_server_class_machine). */
    static final Bytes SERVER_MEMORY = Bytes.ofMiB(1792);

    private static final int SERVER_PROCESSORS = 2;
    private static final long MOST_PROCESSORS = 1 << 16;

    Machine {
        Objects.requireNonNull(processors, "processors");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(basePage, "basePage");
        unknowns = List.copyOf(unknowns);
    }

    static Machine of(FlagSettings flags, Launch launch, Host host) {
        List<Missing> unknowns = new ArrayList<>();
        Optional<Integer> processors = processors(flags, launch, host);
        if (processors.isEmpty()) {
            unknowns.add(
                    hidesGroups(launch)
                            ? missing("the CPU quota of its control group", memoryOf(launch))
                            : missing("the number of processors", host.cpu()));
        }
        Optional<Bytes> memory = memory(flags, launch, host, unknowns);
        Bytes basePage = host.basePage()
                .known()
                .filter(size -> PageSizes.exists(size) && size.compareTo(LARGEST_BASE_PAGE) <= 0)
                .orElse(USUAL_BASE_PAGE);
        return new Machine(processors, memory, basePage, unknowns);
    }

    private static Optional<Integer> processors(FlagSettings flags, Launch launch, Host host) {
        Optional<Long> given = flags.given("ActiveProcessorCount").filter(count -> count > 0);
        Optional<Long> online = host.cpu()
                .known()
                .flatMap(Cpu::processors)
                .map(count -> launch.affinity()
                        .map(allowed -> Math.min(count, allowed))
                        .orElse(count));
        Optional<Long> allowed = ignoresGroups(flags)
                ? online
                : online.filter(count -> !hidesGroups(launch))
                        .map(count -> Math.min(count, limit(flags, launch).orElse(count)));
        return given.or(() -> allowed).map(count -> (int) Math.max(1, Math.min(count, MOST_PROCESSORS)));
    }

    private static Optional<Long> limit(FlagSettings flags, Launch launch) {
        return launch.cgroup()
                .known()
                .flatMap(group -> new ContainerLimits(launch.vm().release(), group).processors(flags));
    }

    private static Fact<MemoryGroup> memoryOf(Launch launch) {
        return launch.cgroup().flatMap(Cgroup::memory);
    }

    /**
     * Returns whether the JVM may see limits that the reader of the facts does not: its groups are mounted elsewhere only. If
     * no groups are mounted here, and the JVM has no view of its own, it sees none either.
     */
    private static boolean hidesGroups(Launch launch) {
        return memoryOf(launch) instanceof Fact.Absent<?> absent
                && absent.reason() == Reason.NOT_PRESENT
                && launch.cgroup()
                        .known()
                        .filter(group -> group.layout() != Cgroup.Layout.NONE
                                || group.view().isPresent())
                        .filter(group -> !new ContainerLimits(launch.vm().release(), group).appliesNoLimit())
                        .isPresent();
    }

    /** Returns whether no control group counts the memory of the JVM, or the JVM sees none. */
    private static boolean isWithoutGroup(Launch launch, Fact.Absent<?> memory) {
        return switch (memory.reason()) {
            case NOT_PRESENT -> !hidesGroups(launch);
            case NOT_SUPPORTED -> launch.cgroup().known().isPresent();
            default -> false;
        };
    }

    private static boolean ignoresGroups(FlagSettings flags) {
        return flags.isGiven("UseContainerSupport") && !flags.isOn("UseContainerSupport");
    }

    private static Optional<Bytes> memory(FlagSettings flags, Launch launch, Host host, List<Missing> unknowns) {
        Optional<Bytes> total = host.memory().known().flatMap(memory -> memory.size("MemTotal"));
        if (total.isEmpty()) {
            unknowns.add(missing("the memory of the host", host.memory()));
            return total;
        }
        if (ignoresGroups(flags)) {
            return total;
        }
        Fact<MemoryGroup> group = memoryOf(launch);
        if (group instanceof Fact.Absent<?> absent && !isWithoutGroup(launch, absent)) {
            unknowns.add(missing("the memory limit of its control group", group));
            return Optional.empty();
        }
        Optional<ContainerLimits> limits = launch.cgroup()
                .known()
                .map(cgroup -> new ContainerLimits(launch.vm().release(), cgroup));
        return total.map(all -> group.known()
                .flatMap(memory -> limits.map(limit -> limit.memory(memory, all)))
                .orElse(all));
    }

    static Missing missing(String what, Fact<?> fact) {
        if (fact instanceof Fact.Absent<?> absent) {
            return absent.missing(what);
        }
        return new Missing(what, Reason.NOT_PRESENT, fact.source().path(), "");
    }

    /**
     * Returns whether HotSpot classifies it as a server (os::is_server_class_machine); empty if it is not known. That
     * function divides the processors by the threads of a core. But HotSpot calls it before it has read CPUID, and so
     * divides by 1. On two processors that are threads of one core 8u504 selects Parallel, and 11.0.5 to 28-ea select
     * G1. Measured with an emulated CPUID leaf 0xB; {@code -Xlog:os+cpu} then prints 2 threads per core.
     */
    Optional<Boolean> isServer() {
        boolean few = processors.filter(count -> count < SERVER_PROCESSORS).isPresent();
        boolean small = memory.filter(size -> size.compareTo(SERVER_MEMORY) < 0).isPresent();
        if (few || small) {
            return Optional.of(false);
        }
        return processors.isPresent() && memory.isPresent() ? Optional.of(true) : Optional.empty();
    }
}
