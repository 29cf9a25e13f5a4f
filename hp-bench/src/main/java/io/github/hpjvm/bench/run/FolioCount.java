package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.OptionalLong;

/** What the host counts of the folios that a variant is about, before a fork and after it. */
public final class FolioCount {
    private final Variant variant;
    private final OptionalLong before;

    private FolioCount(Variant variant) {
        this.variant = variant;
        this.before = now();
    }

    /** A fork is about to be made. */
    public static FolioCount start(Variant variant) {
        return new FolioCount(variant);
    }

    /** How many there are more now; empty if the variant is about none, or the kernel does not count them. */
    public OptionalLong grown() {
        OptionalLong after = now();
        return before.isPresent() && after.isPresent()
                ? OptionalLong.of(Math.max(0, after.getAsLong() - before.getAsLong()))
                : OptionalLong.empty();
    }

    private OptionalLong now() {
        return variant.proof() instanceof Proof.Folios folios
                ? HostReader.foliosFaulted(folios.size())
                : OptionalLong.empty();
    }
}
