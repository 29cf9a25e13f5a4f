package io.github.hpjvm.advisor.goal;

import java.util.Objects;
import java.util.Optional;

/**
 * Whether a requirement holds.
 *
 * @param wanted the requirement as on the command line: {@code thp=90}
 * @param holds true or false; empty if this is not known, or not yet
 * @param reason a sentence with the present pages of each region
 */
public record Answer(String wanted, Optional<Boolean> holds, String reason) {

    public Answer {
        Objects.requireNonNull(wanted, "wanted");
        Objects.requireNonNull(holds, "holds");
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns whether it surely holds. */
    public boolean isTrue() {
        return holds.equals(Optional.of(true));
    }

    /** Returns whether it surely does not hold. */
    public boolean isFalse() {
        return holds.equals(Optional.of(false));
    }
}
