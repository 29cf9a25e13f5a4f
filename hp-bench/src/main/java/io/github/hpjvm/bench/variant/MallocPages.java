package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;

/**
 * The heap on base pages, and memory of glibc's malloc on huge pages: direct buffers, the compiler's arenas, the
 * collector's own memory. By {@code GLIBC_TUNABLES=glibc.malloc.hugetlb}, which glibc supports from 2.35 on (manual,
 * "Memory Allocation Tunables"): 1 calls {@code madvise}, 2 takes pages of the hugetlb pool. musl and other allocators
 * do not support it.
 *
 * @param kind THP or HUGETLB
 */
record MallocPages(PageKind kind) implements Variant {
    /** Pages that malloc of a small JVM took and reserved in a measurement, rounded up: 143 and 36 pages. */
    private static final long PAGES = 256;

    @Override
    public String name() {
        return kind == PageKind.THP ? "malloc-thp" : "malloc-hugetlb";
    }

    @Override
    public PageKind asks() {
        return PageKind.BASE;
    }

    @Override
    public String describes() {
        return kind == PageKind.THP ? "malloc on transparent huge pages" : "malloc on the hugetlb pool";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return Baseline.BASELINE.arguments(jvm);
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("GLIBC_TUNABLES", "glibc.malloc.hugetlb=" + (kind == PageKind.THP ? 1 : 2));
    }

    @Override
    public Map<Bytes, Long> poolPages(PoolBill bill, Bytes heap) {
        return kind == PageKind.HUGETLB ? Map.of(bill.pageSize(), PAGES) : Map.of();
    }

    @Override
    public Proof proof() {
        return new Proof.OutsideHeap(kind);
    }
}
