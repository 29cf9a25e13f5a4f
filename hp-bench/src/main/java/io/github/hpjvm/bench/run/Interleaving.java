package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.run.host.AvailableMemory;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.run.host.WorkloadHeap;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Decides for a case whether its forks take turns, or run one after the other. */
public final class Interleaving {
    /** Memory of a fork beside its heap: code, metaspace and the collector's own tables. */
    private static final Bytes BESIDE_HEAP = Bytes.ofMiB(256);

    /** Memory that stays free for the host and for this process: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    private final Optional<Interleave> wanted;
    private final TargetJvm jvm;
    private final Maker maker;
    private final boolean fragmented;

    /**
     * @param wanted the user's choice; empty for slices wherever they are possible
     * @param fragmented whether memory is fragmented anew before each fork
     */
    public Interleaving(Optional<Interleave> wanted, TargetJvm jvm, Maker maker, boolean fragmented) {
        this.wanted = wanted;
        this.jvm = jvm;
        this.maker = maker;
        this.fragmented = fragmented;
    }

    /**
     * How the forks of a case run.
     *
     * @param why the reason for FORKS where the user did not request them; else empty
     */
    public record Choice(Interleave interleave, Optional<String> why) {
        static final Choice SLICES = new Choice(Interleave.SLICES, Optional.empty());
    }

    /** The choice before the campaign changes anything: checks all conditions except free memory. */
    public Choice planned(Case subject, Collection<Variant> variants) {
        if (wanted.equals(Optional.of(Interleave.FORKS))) {
            return new Choice(Interleave.FORKS, Optional.empty());
        }
        Optional<String> why = maker.whyForks(subject)
                .or(() -> variants.size() < 2
                        ? Optional.of("a single fork has no other fork to alternate with")
                        : Optional.empty())
                .or(() -> fragmented ? Optional.of("memory is fragmented before each fork") : Optional.empty())
                .or(() -> conflict(variants));
        return why.map(it -> new Choice(Interleave.FORKS, Optional.of(it))).orElse(Choice.SLICES);
    }

    /** The choice with the memory that is available now. */
    Choice now(Case subject, Collection<Variant> variants) {
        Choice planned = planned(subject, variants);
        Optional<String> why = planned.interleave() == Interleave.SLICES
                ? lacking(subject, variants, AvailableMemory.now().forForks())
                : Optional.empty();
        return why.map(it -> new Choice(Interleave.FORKS, Optional.of(it))).orElse(planned);
    }

    /** A kernel file holds one value at a time, so variants with different values cannot alternate. */
    private static Optional<String> conflict(Collection<Variant> variants) {
        List<Variant> own =
                variants.stream().filter(variant -> !words(variant).isEmpty()).toList();
        Set<Set<HostChange>> different =
                variants.stream().map(Interleaving::words).collect(Collectors.toSet());
        return different.size() < 2
                ? Optional.empty()
                : Optional.of(own.stream().map(Variant::name).collect(Collectors.joining(", "))
                        + (own.size() == 1 ? " needs" : " need")
                        + " host settings that differ from those of the others");
    }

    private static Set<HostChange> words(Variant variant) {
        return Set.copyOf(variant.host(HostReader.pmdSize()));
    }

    private Optional<String> lacking(Case subject, Collection<Variant> variants, Bytes available) {
        Map<Bytes, Long> pages = new TreeMap<>();
        Bytes needed = MARGIN;
        for (Variant variant : variants) {
            Optional<Bytes> heap = maker.heap(subject, variant);
            if (heap.isEmpty()) {
                return Optional.of("the size of its heap is unknown");
            }
            Map<Bytes, Long> own = HostReader.bill(variant.jvm(jvm), subject)
                    .map((PoolBill bill) -> variant.poolPages(bill, heapOf(variant, heap.get())))
                    .orElse(Map.of());
            own.forEach((size, count) -> pages.merge(size, count, Math::addExact));
            needed = needed.plus(own.isEmpty() ? heapOf(variant, heap.get()).plus(BESIDE_HEAP) : BESIDE_HEAP);
        }
        for (Map.Entry<Bytes, Long> pool : pages.entrySet()) {
            needed = needed.plus(HostReader.byOvercommit(pool.getKey(), pool.getValue()));
        }
        if (needed.compareTo(available) > 0) {
            return Optional.of(variants.size() + " forks at the same time need " + needed + " of memory; " + available
                    + " is available to them" + unlimited(subject));
        }
        return pages.entrySet().stream()
                .filter(pool -> pool.getValue() > obtainable(pool.getKey()))
                .filter(pool ->
                        variants.stream().filter(it -> takes(it, subject)).count() > 1)
                .map(pool -> "the forks together need " + pool.getValue() + " pages of " + pool.getKey() + "; "
                        + obtainable(pool.getKey()) + " are available")
                .findFirst();
    }

    /** A JVM without a size for its heap may use a quarter of the memory, whatever it uses in fact. */
    private static String unlimited(Case subject) {
        return WorkloadHeap.largest(subject.jvmArgs()).isPresent()
                ? ""
                : ". Without -Xmx each heap may grow to "
                        + HostReader.heap(subject).map(Bytes::toString).orElse("a quarter of the memory")
                        + ": if less suffices, set it, as by -jvmArgsAppend"
                        + " -Xmx1g of JMH";
    }

    /** The heap of a variant, which may set it. */
    private Bytes heapOf(Variant variant, Bytes usual) {
        return WorkloadHeap.largest(variant.arguments(jvm)).orElse(usual);
    }

    private boolean takes(Variant variant, Case subject) {
        return HostReader.bill(variant.jvm(jvm), subject)
                .filter(bill -> maker.heap(subject, variant)
                        .filter(heap -> !variant.poolPages(bill, heap).isEmpty())
                        .isPresent())
                .isPresent();
    }

    private static long obtainable(Bytes pageSize) {
        return HostReader.pool(pageSize).map(HugePool::obtainable).orElse(0L);
    }
}
