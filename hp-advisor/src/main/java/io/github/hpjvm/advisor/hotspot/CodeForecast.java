package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.CodeCachePages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** The pages of the code cache: {@code src/hotspot/share/code/codeCache.cpp}. */
final class CodeForecast {

    private final Start start;
    private final AnonymousMemory memory;

    CodeForecast(Start start) {
        this.start = start;
        this.memory = new AnonymousMemory(start);
    }

    RegionForecast forecast() {
        if (start.large().type().isEmpty()) {
            return memory.unknown(
                    RegionName.CODE,
                    When.AT_FAULT,
                    start.large().why(),
                    start.large().source());
        }
        if (start.large().is(Type.SHM)) {
            return unadvised("shared memory cannot be executable, so that the code cache does without", source());
        }
        if (start.large().is(Type.NONE)) {
            return unadvised(start.large().why(), start.large().source());
        }
        // VirtualSpace::initialize commits whole transparent huge pages, also in a cache that is too small for a
        // reservation.
        boolean small =
                CodeCachePages.pageSize(start.code(), start.large().sizes()).isEmpty();
        if (small && !start.large().is(Type.THP)) {
            return unadvised(
                    CodeCachePages.onBasePages(start.code(), start.large().sizes()), source());
        }
        if (small && start.kernel().pmdSize().compareTo(KernelThp.USUAL_SIZE) > 0) {
            return inSmallerPages(smallForPages(), source())
                    .orElseGet(() -> memory.base(RegionName.CODE, smallForPages(), source()));
        }
        return start.large().is(Type.THP) ? advised() : pooled();
    }

    /**
     * CodeCache::page_size chooses base pages, so the code heaps begin anywhere between two large pages, and their space is
     * committed in base pages up to the first border of a large page (VirtualSpace::initialize). Measured on Debian's arm64
     * kernel with 16 KiB and THP of 32 MiB, 11 to 25: none of the code is huge, and {@code -Xlog:pagesize} says 16K.
     */
    private String smallForPages() {
        return "a code cache of " + start.code().size() + " has no room for " + CodeCachePages.LEAST_PAGES
                + " huge pages of " + start.kernel().pmdSize() + ", so HotSpot chooses base pages for it";
    }

    private RegionForecast pooled() {
        Optional<Served> served = start.reserved("code");
        if (served.isEmpty()) {
            return memory.unknown(
                    RegionName.CODE, When.AT_START, start.notMeasured().orElse("the pool is not known"), source());
        }
        Served code = served.get();
        String wants = "the code cache wants "
                + HeapForecast.pages(code.piece().pages(), code.piece().pageSize()) + " before anything else";
        if (code.all()) {
            return new RegionForecast(
                    RegionName.CODE,
                    Optional.of(PageKind.HUGETLB),
                    code.pageSize(),
                    When.AT_START,
                    AnonymousMemory.sentence(wants + ", and the pool has them"),
                    source());
        }
        return code.none()
                ? unadvised(
                        wants + ", all of them or none, and "
                                + start.limiter(code.piece().pageSize()) + " has not so many",
                        source())
                : memory.unknown(
                        RegionName.CODE,
                        When.AT_START,
                        wants + ", and whether the pool has them is only known when it is asked",
                        source());
    }

    private RegionForecast advised() {
        boolean advises = start.release() < 22 || start.kernel().saysMadvise();
        ThpGrant given = start.kernel().to(advises);
        Bytes page = given.pageSize();
        if (given.allowed().isEmpty()) {
            return memory.unknown(RegionName.CODE, When.AT_FAULT, given.why(), source());
        }
        if (given.given()
                && isInPiecesOf(page)
                && (isShort(page) || start.code().isExact() && isInterpreted())) {
            String use = isShort(page) ? "it has at most one whole huge page" : "an interpreter uses little of it";
            return memory.unknown(
                    RegionName.CODE,
                    When.AT_FAULT,
                    given.why() + "; but the code cache may begin between two huge pages, and " + use,
                    source());
        }
        return given.given()
                ? memory.huge(
                        RegionName.CODE,
                        Optional.empty(),
                        advises,
                        "it is committed in whole huge pages, and " + given.why(),
                        source())
                : memory.base(RegionName.CODE, given.why() + ", so the kernel assigns none", source());
    }

    /** Returns whether its size is not a multiple of a huge page, so that the first piece of it cannot be huge. */
    private boolean isInPiecesOf(Bytes page) {
        return start.code().whole().value() % page.value() != 0;
    }

    /**
     * Returns whether at most one huge page fits into it. Measured on 17 with 3 MiB: the compilers use that page on one
     * model of CPU (408 KiB on base pages, 2 MiB huge), and do not reach it on another (428 KiB on base pages).
     */
    private boolean isShort(Bytes page) {
        return start.code().whole().value() < 2 * page.value();
    }

    /** Returns whether nothing is compiled. Measured on 11.0.13: 308 KiB of code, in the piece before the first huge page. */
    private boolean isInterpreted() {
        return start.flags().isGiven("UseCompiler") && !start.flags().isOn("UseCompiler");
    }

    private RegionForecast unadvised(String why, String source) {
        ThpGrant given = start.kernel().unadvised();
        Bytes page = given.pageSize();
        if (given.allowed().equals(Optional.of(false))) {
            return memory.base(RegionName.CODE, why, source);
        }
        if (start.code().whole().compareTo(page) < 0) {
            return inSmallerPages(why, source)
                    .orElseGet(
                            () -> memory.base(RegionName.CODE, why + "; and it is smaller than a huge page", source));
        }
        if (given.given() && page.compareTo(start.kernel().pmdSize()) < 0) {
            return inSmallerPages(why, source).orElseThrow();
        }
        if (given.given() && startsAtHugePage()) {
            return memory.huge(
                    RegionName.CODE,
                    Optional.empty(),
                    false,
                    why + "; " + given.why()
                            + ". The code cache begins at the border of a huge page, so its first "
                            + page
                            + " are huge at the first access. It then grows in steps of 64 KiB, which khugepaged collapses",
                    source);
        }
        return memory.unknown(
                RegionName.CODE,
                When.LATER,
                why + "; " + given.why()
                        + ", but it grows in steps of 64 KiB, so that only its first pages can be huge when they are"
                        + " touched, and khugepaged has to do the rest",
                source);
    }

    /** Returns the forecast where the kernel gives pages below the PMD size to all memory; empty if it gives none. */
    private Optional<RegionForecast> inSmallerPages(String why, String source) {
        ThpGrant given = start.kernel().unadvised();
        Optional<Bytes> below = given.pageSize().compareTo(start.kernel().pmdSize()) < 0
                ? Optional.of(given.pageSize())
                : given.smaller();
        return below.map(page -> memory.unknown(
                RegionName.CODE,
                When.AT_FAULT,
                why + "; " + given.why()
                        + ", but it grows in steps of 64 KiB, which need not begin at the border of a page of " + page,
                source));
    }

    /**
     * Returns whether a code cache of one code heap begins at the border of a huge page. Since 6.7 the kernel aligns
     * anonymous mappings to them (commit efa7df3e3bb5, "mm: align larger anonymous mappings on THP boundaries"), and
     * later only mappings whose length is a multiple of a huge page ("mm, mmap: limit THP alignment of anonymous mappings to
     * PMD-aligned sizes", October 2024). Measured on 6.18 with 22 builds of 8 to 28: of 26 code caches of 14 to 240 MiB
     * that are a multiple, each was huge at its start; of 8 others, 4 were.
     */
    private boolean startsAtHugePage() {
        boolean aligns = start.host()
                .kernel()
                .known()
                .flatMap(kernel -> kernel.isAtLeast(6, 7))
                .orElse(false);
        long huge = start.kernel().pmdSize().value();
        return aligns
                && !start.code().segmented()
                && start.code().whole().value() % huge == 0
                && !start.flags().isGiven("InitialCodeCacheSize");
    }

    private String source() {
        return start.source("src/hotspot/share/code/codeCache.cpp", "CodeCache::page_size");
    }
}
