package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the address ranges of a heap, so that each of its bytes counts once. */
final class HeapRanges {
    private static final String Z_HEAP = "/memfd:java_heap";

    private HeapRanges() {}

    /**
     * For a heap that is mapped several times, such as the heap of ZGC up to 21, the view with most resident bytes; for
     * any other heap its location.
     *
     * @param located location of the heap
     * @param vmas the present mappings; a heap in a file is located by them, as it grows
     */
    static List<AddressRange> once(List<AddressRange> located, List<Vma> vmas) {
        Map<Long, Vma> byOffset = new HashMap<>();
        for (Vma vma : vmas) {
            if (vma.path().startsWith(Z_HEAP)) {
                byOffset.merge(vma.offset(), vma, HeapRanges::fuller);
            }
        }
        if (byOffset.isEmpty()) {
            return located;
        }
        List<AddressRange> ranges = new ArrayList<>();
        byOffset.values().forEach(vma -> ranges.add(vma.range()));
        ranges.sort((a, b) -> Long.compareUnsigned(a.start(), b.start()));
        return ranges;
    }

    private static Vma fuller(Vma one, Vma other) {
        long a = one.rss().plus(one.hugetlb()).value();
        long b = other.rss().plus(other.hugetlb()).value();
        return b > a ? other : one;
    }
}
