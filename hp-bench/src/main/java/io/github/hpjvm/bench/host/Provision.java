package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Result of one {@link Provisioner#apply}.
 *
 * @param changes one per requested change, in the same order
 */
public record Provision(List<AppliedChange> changes) {

    public Provision {
        changes = List.copyOf(changes);
    }

    /** Returns whether the kernel took all wanted values. */
    public boolean took() {
        return changes.stream().allMatch(AppliedChange::took);
    }

    /** The result of the (last) change of this file, if there was one. */
    public Optional<AppliedChange> of(Path file) {
        return changes.stream().filter(change -> change.file().equals(file)).reduce((first, second) -> second);
    }
}
