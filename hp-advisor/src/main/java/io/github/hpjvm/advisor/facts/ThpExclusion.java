package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;

/**
 * Exclusion of a process from transparent huge pages by {@code prctl(PR_SET_THP_DISABLE)} (vma_thp_disabled in
 * {@code include/linux/huge_mm.h}). Child processes inherit it, also across execve.
 */
public enum ThpExclusion {
    NONE,

    /** All memory but mappings with {@code MADV_HUGEPAGE}: PR_THP_DISABLE_EXCEPT_ADVISED, since 6.18. */
    EXCEPT_ADVISED,

    /** All memory: no flags. */
    ALL;

    /** The name of the fact that shows {@link #EXCEPT_ADVISED}. */
    public static final String MARK = "THPeligible of the heap";

    private static final Bytes TWO_HUGE_PAGES = Bytes.ofMiB(4);

    /**
     * The exclusion of a JVM; empty if it is not known. {@code /proc/PID/status} shows {@link #ALL} only. Whether
     * memory without advice is excluded shows in THPeligible of smaps, and only while the mode is {@code always}: in
     * other modes such memory is not eligible anyway.
     */
    public static Optional<ThpExclusion> of(Jvm jvm, Optional<ThpPolicy> policy) {
        Optional<Boolean> enabled = jvm.status().known().flatMap(ProcStatus::thpEnabled);
        if (enabled.equals(Optional.of(false))) {
            return Optional.of(ALL);
        }
        if (!appliesToAll(policy)) {
            return Optional.empty();
        }
        if (jvm.regions().stream().anyMatch(ThpExclusion::isEligibleWithoutAdvice)) {
            return Optional.of(NONE);
        }
        return isRefused(jvm.region(RegionName.HEAP)) ? Optional.of(EXCEPT_ADVISED) : Optional.empty();
    }

    /**
     * The exclusion of the process that has these mappings; empty if it is not known, or if the mode is not
     * {@code always}.
     *
     * @param enabled {@link ProcStatus#thpEnabled()} of the process
     */
    public static Optional<ThpExclusion> of(Optional<Boolean> enabled, List<Vma> vmas, Optional<ThpPolicy> policy) {
        if (enabled.equals(Optional.of(false))) {
            return Optional.of(ALL);
        }
        if (!appliesToAll(policy)) {
            return Optional.empty();
        }
        Bytes size = policy.orElseThrow().pmdSize();
        boolean refused = false;
        for (Vma vma : vmas) {
            if (vma.isPlain() && vma.hasBlock(size)) {
                Optional<Boolean> eligible = vma.thpEligible();
                if (eligible.equals(Optional.of(true))) {
                    return Optional.of(NONE);
                }
                refused |= eligible.isPresent();
            }
        }
        return refused ? Optional.of(EXCEPT_ADVISED) : Optional.empty();
    }

    /** Returns whether the mode gives transparent huge pages to memory without advice, too. */
    public static boolean appliesToAll(Optional<ThpPolicy> policy) {
        return policy.filter(it -> it.effective().equals("always")).isPresent();
    }

    private static boolean isEligibleWithoutAdvice(Region region) {
        return region.eligible().isPresent()
                && region.advised().isPresent()
                && region.eligible().get().compareTo(region.advised().get()) > 0;
    }

    /** The heap is a mapping of whole huge pages, or a few of them, so that its alignment is no reason. */
    private static boolean isRefused(Region heap) {
        boolean large = heap.backing()
                .known()
                .filter(backing -> backing.residentMin().compareTo(TWO_HUGE_PAGES) >= 0)
                .filter(backing -> backing.pages().stream().noneMatch(pages -> pages.kind() == PageKind.HUGETLB))
                .isPresent();
        return large
                && heap.eligible().equals(Optional.of(Bytes.ZERO))
                && heap.advised().equals(Optional.of(Bytes.ZERO));
    }
}
