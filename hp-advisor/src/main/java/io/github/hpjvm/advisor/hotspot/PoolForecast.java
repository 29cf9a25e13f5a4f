package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * What a JVM needs and takes of the hugetlb pool of one page size, in pages that are touched or promised.
 *
 * @param pageSize the size of its pages
 * @param node the NUMA node, if the pages have to come from one; else empty
 * @param needAtStart what it needs at its start if everything is to be huge
 * @param needGrown the same once its heap is fully grown
 * @param takesAtStart what this host's pool will really give at its start
 * @param takesGrown the same once its heap is fully grown
 */
public record PoolForecast(
        Bytes pageSize, OptionalInt node, Span needAtStart, Span needGrown, Span takesAtStart, Span takesGrown) {

    public PoolForecast {
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(needAtStart, "needAtStart");
        Objects.requireNonNull(needGrown, "needGrown");
        Objects.requireNonNull(takesAtStart, "takesAtStart");
        Objects.requireNonNull(takesGrown, "takesGrown");
    }
}
