package io.github.hpjvm.advisor.plan;

import java.util.Objects;

/**
 * A finding whose actions a plan leaves out, because they would do harm or have no effect.
 *
 * @param rule id of its rule
 * @param subject its subject
 * @param why effect that the actions would have, as part of a sentence
 */
public record OmittedFinding(String rule, String subject, String why) {

    public OmittedFinding {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(why, "why");
    }
}
