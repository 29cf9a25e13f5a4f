package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.report.model.Results;
import java.util.Optional;
import java.util.OptionalInt;

/** The rules fixed before measuring, and the reason for the end, in results.json. */
record RulesDocument(
        int rounds,
        OptionalInt fragment,
        String disturbedIf,
        String disturbed,
        Optional<Double> precision,
        Optional<Long> budgetSeconds,
        Optional<StopReason> stopped) {
    static RulesDocument of(Results results) {
        BenchOptions options = results.options();
        return new RulesDocument(
                options.rounds(),
                options.fragment(),
                Disturbance.rule(),
                options.disturbed().label(),
                options.untilPrecise().map(until -> until.precision().share()),
                options.untilPrecise().map(until -> until.budget().toSeconds()),
                Optional.of(results.stopped()));
    }
}
