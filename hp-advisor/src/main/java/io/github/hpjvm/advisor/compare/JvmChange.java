package io.github.hpjvm.advisor.compare;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What changed for a JVM.
 *
 * @param service its main class, jar or module; its program if that is not known
 * @param kind whether it is the same process
 * @param pidBefore its process ID in the first snapshot; empty if it was not there
 * @param pidAfter its process ID in the second snapshot; empty if it is not there
 * @param changes the values that differ; of a JVM that is in one snapshot only its request, heap and findings
 */
public record JvmChange(
        String service, Kind kind, Optional<Long> pidBefore, Optional<Long> pidAfter, List<ValueChange> changes) {

    /** Relation of the two processes. */
    public enum Kind {
        /** The same process. */
        SAME,
        /** Another process of the same service. */
        RESTARTED,
        /** Only in the second snapshot. */
        STARTED,
        /** Only in the first snapshot. */
        ENDED
    }

    public JvmChange {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(kind, "kind");
        changes = List.copyOf(changes);
    }
}
