package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the hugetlb controller allows a process for pages of one size, over its group and all ancestors. Beyond
 * {@link #max} a process dies by SIGBUS when it touches the page; beyond {@link #reservedMax} its mmap fails.
 *
 * @param pageSize the size of the pages
 * @param max the limits of {@code hugetlb.<size>.max} or {@code limit_in_bytes}, the group's own first; groups without
 *     a limit are left out
 * @param reservedMax the same of {@code hugetlb.<size>.rsvd.max}
 * @param current what the own group has; empty if it is not controlled itself
 * @param reservedCurrent what is reserved for the own group; empty as above
 * @param refused how often the own group was refused a page; empty as above
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

    /** The lowest limit on touched pages and where it sits; empty if there is none. */
    public Optional<GroupLimit> tightest() {
        return GroupLimit.tightest(max);
    }

    /** The lowest limit on reserved pages and where it sits; empty if there is none. */
    public Optional<GroupLimit> tightestReserved() {
        return GroupLimit.tightest(reservedMax);
    }
}
