package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.PoolGrowth;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.GroupRaise;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A pool that has pages for the heap, but not for all other reservations of the JVM. HotSpot reserves the tables of its
 * collector after the heap, each all or nothing ({@code g1CollectedHeap.cpp}, create_aux_memory_mapper; {@code
 * virtualspace.cpp}, ReservedSpace::reserve; since 25 {@code memoryReserver.cpp}). A reservation that fails stays on
 * base pages, and the JVM warns about it. ZGC commits its heap after the code cache.
 */
final class PoolShortBesideHeap implements Rule {

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-303",
                        "hugetlb pool too small for regions beside the heap",
                        "pool",
                        Family.POOL_USE,
                        Affected.GC)
                .whenRequested(Requested.HUGETLB)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (!PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.notApplicable("the pool does not back the heap, which another rule judges");
        }
        List<HugePool> pools = context.host("hugetlb pools", Host::pools);
        List<PoolForecast> needs = context.needs();
        if (needs.isEmpty()) {
            throw context.undecided(new Missing(
                    "pages that this JVM takes of the pool",
                    Reason.NOT_SUPPORTED,
                    "its VM or its arguments",
                    "compare HugetlbPages in /proc/PID/status with the pool"));
        }
        for (PoolForecast need : needs) {
            Optional<HugePool> pool = PageFacts.pool(pools, need.pageSize());
            Optional<Lack> lack = pool.flatMap(it -> lack(context, need));
            if (lack.isPresent()) {
                return found(context, pool.get(), need, lack.get());
            }
        }
        return context.pass("all regions that request pages of the pool have them");
    }

    /**
     * Regions without all their pages.
     *
     * @param regions the regions, with the pages that each requests
     * @param partly whether each of them may have some pages
     * @param granted the pages that the JVM has of the pool; empty if unknown
     */
    private record Lack(Map<RegionName, Span> regions, boolean partly, Optional<Long> granted) {}

    private static Optional<Lack> lack(RuleContext context, PoolForecast need) {
        Optional<Long> granted = context.mappedOfPools()
                .map(sizes -> sizes.getOrDefault(need.pageSize(), 0L))
                .filter(any -> !PageFacts.isZ(context));
        if (granted.isPresent() && granted.get() >= need.needGrown().min()) {
            return Optional.empty();
        }
        Map<RegionName, Span> without = new TreeMap<>();
        Map<RegionName, Span> perhaps = new TreeMap<>();
        need.parts().forEach((region, pages) -> {
            if (region != RegionName.HEAP && pages.min() > 0) {
                Optional<Backing> backing = context.maybeJvm(
                        region.toString(), jvm -> jvm.region(region).backing());
                if (backing.filter(it -> !hasPoolPages(it)).isPresent()) {
                    without.put(region, pages);
                } else if (backing.filter(PoolShortBesideHeap::hasOnlyPoolPages).isEmpty()) {
                    perhaps.put(region, pages);
                }
            }
        });
        if (!without.isEmpty()) {
            return Optional.of(new Lack(without, false, granted));
        }
        if (perhaps.isEmpty() || granted.isEmpty() && PageFacts.isZ(context)) {
            return Optional.empty();
        }
        if (granted.isEmpty()) {
            throw context.undecided(new Missing(
                    "pages of the pool that the JVM has mapped",
                    Reason.SKIPPED,
                    "smaps",
                    "run it with --exact, which reads all mappings"));
        }
        return Optional.of(new Lack(perhaps, true, granted));
    }

    private static boolean hasPoolPages(Backing backing) {
        return backing.pages().stream().anyMatch(pages -> pages.kind() == PageKind.HUGETLB);
    }

    private static boolean hasOnlyPoolPages(Backing backing) {
        return hasPoolPages(backing) && backing.pages().stream().allMatch(pages -> pages.kind() == PageKind.HUGETLB);
    }

    private static List<Outcome> found(RuleContext context, HugePool pool, PoolForecast need, Lack lack) {
        Bytes size = pool.pageSize();
        Bytes held = lack.granted().map(size::times).orElseGet(() -> PageFacts.held(context));
        long missing = PoolGrowth.missing(pool, need.needGrown(), held);
        Optional<List<GroupLimit>> limits = PoolGrowth.limits(context, size);
        Optional<Availability> availability = PoolGrowth.availability(context, pool, missing);
        // The pages that the heap of ZGC lacks are the subject of HP-201, whose actions enlarge the pool.
        Optional<GroupRaise> raise = limits.filter(any -> !PageFacts.isZ(context))
                .map(known -> GroupRaise.ofReservations(
                        context.groups(),
                        size,
                        known,
                        held,
                        PageFacts.touched(context),
                        size.times(need.needGrown().max())));
        List<Action> actions = raise.map(
                        it -> PoolGrowth.actions(context, pool, need.needGrown(), held, it, availability))
                .orElse(List.of());
        String how = raise.filter(it -> !actions.isEmpty())
                .map(it -> it.how(missing > 0))
                .orElse("");
        String names =
                lack.regions().keySet().stream().map(RegionName::toString).collect(Collectors.joining(" and "));
        boolean several = lack.regions().size() > 1;
        String requested = lack.regions().entrySet().stream()
                .map(region -> region.getKey() + " requests " + pages(region.getValue()))
                .collect(Collectors.joining(", "));
        return context.finding(
                Severity.INFO,
                (lack.partly() ? "A part of " + names + " is" : names + (several ? " are" : " is"))
                        + " on base pages: the pool of " + size + " pages "
                        + lack.granted()
                                .map(granted -> "gave the JVM " + granted + " of "
                                        + need.needGrown().min() + " pages")
                                .orElse("was too small"),
                "The JVM reserves the code cache first, then the heap, then the tables of the collector, each all or"
                        + " nothing. It printed a warning about each that failed. Of the pool, " + requested
                        + ". Now " + pool.usable() + " of the pool's " + pool.total() + " pages are available"
                        + (missing > 0
                                ? ", and " + missing + (missing == 1 ? " more is" : " more are") + " needed."
                                : ", which is enough.")
                        + availability
                                .map(it -> it.sentence(missing, size))
                                .filter(sentence -> !sentence.isEmpty() && !actions.isEmpty())
                                .map(sentence -> " " + sentence)
                                .orElse("")
                        + how,
                "With enough pages in the pool and a restart " + names + (several ? " are" : " is") + " on pages of "
                        + size + ", as the heap is already. Check: the JVM prints no warning at its start.",
                actions);
    }

    private static String pages(Span pages) {
        return pages.min() == pages.max()
                ? pages.max() + (pages.max() == 1 ? " page" : " pages")
                : pages.min() + " to " + pages.max() + " pages";
    }
}
