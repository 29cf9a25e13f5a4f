package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.Visible;
import java.util.Objects;

/**
 * An absent fact that a result lacks.
 *
 * @param fact name of the fact
 * @param reason reason of its absence
 * @param source the source
 * @param grant command or permission that would make it readable; empty if there is none
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
