package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Words;
import java.util.Optional;

/**
 * The shrinker of a kernel for underused transparent huge pages (Linux 6.12 and newer). When memory is short, also that of a
 * control group, it splits each anonymous huge page with more than {@code max_ptes_none} base pages of zeros, and frees
 * these base pages (thp_underused and deferred_split_scan in {@code mm/huge_memory.c}). It leaves pages of shared memory
 * and locked pages.
 *
 * @param enabled value of {@code shrink_underused}
 * @param zerosAllowed value of {@code khugepaged/max_ptes_none}
 * @param perHugePage number of base pages of a huge page of the PMD size: 512 on x86-64, up to 8192 on aarch64
 */
public record ThpShrinker(boolean enabled, long zerosAllowed, long perHugePage) {
    /**
     * The file that disables the shrinker. It has an effect on huge pages that are allocated later: with 0 the kernel does not
     * put them on the list of the shrinker (commit 81d3ff3c6f76 of Linux). The threshold affects all huge pages at once.
     */
    public static final String FILE = "/sys/kernel/mm/transparent_hugepage/shrink_underused";

    /** The file with the number of base pages of zeros that it allows. */
    public static final String THRESHOLD = "/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_none";

    /** The counter of huge pages that it has split, in {@code /proc/vmstat}. */
    public static final String COUNTER = "thp_underused_split_page";

    /**
     * The shrinker of a host; empty if its kernel has none, or if its settings are not numbers.
     *
     * @param pmdSize size of a transparent huge page
     * @param basePage size of a base page
     */
    public static Optional<ThpShrinker> of(ThpSettings settings, Bytes pmdSize, Bytes basePage) {
        String enabled = settings.files().getOrDefault("shrink_underused", "");
        String allowed = settings.khugepaged().getOrDefault("max_ptes_none", "");
        boolean known = Words.isNumber(enabled, 1) && Words.isNumber(allowed, 9) && !basePage.isZero();
        return known
                ? Optional.of(new ThpShrinker(
                        !enabled.equals("0"), Long.parseLong(allowed), pmdSize.value() / basePage.value()))
                : Optional.empty();
    }

    /**
     * Returns whether it splits pages. With the default of {@code max_ptes_none}, one less than the base pages of a huge page,
     * it splits none.
     */
    public boolean splits() {
        return enabled && zerosAllowed < perHugePage - 1;
    }
}
