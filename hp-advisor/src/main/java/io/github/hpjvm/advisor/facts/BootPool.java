package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A hugetlb pool that the kernel command line requests with {@code hugepagesz=} and {@code hugepages=}
 * (Documentation/admin-guide/mm/hugetlbpage.rst). The kernel may have found fewer pages.
 *
 * @param pageSize size of its pages; empty for the default size
 * @param pages requested pages on all nodes
 * @param pagesByNode requested pages by NUMA node; empty if the kernel distributes them
 */
public record BootPool(Optional<Bytes> pageSize, long pages, Map<String, Long> pagesByNode) {

    public BootPool {
        Objects.requireNonNull(pageSize, "pageSize");
        pagesByNode = Collections.unmodifiableMap(new TreeMap<>(pagesByNode));
    }
}
