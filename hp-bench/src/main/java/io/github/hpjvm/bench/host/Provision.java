package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What came of one {@link Provisioner#apply}.
 *
 * @param changes one per change asked for, in that order
 */
public record Provision(List<AppliedChange> changes) {

    public Provision {
        changes = List.copyOf(changes);
    }

    /** Whether the kernel gave all that was asked for. */
    public boolean took() {
        return changes.stream().allMatch(AppliedChange::took);
    }

    /** What came of the (last) change of this file, if one was asked for. */
    public Optional<AppliedChange> of(Path file) {
        return changes.stream().filter(change -> change.file().equals(file)).reduce((first, second) -> second);
    }
}
