package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.OptionalLong;

/** Counts the folios of a variant's size that the host allocates during a fork. */
public final class AllocatedFolios {
    private final Variant variant;
    private final OptionalLong before;

    private AllocatedFolios(Variant variant) {
        this.variant = variant;
        this.before = now();
    }

    /** Reads the counter; to be called right before a fork starts. */
    public static AllocatedFolios start(Variant variant) {
        return new AllocatedFolios(variant);
    }

    /** The increase since then; empty if the variant has no folio size, or the kernel does not count them. */
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
