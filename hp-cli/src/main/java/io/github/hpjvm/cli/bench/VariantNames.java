package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.Iterator;

/** The names of all variants, for help and completion. */
final class VariantNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Variants.all().stream().map(Variant::name).iterator();
    }
}
