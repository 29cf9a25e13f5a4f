package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.Missing;

/** Ends the evaluation of a rule that asked for a fact which is absent. Caught in one place, {@code Rules}. */
public final class MissingFactException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Missing missing;

    MissingFactException(Missing missing) {
        super(missing.fact(), null, false, false);
        this.missing = missing;
    }

    public Missing missing() {
        return missing;
    }
}
