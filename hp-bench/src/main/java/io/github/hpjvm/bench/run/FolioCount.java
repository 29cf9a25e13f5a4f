package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.OptionalLong;

/** How many folios of the size that a variant is about the whole host faults, from now on. */
public final class FolioCount {
    private final Variant variant;
    private final OptionalLong before;

    private FolioCount(Variant variant) {
        this.variant = variant;
        this.before = now(variant);
    }

    /** Begins to count; of a variant that is not about folios there is nothing to count. */
    public static FolioCount start(Variant variant) {
        return new FolioCount(variant);
    }

    /** Since then; empty where the kernel does not count them, or the variant is not about them. */
    public OptionalLong grown() {
        OptionalLong after = now(variant);
        return before.isPresent() && after.isPresent()
                ? OptionalLong.of(Math.max(0, after.getAsLong() - before.getAsLong()))
                : OptionalLong.empty();
    }

    private static OptionalLong now(Variant variant) {
        return variant.proof() instanceof Proof.Folios folios
                ? HostReader.foliosFaulted(folios.size())
                : OptionalLong.empty();
    }
}
