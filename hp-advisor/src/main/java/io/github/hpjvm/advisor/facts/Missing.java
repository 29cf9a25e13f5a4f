package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * A fact that could not be had.
 *
 * @param fact what was looked for, in a few words
 * @param reason why it is not there
 * @param source where we looked
 * @param grant what would let us see it; empty if nothing would
 */
public record Missing(String fact, Reason reason, String source, String grant) {

    public Missing {
        Objects.requireNonNull(fact, "fact");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(grant, "grant");
    }
}
