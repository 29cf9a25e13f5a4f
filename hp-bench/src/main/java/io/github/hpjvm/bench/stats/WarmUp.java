package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The trend of the measured iterations of forks: a trend means that warm-up was incomplete when measuring began.
 * Iterations are used for nothing else. They belong to one process and are not independent, so the fork is the unit:
 * each fork has one ratio, cost of its later iterations over cost of its earlier ones.
 *
 * @param change later half over earlier half, over all forks that count; the middle one of an odd number is omitted
 * @param state the conclusion
 */
public record WarmUp(Case subject, Variant variant, RatioOfRounds change, State state) {

    /** Trends of iterations. */
    public enum State {
        /** No trend: at most one per cent, or an interval that contains 1. */
        DONE,
        /** Costs still fall: more or longer warm-up iterations are needed, and the measured cost is too high. */
        STILL_WARMING_UP,
        /** Costs rise: throttling, a heap that fills, memory that fragments. */
        GETTING_DEARER,
        /** Too few forks, or only one iteration per fork. */
        UNKNOWN
    }

    /** Computes one trend for each case and variant with a fork that counts. */
    static List<WarmUp> all(List<Run> runs, List<Case> cases, List<Variant> variants) {
        List<Variant> measured = Stream.concat(
                        Stream.concat(Stream.of(Variants.baseline()), variants.stream()), Stream.of(Variants.twin()))
                .distinct()
                .toList();
        List<WarmUp> all = new ArrayList<>();
        for (Case subject : cases) {
            for (Variant variant : measured) {
                List<Run> forks = runs.stream()
                        .filter(run -> RoundRatios.is(run, subject, variant) && run.counts())
                        .toList();
                if (!forks.isEmpty()) {
                    all.add(of(subject, variant, forks));
                }
            }
        }
        return List.copyOf(all);
    }

    private static WarmUp of(Case subject, Variant variant, List<Run> forks) {
        RatioOfRounds change = RatioOfRounds.of(
                forks.stream().map(WarmUp::change).flatMap(Optional::stream).toList());
        return new WarmUp(subject, variant, change, state(change));
    }

    private static State state(RatioOfRounds change) {
        if (change.ci95().isEmpty()) {
            return State.UNKNOWN;
        }
        RatioInterval interval = change.ci95().get();
        double point = change.ratio().orElseThrow();
        if (interval.high() < 1 && point < Verdict.EQUAL.low()) {
            return State.STILL_WARMING_UP;
        }
        return interval.low() > 1 && point > Verdict.EQUAL.high() ? State.GETTING_DEARER : State.DONE;
    }

    private static Optional<Double> change(Run run) {
        double[] costs = run.iterations().stream()
                .mapToDouble(score -> run.job().subject().workload().higherIsBetter() ? 1 / score : score)
                .toArray();
        int half = costs.length / 2;
        double earlier = Arrays.stream(costs, 0, half).sum();
        double later = Arrays.stream(costs, costs.length - half, costs.length).sum();
        double change = later / earlier;
        return change > 0 && Double.isFinite(change) ? Optional.of(change) : Optional.empty();
    }
}
