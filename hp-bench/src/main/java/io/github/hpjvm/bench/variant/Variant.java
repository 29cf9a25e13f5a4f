package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.bench.host.HostChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page regime under which a workload is forked: a name, the JVM arguments that ask for it, what the host must be set to
 * meanwhile, and what must be seen for a run to count. One small class each; {@link Variants} lists them.
 */
public interface Variant {

    /** The name in options, tables and JSON. */
    String name();

    /** The kind of page that the heap must be on. */
    PageKind asks();

    /** One line for people: what is different in this regime. */
    String describes();

    /** The arguments for this JVM, to be added to the workload's own. */
    List<String> arguments(TargetJvm jvm);

    /** Why this JVM cannot be asked for the regime; empty if it can. */
    default Optional<String> unsupportedBy(TargetJvm jvm) {
        return Optional.empty();
    }

    /** The argument without which the regime was not asked for; empty if none is needed. */
    default Optional<String> decidingArgument() {
        return switch (asks()) {
            case THP -> Optional.of("-XX:+UseTransparentHugePages");
            case HUGETLB -> Optional.of("-XX:+UseLargePages");
            default -> Optional.empty();
        };
    }

    /** Variables that are set in the environment of the fork. */
    default Map<String, String> environment() {
        return Map.of();
    }

    /**
     * What kernel files must hold while a fork of this variant runs, and only then; empty if it shares what the host is
     * set to for all variants.
     *
     * @param pmdSize the size of a transparent huge page
     */
    default List<HostChange> host(Bytes pmdSize) {
        return List.of();
    }

    /**
     * Pages that one fork takes out of hugetlb pools, by page size.
     *
     * @param bill what this JVM takes of the default pool if it asks for all of it
     * @param heap its maximum heap
     */
    default Map<Bytes, Long> poolPages(PoolBill bill, Bytes heap) {
        return asks() == PageKind.HUGETLB ? Map.of(bill.pageSize(), bill.max()) : Map.of();
    }

    /** What must be seen for a run to count. */
    default Proof proof() {
        return new Proof.HeapKind();
    }
}
