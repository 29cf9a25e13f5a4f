package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.Visible;
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

    /** A path of the longest kind and some words about it. */
    private static final int LONGEST = 5000;

    public Missing {
        fact = Visible.name(fact, LONGEST);
        Objects.requireNonNull(reason, "reason");
        source = Visible.name(source, LONGEST);
        grant = Visible.name(grant, LONGEST);
    }
}
