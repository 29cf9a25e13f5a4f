package io.github.hpjvm.advisor.term;

import io.github.hpjvm.os.text.Visible;
import java.util.Objects;

/**
 * An absent fact that a result lacks.
 *
 * @param fact name of the fact
 * @param reason reason of its absence
 * @param source the source
 * @param grant command or permission that would make it readable; empty if there is none
 * @param detail the reason in words; empty if {@code reason} says all
 */
public record Missing(String fact, Reason reason, String source, String grant, String detail) {

    /** A path of the longest kind and some words about it. */
    private static final int LONGEST = 5000;

    public Missing {
        fact = Visible.name(fact, LONGEST);
        Objects.requireNonNull(reason, "reason");
        source = Visible.name(source, LONGEST);
        grant = Visible.name(grant, LONGEST);
        detail = Visible.name(detail, LONGEST);
    }

    /** Creates one whose reason needs no words. */
    public Missing(String fact, Reason reason, String source, String grant) {
        this(fact, reason, source, grant, "");
    }

    /** Returns the reason, its words, the source and the grant, as far as there are any, for a text. */
    public String why() {
        return reason
                + (detail.isEmpty() ? "" : ": " + detail)
                + (source.isEmpty() ? "" : " (" + source + ")")
                + (grant.isEmpty() ? "" : "; " + grant);
    }
}
