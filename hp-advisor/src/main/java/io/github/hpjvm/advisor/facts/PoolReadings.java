package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Readings of the hugetlb pools of one host, in constant space.
 *
 * @param first time of the earliest reading
 * @param last time of the latest reading
 * @param campaign true if a campaign of hp-jvm ran at one of the readings, or had left changes to restore; false for
 *     readings of a file, which does not say
 * @param available the least number of available pages of all readings, for each page size that all readings have
 */
public record PoolReadings(Instant first, Instant last, boolean campaign, Map<Bytes, Long> available) {

    public PoolReadings {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(last, "last");
        available = Map.copyOf(available);
    }

    /** One reading. */
    public static PoolReadings at(Instant time, boolean campaign, List<HugePool> pools) {
        Map<Bytes, Long> available = new LinkedHashMap<>();
        pools.forEach(pool -> available.merge(pool.pageSize(), pool.usable(), Math::min));
        return new PoolReadings(time, time, campaign, available);
    }

    /** The reading in the facts of a host. */
    public static PoolReadings of(Facts facts) {
        boolean campaign = facts.poolHistory().filter(PoolHistory::campaign).isPresent();
        return at(facts.takenAt(), campaign, facts.host().pools().known().orElse(List.of()));
    }

    /** The readings of both. */
    public PoolReadings with(PoolReadings other) {
        Map<Bytes, Long> both = new LinkedHashMap<>();
        available.forEach((size, pages) -> {
            Long others = other.available.get(size);
            if (others != null) {
                both.put(size, Math.min(pages, others));
            }
        });
        return new PoolReadings(
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last,
                campaign || other.campaign,
                both);
    }

    /** The number of pages of that size that were available in all readings; 0 if a reading does not have the pool. */
    public long availableOf(Bytes pageSize) {
        return available.getOrDefault(pageSize, 0L);
    }
}
