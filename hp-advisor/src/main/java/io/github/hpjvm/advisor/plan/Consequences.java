package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.rule.support.JudgedJvm;
import io.github.hpjvm.advisor.whatif.PredictedState;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges the state that a plan creates: first by the page model, then by all rules. A plan is refused if a rule reports a
 * warning, or worse, that it does not report without the plan, or a memory limit that is too low. It answers a question once. For one thread.
 */
public final class Consequences {
    private final WhatIf whatIf;
    private final Map<Question, Optional<String>> answers = new HashMap<>();
    private final Map<String, List<Outcome.Finding>> warningsNow = new HashMap<>();
    private @Nullable JudgedJvm now;

    /** Actions, and whether they are to put the heap on huge pages. */
    private record Question(List<Action> actions, boolean promised) {}

    public Consequences(WhatIf whatIf) {
        this.whatIf = whatIf;
    }

    WhatIf whatIf() {
        return whatIf;
    }

    /** The objection to some actions, as {@link WhatIf#objection}, or the finding that they lead to. {@link TriedPlan} and {@link Alternatives} ask here for each plan. */
    Optional<String> objection(List<Action> actions, boolean promised) {
        Question question = new Question(List.copyOf(actions), promised);
        Optional<String> known = answers.get(question);
        if (known == null) {
            known = whatIf.objection(actions, promised)
                    .or(() -> actions.isEmpty() ? Optional.empty() : leadsTo(actions));
            answers.put(question, known);
        }
        return known;
    }

    private Optional<String> leadsTo(List<Action> actions) {
        return Rules.warnings(judged(actions))
                .filter(finding -> warningsNow(finding.rule()).stream().noneMatch(present -> covers(present, finding)))
                .findFirst()
                .map(finding -> "it would lead to " + finding.rule() + ": " + finding.summary());
    }

    /** The warnings of a rule without the plan, judged when they are first needed. */
    private List<Outcome.Finding> warningsNow(String rule) {
        List<Outcome.Finding> known = warningsNow.get(rule);
        if (known == null) {
            if (now == null) {
                now = judged(List.of());
            }
            known = Rules.warnings(rule, now);
            warningsNow.put(rule, known);
        }
        return known;
    }

    private static boolean covers(Outcome.Finding present, Outcome.Finding then) {
        return present.subject().equals(then.subject()) && present.severity().compareTo(then.severity()) >= 0;
    }

    private JudgedJvm judged(List<Action> actions) {
        PredictedState state = whatIf.state(actions);
        Facts facts = new Facts(Instant.EPOCH, state.host(), List.of(state.jvm()));
        return JudgedJvm.withoutEvidence(facts, state.jvm());
    }
}
