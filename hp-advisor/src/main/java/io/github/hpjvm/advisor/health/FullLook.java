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
import java.util.Optional;

/**
 * What a look at the memory itself has seen.
 *
 * @param regions the share of huge pages of each region, or why there is none
 * @param granted whether the heap counts as on huge pages: it came to be so with 95 % (all but 4 MiB of a small one), and
 *     stays so until less than a lower share is left, so that a share in between does not flap
 * @param mostResident the most of the heap that was resident at any look so far: a heap that shrinks and grows is as large
 *     as that to those who ask whether it is worth something
 * @param takenAt when it was looked at
 */
record FullLook(Map<RegionName, Fact<Coverage>> regions, boolean granted, Bytes mostResident, Instant takenAt) {

    FullLook {
        regions = Map.copyOf(regions);
    }

    /**
     * The look after another one.
     *
     * @param before the last one; empty for the first
     * @param lostBelow a share below which the heap does not count as on huge pages any more
     */
    static FullLook of(
            Map<RegionName, Fact<Coverage>> regions, Optional<FullLook> before, double lostBelow, Instant takenAt) {
        boolean grantedBefore = before.filter(FullLook::granted).isPresent();
        Optional<Coverage> heap =
                Optional.ofNullable(regions.get(RegionName.HEAP)).flatMap(Fact::known);
        boolean granted = heap.map(h -> isHuge(backing(h, h.resident())) || grantedBefore && h.share() >= lostBelow)
                .orElse(grantedBefore);
        Bytes most = before.map(FullLook::mostResident)
                .orElse(Bytes.ZERO)
                .max(heap.map(Coverage::resident).orElse(Bytes.ZERO));
        return new FullLook(regions, granted, most, takenAt);
    }

    List<Coverage> coverage() {
        return regions.values().stream()
                .flatMap(fact -> fact.known().stream())
                .sorted((a, b) -> a.region().compareTo(b.region()))
                .toList();
    }

    /** What stands behind the heap, at the estimated share. */
    Fact<Backing> heap() {
        return regions.get(RegionName.HEAP).map(coverage -> backing(coverage, coverage.resident()));
    }

    /** The same for a heap that is as large as it ever was. */
    Fact<Backing> heapAtItsLargest() {
        return regions.get(RegionName.HEAP).map(coverage -> backing(coverage, mostResident));
    }

    private static Backing backing(Coverage coverage, Bytes resident) {
        Bytes huge = Bytes.of((long) (resident.value() * coverage.share()));
        return new Backing(
                resident,
                List.of(
                        Pages.exactly(coverage.kind(), Bytes.ZERO, huge),
                        Pages.exactly(PageKind.BASE, Bytes.ZERO, resident.minus(huge))));
    }

    private static boolean isHuge(Backing backing) {
        return backing.kind()
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent();
    }
}
