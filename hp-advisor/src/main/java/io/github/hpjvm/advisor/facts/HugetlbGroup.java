package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The limits of the hugetlb controller for a process and pages of one size, in its group and all ancestors. Beyond
 * {@link #max} a process dies by SIGBUS when it touches the page; beyond {@link #reservedMax} its mmap fails.
 *
 * @param pageSize the size of the pages
 * @param max the limits of {@code hugetlb.<size>.max} or {@code limit_in_bytes}, the group's own first; groups without
 *     a limit are left out
 * @param reservedMax the limits of {@code hugetlb.<size>.rsvd.max}
 * @param current usage of the own group; empty if the controller is not enabled for it
 * @param reservedCurrent reserved bytes of the own group; empty likewise
 * @param refused number of times that the own group was refused a page; empty likewise
 */
public record HugetlbGroup(
        Bytes pageSize,
        List<GroupLimit> max,
        List<GroupLimit> reservedMax,
        Optional<Bytes> current,
        Optional<Bytes> reservedCurrent,
        Optional<Long> refused) {

    public HugetlbGroup {
        Objects.requireNonNull(pageSize, "pageSize");
        max = List.copyOf(max);
        reservedMax = List.copyOf(reservedMax);
        Objects.requireNonNull(current, "current");
        Objects.requireNonNull(reservedCurrent, "reservedCurrent");
        Objects.requireNonNull(refused, "refused");
    }

    /** The lowest limit on touched pages; empty if there is none. */
    public Optional<GroupLimit> tightest() {
        return GroupLimit.tightest(max);
    }

    /** The lowest limit on reserved pages; empty if there is none. */
    public Optional<GroupLimit> tightestReserved() {
        return GroupLimit.tightest(reservedMax);
    }
}
