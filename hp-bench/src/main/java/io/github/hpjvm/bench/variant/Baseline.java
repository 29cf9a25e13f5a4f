package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;

/**
 * Base pages. Both page flags are set to minus explicitly, because a vendor may enable one by default (SapMachine 25
 * does so with transparent huge pages).
 *
 * <p>The second baseline has the same arguments and another name: baseline measured against itself is the A/A pair.
 */
public record Baseline(String name) implements Variant {
    static final Baseline BASELINE = new Baseline("baseline");
    static final Baseline TWIN = new Baseline("baseline'");

    @Override
    public PageKind asks() {
        return PageKind.BASE;
    }

    @Override
    public String describes() {
        return "base pages";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");
    }
}
