package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The transparent huge pages that the kernel gives to one kind of anonymous memory.
 *
 * @param allowed whether the memory gets any; empty if the policy is not known
 * @param pageSize the largest size that it gets; the PMD size if it gets none
 * @param smaller the next smaller size, which the memory gets where none of the largest fits
 * @param why what decides, for people
 */
record ThpGrant(Optional<Boolean> allowed, Bytes pageSize, Optional<Bytes> smaller, String why) {

    ThpGrant {
        Objects.requireNonNull(allowed, "allowed");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(smaller, "smaller");
        Objects.requireNonNull(why, "why");
    }

    /** Returns whether the memory is known to get some. */
    boolean given() {
        return allowed.orElse(false);
    }
}
