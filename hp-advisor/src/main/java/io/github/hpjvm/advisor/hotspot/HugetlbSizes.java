package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * The sizes of hugetlb pages that HotSpot finds: scan_default_hugepagesize and scan_hugepagesizes in {@code
 * src/hotspot/os/linux/hugepages.cpp}, before 21 in {@code os_linux.cpp}.
 */
final class HugetlbSizes {

    private static final Bytes USUAL_PAGE = Bytes.ofMiB(2);

    private final Host host;
    private final PageFlags flags;

    HugetlbSizes(Host host, PageFlags flags) {
        this.host = host;
        this.flags = flags;
    }

    /**
     * Returns the sizes up to LargePageSizeInBytes. If that is not given or no size of the kernel, the default size is
     * the limit. None if the kernel has no hugetlb pages, empty if that is not known.
     */
    Optional<PageSizes> upToGiven() {
        if (host.memory().known().isEmpty() || host.pools().known().isEmpty()) {
            return Optional.empty();
        }
        List<Bytes> sizes = host.pools().known().get().stream()
                .map(HugePool::pageSize)
                .filter(PageSizes::exists)
                .toList();
        Bytes usual = byDefault();
        if (!sizes.contains(usual)) {
            return Optional.of(PageSizes.NONE);
        }
        Bytes given = Bytes.of(Math.max(0, flags.size()));
        Bytes most = sizes.contains(given) ? given : usual;
        return Optional.of(new PageSizes(
                sizes.stream().filter(size -> size.compareTo(most) <= 0).toList()));
    }

    /**
     * Returns whether LargePageSizeInBytes is not a power of 2 and shares a bit with a size of the kernel.
     * os::PageSizes::contains then accepts it as such a size, and the JVM works with page sizes that do not exist.
     * Measured on 17.0.9, 21.0.2, 21.0.4 and 21.0.8 with 3m: the code cache is on 2 MiB pages, the heap on base pages,
     * and G1 refuses a heap that is not a multiple of 3 MiB. With 5m, which has no bit of 2 MiB, the default size
     * counts. Later updates refuse such sizes.
     */
    boolean sizeIsSeveral() {
        long given = Math.max(0, flags.size());
        return flags.sizeGiven()
                && Long.bitCount(given) > 1
                && host.pools().known().orElse(List.of()).stream()
                        .anyMatch(pool -> (pool.pageSize().value() & given) != 0);
    }

    /** Returns Hugepagesize of {@code /proc/meminfo}, or the usual size of the processor if that is not known. */
    Bytes byDefault() {
        return host.memory()
                .known()
                .flatMap(Memory::defaultHugePage)
                .filter(PageSizes::exists)
                .orElse(USUAL_PAGE);
    }

    /** Returns the sizes that count. Since 27 a smaller size counts only if its pool has a page when the JVM starts. */
    PageSizes withPages(PageSizes all) {
        List<HugePool> known = host.pools().known().orElse(List.of());
        return new PageSizes(all.sizes().stream()
                .filter(size -> size.equals(all.largest())
                        || known.stream().anyMatch(pool -> pool.pageSize().equals(size) && pool.total() > 0))
                .toList());
    }
}
