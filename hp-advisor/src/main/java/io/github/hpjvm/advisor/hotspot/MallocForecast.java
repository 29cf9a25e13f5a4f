package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds to a prediction what malloc does because of {@code glibc.malloc.hugetlb} in {@code GLIBC_TUNABLES} (glibc 2.35 and newer,
 * manual, Memory Allocation Tunables): 1 calls madvise, 2 maps pages of the hugetlb pool of the default size, a larger number
 * those of that size. Which malloc the JVM has is not known, so the pages of native memory are not either. The heap is no
 * memory of malloc, but a pool serves both.
 */
public final class MallocForecast {
    private static final Bytes USUAL = Bytes.ofMiB(2);
    private static final int MADVISE = 1;
    private static final int DEFAULT_POOL = 2;
    private static final String SOURCE = "malloc/malloc.c of glibc: madvise_thp, sysmalloc_mmap";

    private MallocForecast() {}

    /**
     * Returns the prediction, changed where the tunable has an effect.
     *
     * @param tunables the value of the variable; empty if it is not set
     */
    public static Prediction add(Prediction prediction, String tunables, Host host) {
        long value = Tunables.mallocNumber(tunables).orElse(0);
        if (value < MADVISE || prediction.regions().isEmpty()) {
            return prediction;
        }
        String setting = "GLIBC_TUNABLES sets glibc.malloc.hugetlb=" + value;
        if (value == MADVISE) {
            return isWithoutAdvice(host)
                    ? prediction
                    : unknown(
                            prediction,
                            setting + ": malloc of glibc 2.35 and newer opts in, others do not.",
                            List.of());
        }
        Bytes page = value > DEFAULT_POOL
                ? Bytes.of(value)
                : host.memory().known().flatMap(Memory::defaultHugePage).orElse(USUAL);
        boolean hasPages =
                host.pool(page).filter(it -> it.total() + it.overcommit() > 0).isPresent();
        return hasPages
                ? unknown(
                        prediction,
                        setting + ": malloc of glibc 2.35 and newer takes pages of the pool, others do not.",
                        List.of(new Risk(
                                RiskCode.MALLOC_ON_POOL,
                                setting + ": malloc takes pages of the pool of " + page
                                        + " pages, which are not counted here. If the pool has no others, the heap may not"
                                        + " get its pages. With glibc.malloc.hugetlb=1 malloc takes none.")))
                : prediction;
    }

    /** malloc calls madvise in mode madvise only (do_set_hugetlb in {@code malloc/malloc.c}). */
    private static boolean isWithoutAdvice(Host host) {
        return host.hasNoThp()
                || host.thp()
                        .known()
                        .filter(policy -> !policy.enabled().equals("madvise")
                                || policy.effective().equals("never"))
                        .isPresent();
    }

    private static Prediction unknown(Prediction prediction, String why, List<Risk> more) {
        List<RegionForecast> regions = new ArrayList<>();
        prediction.regions().forEach(it -> regions.add(it.name() == RegionName.NATIVE ? unknown(it, why) : it));
        return prediction.with(regions, more);
    }

    private static RegionForecast unknown(RegionForecast before, String why) {
        return new RegionForecast(before.name(), Optional.empty(), before.pageSize(), When.AT_FAULT, why, SOURCE);
    }
}
