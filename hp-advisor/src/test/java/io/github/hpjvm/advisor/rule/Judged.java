package io.github.hpjvm.advisor.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Set;

/** The outcomes of one rule for one JVM, with assertions. */
record Judged(Outcome outcome) {

    /** The one answer of the rule of that id. */
    static Judged by(String id, Host host, Jvm jvm) {
        return only(id, outcomes(id, host, jvm));
    }

    /** Its one answer about that subject. */
    static Judged by(String id, String subject, Host host, Jvm jvm) {
        return only(
                id + " " + subject,
                outcomes(id, host, jvm).stream()
                        .filter(outcome -> outcome.subject().equals(subject))
                        .toList());
    }

    /** The same with a history of the pools. */
    static Judged by(String id, String subject, Facts facts, Jvm jvm) {
        return only(
                id + " " + subject,
                Rules.judge(facts, jvm).outcomes().stream()
                        .filter(outcome ->
                                outcome.rule().equals(id) && outcome.subject().equals(subject))
                        .toList());
    }

    private static List<Outcome> outcomes(String id, Host host, Jvm jvm) {
        return Rules.judge(FactsSamples.facts(host, jvm), jvm).outcomes().stream()
                .filter(outcome -> outcome.rule().equals(id))
                .toList();
    }

    private static Judged only(String what, List<Outcome> outcomes) {
        assertEquals(1, outcomes.size(), what + ": " + outcomes);
        return new Judged(outcomes.get(0));
    }

    Outcome.Finding finds(Severity severity) {
        Outcome.Finding finding = assertInstanceOf(Outcome.Finding.class, outcome);
        assertEquals(severity, finding.severity(), finding.toString());
        assertTrue(!finding.summary().isEmpty() && !finding.summary().endsWith("."), finding.summary());
        assertTrue(finding.explanation().endsWith("."), finding.explanation());
        assertTrue(!finding.expectedEffect().isEmpty(), finding.toString());
        assertTrue(!finding.evidence().isEmpty(), finding.toString());
        return finding;
    }

    List<Action> actions(Severity severity) {
        return finds(severity).actions();
    }

    void passes() {
        assertInstanceOf(Outcome.Pass.class, outcome);
    }

    void doesNotApply(String because) {
        Outcome.NotApplicable none = assertInstanceOf(Outcome.NotApplicable.class, outcome);
        assertTrue(none.reason().contains(because), none.reason());
    }

    void needs(String fact, Reason reason) {
        Outcome.Unknown unknown = assertInstanceOf(Outcome.Unknown.class, outcome);
        assertEquals(fact, unknown.missing().fact());
        assertEquals(reason, unknown.missing().reason());
    }

    /** For VMs other than HotSpot: not applicable, and the options of that VM are named if it has some. */
    static void isOnlyAboutHotSpot(String id) {
        for (VmKind vm : Set.of(VmKind.OPENJ9, VmKind.NATIVE_IMAGE, VmKind.OTHER, VmKind.NOT_JAVA)) {
            Judged judged = by(id, FactsSamples.host(), JvmSamples.other(vm));
            judged.doesNotApply(vm.name());
            vm.hugePageOptions().forEach(judged::doesNotApply);
        }
    }
}
