package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * A variant in results.json.
 *
 * @param requiredKind the kind of page without which a run does not count; empty if each counts
 * @param jvm build of the JVM of its forks
 * @param program the program of its forks, if it is not that of baseline
 * @param ownJvm the JVM of its forks, if it is not that of baseline
 */
record VariantDocument(
        String name,
        String description,
        Optional<PageKind> requiredKind,
        String jvm,
        Optional<String> program,
        Optional<JvmDocument> ownJvm) {
    static VariantDocument of(Variant variant, TargetJvm jvm) {
        Optional<OwnVariant> own = variant instanceof OwnVariant it ? Optional.of(it) : Optional.empty();
        return new VariantDocument(
                variant.name(),
                variant.describes(),
                Optional.of(variant).filter(Findings::requiresPages).map(Variant::asks),
                variant.jvm(jvm).build(),
                own.flatMap(it -> it.change().program()),
                own.flatMap(it -> it.ownJvm(jvm)).map(JvmDocument::of));
    }
}
