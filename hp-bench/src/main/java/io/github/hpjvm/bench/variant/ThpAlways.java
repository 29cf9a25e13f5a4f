package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.ThpPlan;
import java.util.List;
import java.util.Optional;

/**
 * Transparent huge pages by the host's mode {@code always}, for a JVM that does not opt in: the kernel uses them for
 * the heap, malloc and every other large mapping (Documentation/admin-guide/mm/transhuge.rst).
 */
record ThpAlways() implements Variant {

    @Override
    public String name() {
        return "thp-always";
    }

    @Override
    public PageKind asks() {
        return PageKind.THP;
    }

    @Override
    public String describes() {
        return "transparent huge pages by mode always, without opt-in";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return Baseline.BASELINE.arguments(jvm);
    }

    @Override
    public Optional<String> decidingArgument() {
        return Optional.empty();
    }

    @Override
    public List<HostChange> host(Bytes pmdSize) {
        return List.of(new HostChange(ThpPlan.globalFile(), "always"));
    }
}
