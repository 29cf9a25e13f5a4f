package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/** The hugetlb pool by its old flag {@code -XX:+UseHugeTLBFS}, which JDK 22 ignores and 23 removed (JDK-8261894). */
record HugeTlbFs() implements Variant {
    private static final String FLAG = "-XX:+UseHugeTLBFS";

    @Override
    public String name() {
        return "hugetlbfs";
    }

    @Override
    public PageKind asks() {
        return PageKind.HUGETLB;
    }

    @Override
    public String describes() {
        return "hugetlb pool, by the old flag";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return List.of(FLAG);
    }

    @Override
    public Optional<String> decidingArgument() {
        return Optional.of(FLAG);
    }

    @Override
    public Optional<String> unsupportedBy(TargetJvm jvm) {
        return jvm.knows("UseHugeTLBFS")
                ? Optional.empty()
                : Optional.of("JDK " + jvm.version().feature()
                        + " has no flag UseHugeTLBFS (removed in 22, JDK-8261894); use the variant hugetlb");
    }
}
