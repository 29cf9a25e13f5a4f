package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.host.HostChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page configuration for forks of a workload: a name, the JVM arguments that request it, the host settings that it
 * needs, and the condition for a run to count. One small class each; {@link Variants} lists them.
 */
public interface Variant {

    /** The name in options, tables and JSON. */
    String name();

    /** The kind of page that the heap must have. */
    PageKind asks();

    /** One line that describes the variant. */
    String describes();

    /** The arguments for this JVM, in addition to the workload's own. */
    List<String> arguments(TargetJvm jvm);

    /**
     * The JVM of its forks.
     *
     * @param usual the JVM of the campaign
     */
    default TargetJvm jvm(TargetJvm usual) {
        return usual;
    }

    /** The Java home of its JVM; empty for the one of the campaign. */
    default Optional<Path> home() {
        return Optional.empty();
    }

    /** The entries that precede the class path of the program. */
    default List<Path> classPath() {
        return List.of();
    }

    /** Returns whether its arguments may replace arguments of the program that contradict them. */
    default boolean replaces() {
        return false;
    }

    /**
     * The arguments of a program under this variant. A variant that may replace arguments of the program removes those
     * that choose another collector: HotSpot does not start with two.
     *
     * @param program the program's own arguments
     */
    default List<String> after(List<String> program, TargetJvm jvm) {
        List<String> own = arguments(jvm);
        List<String> all = new ArrayList<>(replaces() ? Collectors.without(program, own) : program);
        all.addAll(own);
        return List.copyOf(all);
    }

    /** Returns whether its forks must not get transparent huge pages from a host whose mode is always. */
    default boolean refusesHugePages() {
        return asks() == PageKind.BASE && proof() instanceof Proof.HeapKind;
    }

    /** The reason why this JVM does not support the variant; empty if it does. */
    default Optional<String> unsupportedBy(TargetJvm jvm) {
        return Optional.empty();
    }

    /** The argument that requests the variant; empty if none is needed. */
    default Optional<String> decidingArgument() {
        return switch (asks()) {
            case THP -> Optional.of("-XX:+UseTransparentHugePages");
            case HUGETLB -> Optional.of("-XX:+UseLargePages");
            default -> Optional.empty();
        };
    }

    /** Environment variables of the fork. */
    default Map<String, String> environment() {
        return Map.of();
    }

    /**
     * Values of kernel files while a fork of this variant runs, and only then; empty if it shares the host settings of
     * all variants.
     *
     * @param pmdSize the size of a transparent huge page
     */
    default List<HostChange> host(Bytes pmdSize) {
        return List.of();
    }

    /**
     * Pages that one fork takes from hugetlb pools, by page size.
     *
     * @param bill pages of the default pool that this JVM takes if all its regions are huge
     * @param heap its maximum heap
     */
    default Map<Bytes, Long> poolPages(PoolBill bill, Bytes heap) {
        return asks() == PageKind.HUGETLB ? Map.of(bill.pageSize(), bill.max()) : Map.of();
    }

    /** The condition for a run to count. */
    default Proof proof() {
        return new Proof.HeapKind();
    }
}
