package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;

/**
 * The variant that the others are compared with: base pages. Both page flags are set to minus explicitly, because a
 * vendor may enable one by default (SapMachine 25 does so with transparent huge pages).
 *
 * <p>The second baseline has the same arguments and another name: baseline measured against itself is the A/A pair.
 *
 * <p>A campaign that compares other things than pages has a baseline without any flags. A campaign has one baseline, so
 * baselines of the same name are equal.
 *
 * @param plain whether it has no flags, and its pages are only reported
 */
public record Baseline(String name, boolean plain) implements Variant {
    static final Baseline BASELINE = new Baseline("baseline", false);
    static final Baseline TWIN = BASELINE.twin();
    static final Baseline PLAIN = new Baseline(BASELINE.name, true);

    /** The second baseline, with the same arguments. */
    Baseline twin() {
        return new Baseline(name + "'", plain);
    }

    @Override
    public PageKind asks() {
        return PageKind.BASE;
    }

    @Override
    public String describes() {
        return plain ? "the program without further flags" : "base pages";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return plain ? List.of() : List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");
    }

    @Override
    public Proof proof() {
        return plain ? new Proof.Reported() : new Proof.HeapKind();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Baseline baseline && baseline.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
