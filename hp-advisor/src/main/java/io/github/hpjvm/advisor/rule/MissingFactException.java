package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Missing;

/** Ends the evaluation of a rule that asked for a fact which is absent. Caught in one place, {@link Rules}. */
final class MissingFactException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Missing missing;

    MissingFactException(Missing missing) {
        super(missing.fact(), null, false, false);
        this.missing = missing;
    }

    Missing missing() {
        return missing;
    }
}
