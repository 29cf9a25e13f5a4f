package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Evidence;
import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a rule looks at facts: what it looks at becomes its evidence, so that it can neither forget nor invent it, and an
 * absent fact ends the rule.
 */
public final class Look {
    private final Facts facts;
    private final Jvm jvm;
    private final Rule rule;
    private final List<Evidence> evidence = new ArrayList<>();

    Look(Facts facts, Jvm jvm, Rule rule) {
        this.facts = facts;
        this.jvm = jvm;
        this.rule = rule;
    }

    /** A fact of the host that the rule cannot do without. */
    public <T> T host(String what, Function<Host, Fact<T>> of) {
        return required(what, of.apply(facts.host()));
    }

    /** A fact of the host that the rule can do without. */
    public <T> Optional<T> maybeHost(String what, Function<Host, Fact<T>> of) {
        return noted(what, of.apply(facts.host()));
    }

    /** A fact of the JVM that the rule cannot do without. */
    public <T> T jvm(String what, Function<Jvm, Fact<T>> of) {
        return required(what, of.apply(jvm));
    }

    /** A fact of the JVM that the rule can do without. */
    public <T> Optional<T> maybeJvm(String what, Function<Jvm, Fact<T>> of) {
        return noted(what, of.apply(jvm));
    }

    /** A region of the JVM's memory; its facts are asked for through the other methods. */
    public Region region(RegionName name) {
        return jvm.region(name);
    }

    /** Says in the rule's own words what a fact came to, as evidence beside the fact itself. */
    public void note(String what, String value, String source) {
        evidence.add(new Evidence(what, value, source));
    }

    List<Outcome> pass(String summary) {
        return List.of(new Outcome.Pass(rule.id(), rule.subject(), summary, evidence));
    }

    List<Outcome> notApplicable(String reason) {
        return List.of(new Outcome.NotApplicable(rule.id(), rule.subject(), reason, evidence));
    }

    List<Outcome> finding(
            Severity severity, String summary, String explanation, String expectedEffect, List<Action> actions) {
        return List.of(new Outcome.Finding(
                rule.id(), rule.subject(), severity, summary, explanation, expectedEffect, evidence, actions));
    }

    List<Outcome> unknown(Missing missing) {
        return List.of(new Outcome.Unknown(rule.id(), rule.subject(), missing, evidence));
    }

    /** The rule cannot answer, though no single source refused: for example a bound that is too wide. */
    MissingFactException cannotTell(Missing missing) {
        return new MissingFactException(missing);
    }

    private <T> T required(String what, Fact<T> fact) {
        if (fact instanceof Fact.Absent<T> absent) {
            throw new MissingFactException(
                    new Missing(what, absent.reason(), absent.source().path(), absent.grant()));
        }
        return noted(what, fact).orElseThrow();
    }

    private <T> Optional<T> noted(String what, Fact<T> fact) {
        fact.known()
                .ifPresent(value -> evidence.add(
                        new Evidence(what, excerptOr(fact, value), fact.source().path())));
        return fact.known();
    }

    /** The deciding lines, else the value: as short as an excerpt, whatever the fact holds. */
    private static String excerptOr(Fact<?> fact, Object value) {
        String excerpt = fact.source().excerpt();
        return excerpt.isEmpty()
                ? Source.of("", String.valueOf(value)).excerpt().replace('\n', ' ')
                : excerpt;
    }
}
