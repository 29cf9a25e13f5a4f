package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The pages that a JVM needs and takes of the hugetlb pool of one page size, touched or reserved.
 *
 * @param pageSize the size of its pages
 * @param node the NUMA node, if the pages have to come from one; else empty
 * @param needAtStart the need at its start if huge pages back everything
 * @param needGrown the same once its heap is fully grown
 * @param takesAtStart the pages that this host's pool will give at its start
 * @param takesGrown the same once its heap is fully grown
 * @param parts the regions whose sum is {@code needGrown}; empty if only the sum is known
 */
public record PoolForecast(
        Bytes pageSize,
        OptionalInt node,
        Span needAtStart,
        Span needGrown,
        Span takesAtStart,
        Span takesGrown,
        Map<RegionName, Span> parts) {

    public PoolForecast {
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(needAtStart, "needAtStart");
        Objects.requireNonNull(needGrown, "needGrown");
        Objects.requireNonNull(takesAtStart, "takesAtStart");
        Objects.requireNonNull(takesGrown, "takesGrown");
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
    }

    /** A forecast of which only the sums are known. */
    public PoolForecast(
            Bytes pageSize, OptionalInt node, Span needAtStart, Span needGrown, Span takesAtStart, Span takesGrown) {
        this(pageSize, node, needAtStart, needGrown, takesAtStart, takesGrown, Map.of());
    }
}
