package io.github.hpjvm.advisor.finding;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.term.Missing;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The result of a rule for one subject. Insufficient facts lead to {@link Unknown}, never to {@link Pass}. */
public sealed interface Outcome {

    /** The stable id of the rule, {@code HP-104}. */
    String rule();

    /** The subject: a region such as {@code heap}, a pool, the JVM. */
    String subject();

    /** The facts on which it is based, in the order in which the rule read them. */
    List<Evidence> evidence();

    /**
     * A problem or a possible improvement.
     *
     * @param summary one sentence without a period at its end that names the problem
     * @param explanation the cause and its consequence on this host
     * @param expectedEffect the effect of the actions, and a way to check it
     * @param actions the changes, in order; empty if there are none
     * @param traits what plans and reports need to know of it beside its texts
     */
    record Finding(
            String rule,
            String subject,
            Severity severity,
            String summary,
            String explanation,
            String expectedEffect,
            List<Evidence> evidence,
            List<Action> actions,
            Set<Trait> traits)
            implements Outcome {

        /** Properties of a finding that its texts also say. */
        public enum Trait {
            /** A trial in the running JVM can measure the gain. */
            OFFERS_TRIAL,
            /** The JVM would get the same pages again, however many blocks of a huge page are free. */
            SAME_AFTER_RESTART
        }

        public Finding {
            Objects.requireNonNull(severity, "severity");
            evidence = Evidence.distinct(evidence);
            actions = List.copyOf(actions);
            traits = Set.copyOf(traits);
        }

        public Finding(
                String rule,
                String subject,
                Severity severity,
                String summary,
                String explanation,
                String expectedEffect,
                List<Evidence> evidence,
                List<Action> actions) {
            this(rule, subject, severity, summary, explanation, expectedEffect, evidence, actions, Set.of());
        }

        /** Returns whether it has this property. */
        public boolean is(Trait trait) {
            return traits.contains(trait);
        }
    }

    /** No problem. */
    record Pass(String rule, String subject, String summary, List<Evidence> evidence) implements Outcome {

        public Pass {
            evidence = Evidence.distinct(evidence);
        }
    }

    /** The rule does not apply, for the given reason. */
    record NotApplicable(String rule, String subject, String reason, List<Evidence> evidence) implements Outcome {

        public NotApplicable {
            evidence = Evidence.distinct(evidence);
        }
    }

    /** A fact that the rule requires is absent. */
    record Unknown(String rule, String subject, Missing missing, List<Evidence> evidence) implements Outcome {

        public Unknown {
            Objects.requireNonNull(missing, "missing");
            evidence = Evidence.distinct(evidence);
        }
    }
}
