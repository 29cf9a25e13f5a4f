package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.First;
import io.github.hpjvm.advisor.text.Visible;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The control groups of one process and what they allow (Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/).
 *
 * @param layout which versions are mounted
 * @param paths the group in each hierarchy, by its controllers as in {@code /proc/PID/cgroup}; the one of version 2 is
 *     under {@link #UNIFIED}
 * @param container the container that the path tells of, if any
 * @param ancestorsHidden whether there may be limits that cannot be seen from here, because only a part of the
 *     hierarchy is mounted, as in a container
 * @param hugetlb the limits for each page size, the smallest first; a size is not in it where no group on the way up
 *     controls it
 * @param memory the limits of memory, which do not cover hugetlb pages unless cgroup2 is mounted with
 *     {@code memory_hugetlb_accounting}
 * @param cpu the quota of processor time; empty if it could not be read, or in a document of before it was
 */
public record Cgroup(
        Layout layout,
        Map<String, String> paths,
        Optional<Container> container,
        boolean ancestorsHidden,
        Fact<List<HugetlbGroup>> hugetlb,
        Fact<MemoryGroup> memory,
        Optional<CpuQuota> cpu) {

    /** The name of the hierarchy of version 2, which has none in {@code /proc/PID/cgroup}. */
    public static final String UNIFIED = "unified";

    /** Which versions of control groups are mounted. */
    public enum Layout {
        V1,
        V2,
        /** Both; each controller is on one of them. */
        HYBRID,
        /** None that can be seen. */
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
    }

    /** What holds for pages of that size; empty if nothing limits them or it is not known: see {@link #hugetlb}. */
    public Optional<HugetlbGroup> hugetlb(Bytes pageSize) {
        return hugetlb.known()
                .flatMap(groups -> First.of(groups, group -> group.pageSize().equals(pageSize)));
    }
}
