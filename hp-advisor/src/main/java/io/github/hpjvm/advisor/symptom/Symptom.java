package io.github.hpjvm.advisor.symptom;

import io.github.hpjvm.advisor.rule.Rule;
import java.util.Objects;

/**
 * A rule whose page may explain a text.
 *
 * @param rule the rule
 * @param meaning what a message in the text means; empty if only words of the text are in the page
 */
public record Symptom(Rule rule, String meaning) {

    public Symptom {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(meaning, "meaning");
    }
}
