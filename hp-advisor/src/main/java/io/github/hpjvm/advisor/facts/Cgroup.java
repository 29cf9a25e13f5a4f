package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.Visible;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The control groups of one process and their limits (Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/).
 *
 * @param layout mounted versions
 * @param paths the group in each hierarchy, by its controllers as in {@code /proc/PID/cgroup}; the one of version 2 is
 *     under {@link #UNIFIED}
 * @param container container that the path names; empty if it names none
 * @param ancestorsHidden true if limits of ancestors may be invisible, because only a part of the hierarchy is mounted, as
 *     in a container
 * @param hugetlb the limits for each page size, the smallest first; a size is not in it where no group on the way up
 *     controls it
 * @param memory the limits of memory, which do not cover hugetlb pages unless cgroup2 is mounted with
 *     {@code memory_hugetlb_accounting}
 * @param cpu quota of processor time; empty if it could not be read, or in a document of a version without it
 * @param view the groups that the process sees; empty if it sees the same as the reader, or if that is not known
 * @param controllers the controllers of the kernel; empty if they could not be read, or in a document of a version without
 *     them
 */
public record Cgroup(
        Layout layout,
        Map<String, String> paths,
        Optional<Container> container,
        boolean ancestorsHidden,
        Fact<List<HugetlbGroup>> hugetlb,
        Fact<MemoryGroup> memory,
        Optional<CpuQuota> cpu,
        Optional<GroupView> view,
        Optional<CgroupControllers> controllers) {

    /** The name of the hierarchy of version 2, which has none in {@code /proc/PID/cgroup}. */
    public static final String UNIFIED = "unified";

    /** The mounted versions of control groups. */
    public enum Layout {
        V1,
        V2,
        /** Both versions; each controller belongs to one of them. */
        HYBRID,
        /** No visible version. */
        NONE
    }

    /** PATH_MAX of {@code include/uapi/linux/limits.h}. */
    private static final int LONGEST_PATH = 4096;

    public Cgroup {
        Objects.requireNonNull(layout, "layout");
        Map<String, String> clean = new TreeMap<>();
        paths.forEach((name, path) -> clean.put(Visible.name(name, LONGEST_PATH), Visible.name(path, LONGEST_PATH)));
        paths = Collections.unmodifiableMap(clean);
        Objects.requireNonNull(container, "container");
        Objects.requireNonNull(hugetlb, "hugetlb");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(controllers, "controllers");
    }

    /** Groups of a kernel whose controllers are not known. */
    public Cgroup(
            Layout layout,
            Map<String, String> paths,
            Optional<Container> container,
            boolean ancestorsHidden,
            Fact<List<HugetlbGroup>> hugetlb,
            Fact<MemoryGroup> memory,
            Optional<CpuQuota> cpu,
            Optional<GroupView> view) {
        this(layout, paths, container, ancestorsHidden, hugetlb, memory, cpu, view, Optional.empty());
    }

    /** Returns the path of the group of a controller on version 1; empty if the controller is not on version 1. */
    public static Optional<String> v1Path(Map<String, String> paths, String controller) {
        return First.of(
                        paths.entrySet(),
                        entry -> List.of(entry.getKey().split(",")).contains(controller))
                .map(Map.Entry::getValue);
    }

    /** Returns the same groups with other limits of hugetlb pages. */
    public Cgroup withHugetlb(Fact<List<HugetlbGroup>> other) {
        return new Cgroup(layout, paths, container, ancestorsHidden, other, memory, cpu, view, controllers);
    }

    /** Returns the same groups with other limits of memory. */
    public Cgroup withMemory(Fact<MemoryGroup> other) {
        return new Cgroup(layout, paths, container, ancestorsHidden, hugetlb, other, cpu, view, controllers);
    }

    /** Returns the same groups with another quota of processor time. */
    public Cgroup withCpu(Optional<CpuQuota> other) {
        return new Cgroup(layout, paths, container, ancestorsHidden, hugetlb, memory, other, view, controllers);
    }

    /**
     * Returns the fact that hides limits of the memory of a process; empty if the limits are known. A kernel without control groups
     * has no limits, and a process in no group for memory has none. A hidden limit above a visible one is rarely lower.
     *
     * @param groups those of the process
     */
    public static Optional<Missing> hiddenMemoryLimits(Fact<Cgroup> groups) {
        if (groups instanceof Fact.Absent<Cgroup> absent) {
            boolean none = absent.reason() == Reason.NOT_PRESENT
                    && absent.source().path().endsWith("/cgroup");
            return none ? Optional.empty() : Optional.of(absent.missing("control groups"));
        }
        Fact<MemoryGroup> memory = groups.flatMap(Cgroup::memory);
        if (memory instanceof Fact.Absent<MemoryGroup> absent) {
            return absent.reason() == Reason.NOT_SUPPORTED
                    ? Optional.empty()
                    : Optional.of(absent.missing("memory limits"));
        }
        boolean parents = groups.known().filter(Cgroup::ancestorsHidden).isPresent()
                && memory.known().filter(group -> !group.limits().isEmpty()).isEmpty();
        return parents
                ? Optional.of(new Missing(
                        "memory limits of parent groups",
                        Reason.NOT_PRESENT,
                        memory.source().path(),
                        "run outside the container"))
                : Optional.empty();
    }

    /** The limits on pages of that size; empty if there are none or they are not known: see {@link #hugetlb}. */
    public Optional<HugetlbGroup> hugetlb(Bytes pageSize) {
        return hugetlb.known()
                .flatMap(groups -> First.of(groups, group -> group.pageSize().equals(pageSize)));
    }
}
