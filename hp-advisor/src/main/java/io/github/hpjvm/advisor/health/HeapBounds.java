package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.SoleGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;

/**
 * Bounds for the pages that back the heap, computed from sums over the whole process. The used part of the heap is
 * resident. The part that exceeds the process's base pages must be on huge pages, and the part that exceeds its huge
 * pages must be on base pages. The bounds decide if most of the process is heap, and otherwise leave the kind open.
 */
final class HeapBounds {
    /**
     * Share of the used heap that counts as touched. Unused ends of allocation buffers and humongous regions are not
     * touched.
     */
    private static final int TENTHS_THAT_ARE_TOUCHED = 9;

    private HeapBounds() {}

    static Fact<Backing> of(Requested requested, VmIdentity vm, Glance glance) {
        if (vm.gc().filter(Collector::isZ).isPresent()) {
            return Fact.absent(
                    Reason.NOT_SUPPORTED,
                    Source.of("/proc/self/status", "a ZGC heap is shared memory, for which the kernel has no sums"));
        }
        return glance.status().flatMap(status -> {
            Bytes swapped = status.size("VmSwap").orElse(Bytes.ZERO);
            Bytes touched =
                    less(glance.heapUsed().times(TENTHS_THAT_ARE_TOUCHED).dividedBy(10), swapped);
            Bytes anonymous = status.size("RssAnon").orElse(Bytes.of(Long.MAX_VALUE));
            return requested == Requested.HUGETLB
                    ? hugetlb(touched, anonymous, status, glance.status().source())
                    : glance.group().map(group -> thp(touched, anonymous, group));
        });
    }

    private static Fact<Backing> hugetlb(Bytes touched, Bytes anonymous, ProcStatus status, Source source) {
        return status.hugetlb()
                .map(pool -> Fact.known(backing(PageKind.HUGETLB, touched, pool, anonymous), source))
                .orElseGet(() -> Fact.absent(
                        Reason.NOT_SUPPORTED, Source.of(source.path(), "no line HugetlbPages (before 4.4)")));
    }

    private static Backing thp(Bytes touched, Bytes anonymous, SoleGroup group) {
        Bytes most = group.anonymous().max(anonymous);
        Bytes huge = group.anonymousThp().plus(less(most, group.anonymous().min(anonymous)));
        return backing(PageKind.THP, touched, huge, less(most, group.anonymousThp()));
    }

    /**
     * @param touched lower bound of the resident heap
     * @param huge upper bound of the process's memory on huge pages
     * @param base upper bound of the process's memory on base pages
     */
    private static Backing backing(PageKind kind, Bytes touched, Bytes huge, Bytes base) {
        Pages onHuge = new Pages(kind, Bytes.ZERO, less(touched, base).min(huge), huge);
        Pages onBase = new Pages(PageKind.BASE, Bytes.ZERO, less(touched, huge).min(base), base);
        Bytes most = huge.value() > Long.MAX_VALUE - base.value() ? Bytes.of(Long.MAX_VALUE) : huge.plus(base);
        return new Backing(most, most, touched.min(most), most, List.of(onHuge, onBase));
    }

    private static Bytes less(Bytes from, Bytes what) {
        return from.compareTo(what) <= 0 ? Bytes.ZERO : from.minus(what);
    }
}
