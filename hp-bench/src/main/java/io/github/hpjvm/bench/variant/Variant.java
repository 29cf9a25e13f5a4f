package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * A page regime under which a workload is forked: a name, the JVM arguments that ask for it, and the kind of page that
 * must be seen behind the heap for a run to count. One small class each; {@link Variants} lists them.
 */
public interface Variant {

    /** The name in options, tables and JSON. */
    String name();

    /** The kind of page that the heap must be on. */
    PageKind asks();

    /** One line for people: what is different in this regime. */
    String describes();

    /** The arguments for this JVM, to be added to the workload's own. */
    List<String> arguments(TargetJvm jvm);

    /** Why this JVM cannot be asked for the regime; empty if it can. */
    default Optional<String> unsupportedBy(TargetJvm jvm) {
        return Optional.empty();
    }
}
