package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.term.Missing;

/** Ends the evaluation of a rule that requires an absent fact. Caught in one place, {@code Judgement}. */
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
