package io.github.hpjvm.advisor.finding;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Missing;
import java.util.List;
import java.util.Objects;

/** What a rule says about one subject. "Cannot know" is an outcome of its own, and is never a pass. */
public sealed interface Outcome {

    /** The stable id of the rule, {@code HP-104}. */
    String rule();

    /** What it is about: a region such as {@code heap}, a pool, the JVM. */
    String subject();

    /** The facts that it rests on, in the order in which the rule looked at them. */
    List<Evidence> evidence();

    /**
     * Something is not as it should or could be.
     *
     * @param summary one sentence without a period at its end: what is wrong
     * @param explanation why it matters here
     * @param expectedEffect what changes when the actions are taken, and how to check it
     * @param actions what to change, in order; empty if nothing can be
     */
    record Finding(
            String rule,
            String subject,
            Severity severity,
            String summary,
            String explanation,
            String expectedEffect,
            List<Evidence> evidence,
            List<Action> actions)
            implements Outcome {

        public Finding {
            Objects.requireNonNull(severity, "severity");
            evidence = List.copyOf(evidence);
            actions = List.copyOf(actions);
        }
    }

    /** All is as it should be. */
    record Pass(String rule, String subject, String summary, List<Evidence> evidence) implements Outcome {

        public Pass {
            evidence = List.copyOf(evidence);
        }
    }

    /** The rule has nothing to say here, for this reason. */
    record NotApplicable(String rule, String subject, String reason, List<Evidence> evidence) implements Outcome {

        public NotApplicable {
            evidence = List.copyOf(evidence);
        }
    }

    /** The rule would have something to say, but a fact that it needs is not there. */
    record Unknown(String rule, String subject, Missing missing, List<Evidence> evidence) implements Outcome {

        public Unknown {
            Objects.requireNonNull(missing, "missing");
            evidence = List.copyOf(evidence);
        }
    }
}
