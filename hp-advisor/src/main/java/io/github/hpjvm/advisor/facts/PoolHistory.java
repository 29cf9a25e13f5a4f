package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The use of the hugetlb pools over time. One reading does not show whether a program needs unused pages later.
 *
 * @param campaign true if a campaign of hp-jvm runs on the host, or has left changes to restore
 * @param seconds time between the earliest and the latest reading; 0 if there is only one
 * @param idle the least number of available pages of all readings, for each page size; empty if there is only one
 */
public record PoolHistory(boolean campaign, long seconds, List<Idle> idle) {

    /**
     * The least number of available pages of one size.
     *
     * @param pageSize the size of the pages
     * @param pages the number
     */
    public record Idle(Bytes pageSize, long pages) {}

    public PoolHistory {
        idle = List.copyOf(idle);
        if (seconds < 0) {
            throw new IllegalArgumentException("a time cannot be negative: " + seconds);
        }
    }

    /** A single reading. */
    public static PoolHistory single(boolean campaign) {
        return new PoolHistory(campaign, 0, List.of());
    }

    /**
     * The history of several readings of one host.
     *
     * @param latest the facts that are judged
     * @param others readings of the same host before or after it
     */
    public static PoolHistory of(Facts latest, List<PoolReadings> others) {
        PoolReadings all = PoolReadings.of(latest);
        for (PoolReadings one : others) {
            all = all.with(one);
        }
        List<Idle> idle = new ArrayList<>();
        for (HugePool pool : latest.host().pools().known().orElse(List.of())) {
            idle.add(new Idle(pool.pageSize(), all.availableOf(pool.pageSize())));
        }
        long seconds = all.last().getEpochSecond() - all.first().getEpochSecond();
        return new PoolHistory(all.campaign(), seconds, idle);
    }

    /** The number of pages that were available in all readings; 0 if unknown. */
    public long idlePages(Bytes pageSize) {
        long pages = 0;
        for (Idle one : idle) {
            if (one.pageSize().equals(pageSize)) {
                pages = one.pages();
            }
        }
        return pages;
    }
}
