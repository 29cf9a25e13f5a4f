package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.GroupRoom;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.NamedPageSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Large pages were asked for and the heap did not get them.
 *
 * <p>HotSpot reserves the code cache first, then the heap, each all or nothing ({@code os_linux.cpp},
 * {@code codeCache.cpp}): a pool that is a page short gives pages to the code cache and none to the heap. ZGC commits its heap
 * page by page.
 */
final class LargePagesNotGranted implements Rule {
    /** What must stay available to the host beside the pool: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    /** Measured on 17, 21, 25, 27 and 28; 11 starts with what there is, if that is more than its reserve. */
    private static final String OF_Z =
            "and ZGC commits its heap page by page: with pages in the pool, but too few for its"
                    + " initial heap, it does not start (\"Failed to allocate initial Java heap\")";

    @Override
    public String id() {
        return "HP-101";
    }

    @Override
    public String title() {
        return "large pages requested and not granted";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            Optional<Bytes> named =
                    Asked.namedPageSize(look).filter(size -> largest(heap).compareTo(size) < 0);
            return named.isPresent()
                    ? smaller(look, heap, named.get())
                    : look.pass("the heap is on pages of the hugetlb pool");
        }
        List<HugePool> pools = look.host("hugetlb pools", Host::pools);
        if (SharedMemoryDenied.holds(look) || PoolOfNode.holds(look)) {
            return look.notApplicable("it is not the size of the pool that is in the way, which another rule judges");
        }
        Bytes size = Asked.pageSize(look).largest();
        Optional<HugePool> pool = Asked.pool(pools, size);
        if (pool.isEmpty()) {
            return look.finding(
                    Severity.WARNING,
                    "Large pages were requested, and this kernel has no hugetlb pool of " + size + " pages",
                    "The JVM runs on base pages and said so in one line at its start.",
                    "Without the flag nothing changes but the line.",
                    List.of());
        }
        return shortOfPages(look, heap, pool.get(), Asked.bill(look));
    }

    /** The largest pool pages of the heap; where the kernel did not say, or nothing is touched, larger than any. */
    private static Bytes largest(Backing heap) {
        return heap.pages().stream()
                .filter(pages ->
                        pages.kind() == PageKind.HUGETLB && !pages.pageSize().isZero())
                .map(Pages::pageSize)
                .max(Comparator.naturalOrder())
                .orElse(Bytes.of(Long.MAX_VALUE));
    }

    /** From 19 on what a pool is too short for is tried with smaller pages (JDK-8271195). */
    private static List<Outcome> smaller(Look look, Backing heap, Bytes named) {
        HugePool pool =
                Asked.pool(look.host("hugetlb pools", Host::pools), named).orElse(null);
        return pool == null
                ? look.pass("the heap is on pages of the hugetlb pool; this kernel has none of " + named)
                : look.finding(
                        Severity.WARNING,
                        "Pages of " + named + " were requested and the heap is on pages of "
                                + largest(heap) + ": the pool of " + named + " pages "
                                + (pool.total() == 0
                                        ? "is empty"
                                        : "has " + pool.usable() + " of " + pool.total() + " to give"),
                        "The JVM fell back to the pool of the next smaller size, and took its heap from pages that others"
                                + " may count on." + whole(look, named),
                        "After a restart the heap is on pages of " + named + ", if they are free by then.",
                        List.of());
    }

    /** What the heap alone takes of pages of another size than 2 MiB, in a sentence with a blank before it. */
    private static String whole(Look look, Bytes size) {
        return look.jvm("VM", Jvm::identity)
                .maxHeap()
                .map(heap -> " The heap alone needs " + heap.dividedRoundingUp(size) + " pages of " + size
                        + " at once; the code cache and the tables of the collector take smaller ones beside them.")
                .orElse("");
    }

    private static List<Outcome> shortOfPages(Look look, Backing heap, HugePool pool, Optional<Span> bill) {
        Bytes held = Asked.held(look);
        boolean some = heap.pages().stream()
                .anyMatch(pages ->
                        pages.kind() == PageKind.HUGETLB && !pages.min().isZero());
        boolean wasted = !held.isZero() && !some;
        String had = pool.total() == 0
                ? "the pool of " + pool.pageSize() + " pages is empty"
                : "the pool of " + pool.total() + " pages of " + pool.pageSize() + " has " + pool.usable() + " to give";
        String need = bill.map(it -> "This JVM needs " + it.max() + " pages"
                        + (it.max() > it.min() ? " at most" : "")
                        + " (heap / 2 MiB is not enough: the code cache is served first, "
                        + (isZ(look) ? OF_Z : "and the heap gets all or nothing") + ")")
                .orElse("Right now " + had);
        String got = some
                ? "only a part of the heap got them (" + heap.hugeMin().rounded() + " of "
                        + heap.residentMin().rounded() + "): "
                : "the heap got none: ";
        Optional<List<GroupLimit>> limits = limits(look);
        boolean byGroup = bill.isPresent()
                && limits.isPresent()
                && missing(pool, bill.get(), held) == 0
                && !GroupRoom.raised(
                                limits.get(),
                                held,
                                pool.pageSize().times(bill.get().max()))
                        .isEmpty();
        String summary = "Large pages were requested and " + got
                + (byGroup ? "its control group does not let it reserve them, while " : "") + had
                + bill.map(it -> more(missing(pool, it, held), byGroup)).orElse("");
        NamedPageSize named = NamedPageSize.of(look, pool.pageSize());
        List<Action> actions = bill.isPresent() && limits.isPresent()
                ? actions(look, pool, bill.get(), held, limits.get())
                : bill.isPresent() ? List.of() : named.actions();
        boolean tooLittleMemory = bill.isPresent() && limits.isPresent() && actions.isEmpty();
        boolean notReserved = actions.stream().anyMatch(Action.CgroupFile.class::isInstance);
        boolean otherSize = !pool.pageSize().equals(PoolBill.PAGE_SIZE);
        String explanation = need + "."
                + (otherSize ? whole(look, pool.pageSize()) : "")
                + (bill.isEmpty() ? named.explanation() : "")
                + (wasted
                        ? " Meanwhile " + held
                                + " of the pool are taken by this JVM for other things than its heap, which"
                                + " helps nobody much."
                        : "")
                + (tooLittleMemory
                        ? " The host has too little memory for a pool of that size: the heap must become smaller first."
                        : "")
                + (notReserved ? " Its control group does not let it reserve that many pages." : "")
                + (limits.isEmpty()
                        ? " More pages are not advised while it cannot be seen what its control groups allow: beyond that"
                                + " the JVM would die of SIGBUS."
                        : "");
        return look.finding(
                wasted ? Severity.CRITICAL : Severity.WARNING,
                summary,
                explanation,
                (actions.isEmpty() ? "With enough pages in the pool and" : "After")
                        + " a restart the whole heap is on "
                        + (bill.isEmpty() && !actions.isEmpty() ? "large" : pool.pageSize())
                        + " pages; check: hp-cli advise --pid N shows the heap as HUGETLB.",
                actions);
    }

    private static boolean isZ(Look look) {
        return look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent();
    }

    /** How much the pool is short of; one that is not short any more was so when the JVM was started. */
    private static String more(long missing, boolean byGroup) {
        return missing > 0
                ? ", " + missing + " more are needed"
                : byGroup ? "" : ", which is enough by now and was not when the JVM was started";
    }

    private static long missing(HugePool pool, Span bill, Bytes held) {
        return Math.max(
                0, bill.max() - pool.usable() - held.value() / pool.pageSize().value());
    }

    /** The limits on reserved pages, beyond which a mapping fails; empty if the control groups cannot be seen. */
    private static Optional<List<GroupLimit>> limits(Look look) {
        return look.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> look.maybeJvm("hugetlb limits", jvm -> groups.hugetlb()))
                .map(sizes -> sizes.stream()
                        .filter(group -> group.pageSize().equals(PoolBill.PAGE_SIZE))
                        .flatMap(group -> group.reservedMax().stream())
                        .toList());
    }

    /** Total + max(0, need - usable - held): what this JVM holds comes back when it is restarted. */
    private static List<Action> actions(Look look, HugePool pool, Span bill, Bytes held, List<GroupLimit> limits) {
        List<Action> actions =
                new ArrayList<>(GroupRoom.raised(limits, held, pool.pageSize().times(bill.max())));
        long missing = missing(pool, bill, held);
        if (missing == 0) {
            actions.add(new Action.RestartJvm());
            return actions;
        }
        Bytes more = pool.pageSize().times(missing);
        Bytes available = look.host("memory", Host::memory)
                .size("MemAvailable")
                .orElse(Bytes.ZERO)
                .plus(look.maybeJvm("status", Jvm::status)
                        .flatMap(ProcStatus::rss)
                        .orElse(Bytes.ZERO));
        if (available.compareTo(more.plus(MARGIN)) < 0) {
            look.note("memory", "a pool of " + more + " more does not fit into " + available, "/proc/meminfo");
            return List.of();
        }
        actions.add(Asked.pages(look, pool, pool.total() + missing, more + " taken from all others"));
        actions.add(new Action.RestartJvm());
        return actions;
    }
}
