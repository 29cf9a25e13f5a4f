package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of variants. A new variant is a class and a line here. */
public final class Variants {
    private static final List<Variant> ALL = List.of(
            Baseline.BASELINE,
            new TransparentHugePages(),
            new HugetlbPool(),
            new HugeTlbFs(),
            new ThpAlways(),
            new ThpDefrag("defer"),
            new ThpDefrag("defer+madvise"),
            new ThpDefrag("never"),
            new SmallFolios(),
            new HugetlbGigabyte(),
            new MallocPages(PageKind.THP),
            new MallocPages(PageKind.HUGETLB),
            new PretouchOff(Baseline.BASELINE),
            new PretouchOff(new TransparentHugePages()),
            new PretouchOff(new HugetlbPool()));

    private Variants() {}

    /** All variants, in the order of tables. */
    public static List<Variant> all() {
        return ALL;
    }

    /** The variant with which all others are compared. */
    public static Variant baseline() {
        return Baseline.BASELINE;
    }

    /** A baseline without flags, for comparisons that are not about pages. It equals {@link #baseline}. */
    public static Variant plainBaseline() {
        return Baseline.PLAIN;
    }

    /** The second baseline: its ratio to baseline is the A/A pair. */
    public static Variant twin() {
        return Baseline.TWIN;
    }

    /** The baseline of a campaign with these variants. */
    public static Variant baselineOf(List<Variant> variants) {
        return variants.stream().filter(Baseline.BASELINE::equals).findFirst().orElse(Baseline.BASELINE);
    }

    /** The second baseline of a campaign with these variants. */
    public static Variant twinOf(List<Variant> variants) {
        return baselineOf(variants) instanceof Baseline baseline ? baseline.twin() : Baseline.TWIN;
    }

    /** The variant of that name, including unlisted ones; empty if there is none. */
    public static Optional<Variant> named(String name) {
        return ALL.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .or(() -> ExtraWork.named(name));
    }

    /** The names, for messages and help. */
    public static String names() {
        return ALL.stream().map(Variant::name).collect(Collectors.joining(", "));
    }
}
