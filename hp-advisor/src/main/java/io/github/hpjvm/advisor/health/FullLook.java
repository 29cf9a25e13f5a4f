package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Coverage;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.RegionName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a look at the memory itself has seen.
 *
 * @param regions the share of huge pages of each region, or why there is none
 * @param granted whether the heap counts as on huge pages: it came to be so with 95 % (all but 4 MiB of a small one), and
 *     stays so until less than a lower share is left, so that a share in between does not flap
 * @param takenAt when it was looked at
 */
record FullLook(Map<RegionName, Fact<Coverage>> regions, boolean granted, Instant takenAt) {

    FullLook {
        regions = Map.copyOf(regions);
    }

    /**
     * The look after another one.
     *
     * @param grantedBefore whether the heap counted as granted up to now
     * @param lostBelow a share below which it does not any more
     */
    static FullLook of(
            Map<RegionName, Fact<Coverage>> regions, boolean grantedBefore, double lostBelow, Instant takenAt) {
        boolean granted = regions.containsKey(RegionName.HEAP)
                && regions.get(RegionName.HEAP)
                        .known()
                        .map(heap -> isHuge(backing(heap)) || grantedBefore && heap.share() >= lostBelow)
                        .orElse(grantedBefore);
        return new FullLook(regions, granted, takenAt);
    }

    List<Coverage> coverage() {
        return regions.values().stream()
                .flatMap(fact -> fact.known().stream())
                .sorted((a, b) -> a.region().compareTo(b.region()))
                .toList();
    }

    /** What stands behind the heap, at the estimated share. */
    Fact<Backing> heap() {
        return regions.get(RegionName.HEAP).map(FullLook::backing);
    }

    private static Backing backing(Coverage coverage) {
        Bytes huge = Bytes.of((long) (coverage.resident().value() * coverage.share()));
        return new Backing(
                coverage.resident(),
                List.of(
                        Pages.exactly(coverage.kind(), Bytes.ZERO, huge),
                        Pages.exactly(
                                PageKind.BASE, Bytes.ZERO, coverage.resident().minus(huge))));
    }

    private static boolean isHuge(Backing backing) {
        return backing.kind()
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent();
    }
}
