package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Hugetlb pages that are requested and not granted to the heap.
 *
 * <p>HotSpot reserves the code cache first, then the heap, each all or nothing ({@code os_linux.cpp},
 * {@code codeCache.cpp}): if the pool lacks one page, it backs the code cache and not the heap. ZGC commits its heap page
 * by page, and does not start if its initial heap gets only some of them ({@code zPageAllocator.cpp}, prime_cache).
 */
final class LargePagesNotGranted implements Rule {
    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-101", "hugetlb pages requested and not granted", "heap", Family.HUGE_PAGES, Affected.HEAP)
                .whenRequested(Requested.HUGETLB)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            Optional<Bytes> named = PageFacts.namedPageSize(context)
                    .filter(size -> largest(heap).compareTo(size) < 0);
            return named.isPresent()
                    ? smaller(context, heap, named.get())
                    : context.pass("pages of the hugetlb pool back the heap");
        }
        boolean onBasePages = PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.BASE));
        if (onBasePages
                && context.maybeHost("hugetlb pools", Host::pools).isEmpty()
                && !HiddenSysfs.holds(context, Requested.HUGETLB)) {
            return context.finding(
                    Severity.WARNING,
                    "Hugetlb pages are requested, but the heap has none: the pools of this host are unknown",
                    "The heap is on base pages. The size of the pool is unknown, because hp-cli cannot read it here.",
                    "hp-cli on the host itself shows the size of the pool and the missing pages.",
                    List.of());
        }
        List<HugePool> pools = context.host("hugetlb pools", Host::pools);
        if (SharedMemoryDenied.holds(context)
                || PoolOfNode.holds(context)
                || HiddenSysfs.holds(context, Requested.HUGETLB)) {
            return context.notApplicable("another rule reports the cause, which is not the pool's size");
        }
        Bytes size = PageFacts.pageSize(context).largest();
        Optional<HugePool> pool = PageFacts.pool(pools, size);
        if (pool.isEmpty()) {
            return context.finding(
                    Severity.WARNING,
                    "Hugetlb pages are requested, but this kernel has no hugetlb pool of " + size + " pages",
                    "The JVM runs on base pages, and printed one line about that at its start.",
                    "Without the flag only this line disappears.",
                    List.of());
        }
        return new ShortPool(context, heap, pool.get(), PageFacts.bill(context)).outcomes();
    }

    /**
     * The largest pool pages of the heap. If the size is unknown, or no page is touched, a value above all page sizes.
     */
    private static Bytes largest(Backing heap) {
        return heap.pages().stream()
                .filter(pages ->
                        pages.kind() == PageKind.HUGETLB && !pages.pageSize().isZero())
                .map(Pages::pageSize)
                .max(Comparator.naturalOrder())
                .orElse(Bytes.of(Long.MAX_VALUE));
    }

    /**
     * Judges a heap on smaller pages than requested. From 19 on the JVM tries a smaller page size if a pool is too
     * small (JDK-8271195).
     */
    private static List<Outcome> smaller(RuleContext context, Backing heap, Bytes named) {
        HugePool pool = PageFacts.pool(context.host("hugetlb pools", Host::pools), named)
                .orElse(null);
        return pool == null
                ? context.pass(
                        "pages of the hugetlb pool back the heap; this kernel has no pool of " + named + " pages")
                : context.finding(
                        Severity.WARNING,
                        "Pages of " + named + " are requested, but the heap is on pages of " + largest(heap)
                                + ": the pool of " + named + " pages "
                                + (pool.total() == 0
                                        ? "is empty"
                                        : "has " + pool.usable() + " of " + pool.total() + " available"),
                        "The JVM fell back to the pool of the next smaller size. Other processes may need"
                                + " those pages." + whole(context, named),
                        "After a restart the heap is on pages of " + named + " if enough of them are available then.",
                        List.of());
    }

    /** A sentence about the heap's need of pages of another size than 2 MiB, with a leading blank. */
    static String whole(RuleContext context, Bytes size) {
        return context.jvm("VM", Jvm::identity)
                .maxHeap()
                .map(heap -> heap.dividedRoundingUp(size))
                .map(pages -> " The heap alone needs " + pages + (pages == 1 ? " page of " : " pages of ") + size
                        + " at once. The code cache and the tables of the collector use smaller pages.")
                .orElse("");
    }
}
