package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a service decides about single rules.
 *
 * @param ignored ids of rules whose findings, and whose missing facts, do not count
 * @param severities severities in place of those of the rules, by id
 */
record RuleSettings(Set<String> ignored, Map<String, Severity> severities) {
    static final RuleSettings NONE = new RuleSettings(Set.of(), Map.of());

    RuleSettings {
        ignored = Set.copyOf(ignored);
        severities = Map.copyOf(severities);
    }

    /** Returns the outcomes that count, with the severities of the service. */
    List<Outcome> apply(List<Outcome> outcomes) {
        List<Outcome> kept = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (!ignored.contains(outcome.rule())) {
                kept.add(outcome instanceof Finding finding ? judged(finding) : outcome);
            }
        }
        return kept;
    }

    /** Returns the ids of the ignored rules that have a finding, in their order. */
    Set<String> dropped(List<Outcome> outcomes) {
        Set<String> ids = new TreeSet<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Finding && ignored.contains(outcome.rule())) {
                ids.add(outcome.rule());
            }
        }
        return ids;
    }

    private Finding judged(Finding finding) {
        Severity own = severities.get(finding.rule());
        return own == null
                ? finding
                : new Finding(
                        finding.rule(),
                        finding.subject(),
                        own,
                        finding.summary(),
                        finding.explanation(),
                        finding.expectedEffect(),
                        finding.evidence(),
                        finding.actions(),
                        finding.traits());
    }
}
