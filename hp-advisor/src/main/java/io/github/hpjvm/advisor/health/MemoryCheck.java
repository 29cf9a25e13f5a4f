package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.read.own.OwnCoverage.Marks;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a check of the memory itself.
 *
 * @param regions the share of huge pages of each region, or the reason why it is absent
 * @param granted whether the heap counts as on huge pages. It does from a share of 95 % on (all but 4 MiB of a small
 *     heap), until the share falls below a lower limit. A share in between changes nothing
 * @param mostResident the largest resident size of the heap in all checks so far. Rules with a minimum heap size use
 *     it, so that a shrinking heap does not change their outcome
 * @param heapAt time of the last check that knew the share of the heap; {@link Instant#MIN} if none did
 * @param takenAt time of the check
 * @param marks the marks of the heap in smaps; empty if they were not read
 */
record MemoryCheck(
        Map<RegionName, Fact<Coverage>> regions,
        boolean granted,
        Bytes mostResident,
        Instant heapAt,
        Instant takenAt,
        Optional<Marks> marks) {

    private static final Duration LEAST_STEP = Duration.ofSeconds(1);

    MemoryCheck {
        regions = Map.copyOf(regions);
    }

    /**
     * Creates the result that follows another one.
     *
     * @param before the previous result; empty for the first
     * @param lostBelow share below which the heap no longer counts as on huge pages
     */
    static MemoryCheck of(
            Map<RegionName, Fact<Coverage>> regions, Optional<MemoryCheck> before, double lostBelow, Instant takenAt) {
        boolean grantedBefore = before.filter(MemoryCheck::granted).isPresent();
        Optional<Coverage> heap =
                Optional.ofNullable(regions.get(RegionName.HEAP)).flatMap(Fact::known);
        boolean granted = heap.map(h -> isHuge(backing(h, h.resident())) || grantedBefore && h.share() >= lostBelow)
                .orElse(grantedBefore);
        Bytes most = before.map(MemoryCheck::mostResident)
                .orElse(Bytes.ZERO)
                .max(heap.map(Coverage::resident).orElse(Bytes.ZERO));
        Instant heapAt = heap.map(known -> takenAt)
                .or(() -> before.map(MemoryCheck::heapAt))
                .orElse(Instant.MIN);
        return new MemoryCheck(regions, granted, most, heapAt, takenAt, Optional.empty());
    }

    MemoryCheck withMarks(Optional<Marks> seen) {
        return new MemoryCheck(regions, granted, mostResident, heapAt, takenAt, seen);
    }

    /** Returns whether the heap is known to have no huge page. */
    boolean hasNoHugePage() {
        return heapCoverage().known().filter(heap -> heap.share() == 0).isPresent();
    }

    /**
     * The same check, if the clock was set meanwhile, with its times by the clock of now: a step of the clock, such as after a
     * pause of a virtual machine, makes no check too old.
     *
     * @param age the age of the check by the monotonic clock, at that time
     */
    MemoryCheck aged(Duration age, Instant now) {
        Duration step = Duration.between(takenAt.plus(age), now);
        return step.abs().compareTo(LEAST_STEP) < 0
                ? this
                : new MemoryCheck(
                        regions,
                        granted,
                        mostResident,
                        heapAt.equals(Instant.MIN) ? heapAt : heapAt.plus(step),
                        takenAt.plus(step),
                        marks);
    }

    List<Coverage> coverage() {
        return regions.values().stream()
                .flatMap(fact -> fact.known().stream())
                .sorted((a, b) -> a.region().compareTo(b.region()))
                .toList();
    }

    /** The pages that back the heap, from the estimated share. */
    Fact<Backing> heap() {
        return heapCoverage().map(coverage -> backing(coverage, coverage.resident()));
    }

    /** The same for the largest resident size of the heap. */
    Fact<Backing> heapAtItsLargest() {
        return heapCoverage().map(coverage -> backing(coverage, mostResident));
    }

    /** Returns the share of the heap: a check always examines it. */
    private Fact<Coverage> heapCoverage() {
        return Objects.requireNonNull(regions.get(RegionName.HEAP), "no heap");
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
