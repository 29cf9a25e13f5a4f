package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.GroupRoom;
import io.github.hpjvm.advisor.rule.support.NamedPageSize;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.PoolGrowth;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.Found;
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
    /** Measured on 17, 21, 25, 27 and 28; 11 starts with what there is, if that is more than its reserve. */
    private static final String OF_Z =
            " and ZGC commits its heap page by page: with pages in the pool, but too few for its"
                    + " initial heap, it does not start (\"Failed to allocate initial Java heap\")";

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-101", "hugetlb pages requested and not granted", "heap", Family.HUGE_PAGES, Affected.HEAP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.HUGETLB) {
            return context.notApplicable("hugetlb pages are not requested");
        }
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            Optional<Bytes> named = PageFacts.namedPageSize(context)
                    .filter(size -> largest(heap).compareTo(size) < 0);
            return named.isPresent()
                    ? smaller(context, heap, named.get())
                    : context.pass("pages of the hugetlb pool back the heap");
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
        return shortOfPages(context, heap, pool.get(), PageFacts.bill(context));
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
    private static String whole(RuleContext context, Bytes size) {
        return context.jvm("VM", Jvm::identity)
                .maxHeap()
                .map(heap -> heap.dividedRoundingUp(size))
                .map(pages -> " The heap alone needs " + pages + (pages == 1 ? " page of " : " pages of ") + size
                        + " at once. The code cache and the tables of the collector use smaller pages.")
                .orElse("");
    }

    private static List<Outcome> shortOfPages(RuleContext context, Backing heap, HugePool pool, Optional<Span> bill) {
        // State of the pool, need of the JVM, and the granted part of the heap.
        Bytes held = PageFacts.held(context);
        boolean some = heap.pages().stream()
                .anyMatch(pages ->
                        pages.kind() == PageKind.HUGETLB && !pages.min().isZero());
        boolean wasted = !held.isZero() && !some;
        String had = pool.total() == 0
                ? "the pool of " + pool.pageSize() + " pages is empty"
                : pool.usable() + " of the pool's " + pool.total() + " pages of " + pool.pageSize() + " are available";
        String need = bill.map(it -> "This JVM needs " + it.max() + " pages"
                        + (it.max() > it.min() ? " at most" : "")
                        + ". The heap size divided by " + pool.pageSize()
                        + " is too few: the JVM reserves the code cache first, and"
                        + (isZ(context) ? OF_Z : " then the heap, all or nothing"))
                .orElse("Now " + had);
        String granted = some
                ? "only a part of the heap is on huge pages (" + heap.hugeMin().rounded() + " of "
                        + heap.residentMin().rounded() + "): "
                : PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP))
                        ? "the heap is on transparent huge pages instead: "
                        : "the heap has none: ";
        // The cause: too few pages, or a control group that denies the reservation.
        Optional<List<GroupLimit>> limits = PoolGrowth.limits(context, PageFacts.poolPage(context));
        boolean byGroup = bill.isPresent()
                && limits.isPresent()
                && PoolGrowth.missing(pool, bill.get(), held) == 0
                && !GroupRoom.raised(
                                limits.get(),
                                held,
                                pool.pageSize().times(bill.get().max()))
                        .isEmpty();
        String summary = "Hugetlb pages are requested, but " + granted
                + (byGroup ? "its control group does not allow the reservation, and " : "") + had
                + bill.map(it -> more(PoolGrowth.missing(pool, it, held), byGroup))
                        .orElse("");
        // The actions: none if the limits are unknown, or if the host has too little memory.
        NamedPageSize named = NamedPageSize.of(context, pool.pageSize());
        Optional<Availability> availability = bill.filter(it -> limits.isPresent())
                .flatMap(it -> PoolGrowth.availability(context, pool, PoolGrowth.missing(pool, it, held)));
        List<Action> actions = bill.isPresent() && limits.isPresent()
                ? PoolGrowth.actions(context, pool, bill.get(), held, limits.get(), availability)
                : bill.isPresent() ? List.of() : named.actions();
        // The explanation: one sentence for each property of this case.
        boolean tooLittleMemory = bill.isPresent() && limits.isPresent() && actions.isEmpty();
        boolean notReserved = actions.stream().anyMatch(action -> action.kind() == Action.Kind.CGROUP);
        boolean otherSize = !pool.pageSize().equals(PageFacts.poolPage(context));
        String pages = availability
                .map(it -> it.sentence(PoolGrowth.missing(pool, bill.orElseThrow(), held), pool.pageSize()))
                .filter(sentence -> !sentence.isEmpty() && !actions.isEmpty())
                .map(sentence -> " " + sentence)
                .orElse("");
        boolean mayLack = availability.filter(Availability::mayLackPages).isPresent();
        boolean atBoot = availability
                .filter(it -> it.found() == Found.AT_BOOT && !actions.isEmpty())
                .isPresent();
        String explanation = need + "."
                + (otherSize ? whole(context, pool.pageSize()) : "")
                + (bill.isEmpty() ? named.explanation() : "")
                + (wasted
                        ? " This JVM holds " + held
                                + " of the pool for other regions than its heap, with little benefit."
                        : "")
                + (tooLittleMemory
                        ? " The host has too little memory for a pool of that size. Reduce the heap first."
                        : "")
                + (notReserved ? " Its control group does not allow it to reserve that many pages." : "")
                + pages
                + (mayLack && isZ(context) && !actions.isEmpty()
                        ? " Restart ZGC only if the pool has all pages: with some of them it does not start."
                        : "")
                + (limits.isEmpty()
                        ? " The plan adds no pages because the limits of the control groups are unknown: above"
                                + " a limit the JVM would die of SIGBUS."
                        : "");
        return context.finding(
                Severity.WARNING,
                summary,
                explanation,
                (atBoot
                                ? "After a reboot"
                                : actions.isEmpty() || mayLack
                                        ? "With enough pages in the pool and a restart"
                                        : "After a restart")
                        + " the whole heap is on "
                        + (bill.isEmpty() && !actions.isEmpty() ? "huge" : pool.pageSize())
                        + " pages."
                        + (atBoot || mayLack ? " Transparent huge pages need no pool." : "")
                        + " Check: hp-cli advise --pid N shows the heap as HUGETLB.",
                actions);
    }

    private static boolean isZ(RuleContext context) {
        return context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent();
    }

    /** The number of pages that the pool lacks. A pool that lacks none now was too small when the JVM started. */
    private static String more(long missing, boolean byGroup) {
        return missing > 0
                ? ", " + missing + " more are needed"
                : byGroup ? "" : ". That is enough now, but was not when the JVM started";
    }
}
