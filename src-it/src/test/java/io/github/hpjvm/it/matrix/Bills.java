package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Pool sizes near which a JVM changes its behaviour: on both sides of the pages for its code, for code and heap, and of
 * the whole bill. They only select the cases. The comparison does not depend on them.
 */
final class Bills {
    private Bills() {}

    /**
     * Returns numbers of pages of 2 MiB, from none to more than the JVM can take; ascending. A heap without a bill
     * gives only none.
     */
    static List<Long> edges(int release, Collector gc, Bytes maxHeap, Optional<Bytes> code) {
        PoolBill bill =
                PoolBill.of(JavaVersion.parse(Integer.toString(release)), gc, maxHeap, code, PoolBill.PAGE_SIZE);
        long codePages = pages(bill, "code");
        long both = codePages + pages(bill, "heap");
        return List.of(
                0L, Math.max(0, codePages - 1), codePages, both - 1, both, bill.max() - 1, bill.max(), bill.max() + 64);
    }

    private static long pages(PoolBill bill, String region) {
        return bill.items().stream()
                .filter(item -> item.region().equals(region))
                .mapToLong(PoolBill.Item::maxPages)
                .sum();
    }
}
