package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The heap on hugetlb pages of 1 GiB, by {@code -XX:LargePageSizeInBytes=1g}. HotSpot applies it from 17 on
 * (JDK-8256155), rounds the heap up to whole GiB ({@code GCArguments::compute_heap_alignment}), and leaves the code
 * cache and the collector's tables on 2 MiB pages: both pools are needed. ZGC refuses to start with it (JDK-8273872).
 *
 * <p>With a short pool the heap falls back to base pages (17) or 2 MiB pages (from 19 on, JDK-8271195), without a
 * reliable warning.
 */
record HugetlbGigabyte() implements Variant {
    private static final Bytes GIBIBYTE = Bytes.ofGiB(1);
    private static final int FIRST_RELEASE = 17;

    /** Card table, remembered sets and bitmaps of G1 take 19 pages per GiB of heap, those of other collectors fewer. */
    private static final long MOST_TABLES_PER_GIBIBYTE = 20;

    @Override
    public String name() {
        return "hugetlb-1g";
    }

    @Override
    public PageKind asks() {
        return PageKind.HUGETLB;
    }

    @Override
    public String describes() {
        return "hugetlb pool of 1 GiB pages";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return Stream.concat(new HugetlbPool().arguments(jvm).stream(), Stream.of("-XX:LargePageSizeInBytes=1g"))
                .toList();
    }

    @Override
    public Optional<String> unsupportedBy(TargetJvm jvm) {
        return jvm.version().feature() >= FIRST_RELEASE
                ? Optional.empty()
                : Optional.of("JDK " + jvm.version().feature()
                        + " supports only the kernel's default size of hugetlb pages (JDK-8256155, 17); use the variant"
                        + " hugetlb");
    }

    @Override
    public Map<Bytes, Long> poolPages(PoolBill bill, Bytes heap) {
        long heaps = -Math.floorDiv(-heap.value(), GIBIBYTE.value());
        long small = bill.max() - heap.value() / bill.pageSize().value();
        boolean rounded = heap.value() % GIBIBYTE.value() != 0;
        return Map.of(GIBIBYTE, heaps, bill.pageSize(), rounded ? small + heaps * MOST_TABLES_PER_GIBIBYTE : small);
    }

    @Override
    public Proof proof() {
        return new Proof.HeapPages(GIBIBYTE);
    }
}
