package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.whatif.PredictedState;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the state that a plan creates: first by the page model, then by all rules. A plan is refused if a rule reports a
 * warning, or worse, that it does not report without the plan. It answers a question once. For one thread.
 */
public final class Consequences {
    private final WhatIf whatIf;
    private final Map<Question, Optional<String>> answers = new HashMap<>();
    private @Nullable List<Outcome.Finding> without;

    /** Actions, and whether they are to put the heap on huge pages. */
    private record Question(List<Action> actions, boolean promised) {}

    public Consequences(WhatIf whatIf) {
        this.whatIf = whatIf;
    }

    WhatIf whatIf() {
        return whatIf;
    }

    /** The objection to some actions, as {@link WhatIf#objection}, or the finding that they lead to. */
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
        List<Outcome.Finding> before = without();
        return warnings(whatIf.state(actions))
                .filter(finding -> before.stream().noneMatch(now -> covers(now, finding)))
                .findFirst()
                .map(finding -> "it would lead to " + finding.rule() + ": " + finding.summary());
    }

    private List<Outcome.Finding> without() {
        if (without == null) {
            without = warnings(whatIf.state(List.of())).toList();
        }
        return without;
    }

    private static boolean covers(Outcome.Finding now, Outcome.Finding then) {
        return now.rule().equals(then.rule())
                && now.subject().equals(then.subject())
                && now.severity().compareTo(then.severity()) >= 0;
    }

    private static Stream<Outcome.Finding> warnings(PredictedState state) {
        Facts facts = new Facts(Instant.EPOCH, state.host(), List.of(state.jvm()));
        return Rules.warnings(facts, state.jvm());
    }
}
