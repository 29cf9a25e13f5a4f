package io.github.hpjvm.advisor.facts;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A hugetlb pool that the kernel was told to make when it was booted: {@code hugepagesz=} and {@code hugepages=}
 * (Documentation/admin-guide/mm/hugetlbpage.rst). It says what was asked for, not what there was.
 *
 * @param pageSize the size of its pages; empty if none was given, which means the default size
 * @param pages how many pages, over all nodes
 * @param pagesByNode how many on which NUMA node; empty if that was left to the kernel
 */
public record BootPool(Optional<Bytes> pageSize, long pages, Map<String, Long> pagesByNode) {

    public BootPool {
        Objects.requireNonNull(pageSize, "pageSize");
        pagesByNode = Collections.unmodifiableMap(new TreeMap<>(pagesByNode));
    }
}
