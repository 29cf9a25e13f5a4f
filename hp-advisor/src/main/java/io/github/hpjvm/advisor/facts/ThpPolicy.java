package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The policy of a host for transparent huge pages: the modes in the files below
 * {@code /sys/kernel/mm/transparent_hugepage} (Documentation/admin-guide/mm/transhuge.rst).
 *
 * @param enabled {@code always}, {@code madvise} or {@code never}, for the sizes that inherit it
 * @param pmdEnabled mode in {@code hugepages-<PMD size>kB/enabled}, which may be {@code inherit} as well; empty on
 *     kernels that have no control per size (before 6.8)
 * @param defrag action of a page fault when no huge page is free: {@code always}, {@code defer},
 *     {@code defer+madvise}, {@code madvise} or {@code never}
 * @param shmemEnabled for shared memory such as a memfd, ZGC's heap: {@code always}, {@code within_size},
 *     {@code advise}, {@code never}, {@code deny} or {@code force}; empty if the kernel has no such file
 * @param pmdSize the size of a transparent huge page that one PMD maps: 2 MiB on x86-64, up to 512 MiB on aarch64
 */
public record ThpPolicy(
        String enabled, Optional<String> pmdEnabled, String defrag, Optional<String> shmemEnabled, Bytes pmdSize) {

    /** XA_CHUNK_SHIFT * 2 - 1. */
    private static final int MOST_OF_PAGE_CACHE = 11;

    public ThpPolicy {
        Objects.requireNonNull(enabled, "enabled");
        Objects.requireNonNull(pmdEnabled, "pmdEnabled");
        Objects.requireNonNull(defrag, "defrag");
        Objects.requireNonNull(shmemEnabled, "shmemEnabled");
        Objects.requireNonNull(pmdSize, "pmdSize");
    }

    /**
     * Returns whether shared memory can have huge pages of the PMD size; empty if that is not known. Its pages are in the page
     * cache, whose folios have at most 2^11 base pages on kernels that {@link Kernel#limitsPageCache}. Measured on 6.12 with
     * base pages of 64 KiB: ZGC of 17, 21 and 25 has none with shmem_enabled=advise.
     *
     * @param basePage size of a base page; without it the size counts as possible
     * @param kernel the kernel, if it is known
     */
    public Optional<Boolean> pageCacheHas(Optional<Bytes> basePage, Optional<Kernel> kernel) {
        boolean fits = basePage.filter(base -> !base.isZero())
                .map(base -> pmdSize.value() / base.value() <= 1L << MOST_OF_PAGE_CACHE)
                .orElse(true);
        return fits
                ? Optional.of(true)
                : kernel.flatMap(Kernel::limitsPageCache).map(limits -> !limits);
    }

    /**
     * The effective mode for anonymous memory in pages of the PMD size: the mode of that size, or the global mode if that is
     * {@code inherit} or does not exist.
     */
    public String effective() {
        return pmdEnabled.filter(word -> !word.equals("inherit")).orElse(enabled);
    }
}
