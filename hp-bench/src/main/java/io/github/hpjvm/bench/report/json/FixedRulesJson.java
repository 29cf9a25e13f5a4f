package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.report.model.Results;
import java.util.OptionalDouble;

/** The part {@code rules} of {@code results.json}: the rules fixed before measuring, and the reason for the end. */
final class FixedRulesJson {
    private FixedRulesJson() {}

    static ObjectNode rules(Results results) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("rounds", results.options().rounds());
        results.options()
                .fragment()
                .ifPresentOrElse(percent -> node.put("fragment", percent), () -> node.putNull("fragment"));
        node.put("disturbedIf", Disturbance.rule());
        node.put("disturbed", results.options().disturbed().label());
        ResultsJson.putNumber(
                node,
                "precision",
                results.options()
                        .untilPrecise()
                        .map(until -> OptionalDouble.of(until.precision().share()))
                        .orElse(OptionalDouble.empty()));
        results.options()
                .untilPrecise()
                .ifPresentOrElse(
                        until -> node.put("budgetSeconds", until.budget().toSeconds()),
                        () -> node.putNull("budgetSeconds"));
        node.put("stopped", results.stopped().name());
        return node;
    }
}
