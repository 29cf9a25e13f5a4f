package io.github.hpjvm.advisor.plan;

import java.util.Objects;

/**
 * A finding whose actions are not in the plan, because they would do harm or not what they are for.
 *
 * @param rule its rule
 * @param subject what it is about
 * @param why what would happen, as part of a sentence
 */
public record Dropped(String rule, String subject, String why) {

    public Dropped {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(why, "why");
    }
}
