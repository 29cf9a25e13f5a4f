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
 * Whether the measured iterations of a fork still go in one direction: then warm-up was not done when measuring began.
 * This is all that iterations are used for. They follow one another in one process and are not independent, so the fork
 * is the unit here too: each gives one ratio, cost of its later iterations over cost of its earlier ones.
 *
 * @param change later half over earlier half, over all forks that count; the middle one of an odd number is left out
 * @param state what follows
 */
public record WarmUp(Case subject, Variant variant, RatioOfRounds change, State state) {

    /** What the iterations show. */
    public enum State {
        /** No trend that matters: not beyond one per cent, or not to be told from noise. */
        DONE,
        /** They still get cheaper: more or longer warm-up iterations are needed, and the score is too high. */
        STILL_WARMING_UP,
        /** They get dearer: throttling, a heap that fills, memory that fragments. */
        GETTING_DEARER,
        /** Too few forks, or one iteration in each. */
        UNKNOWN
    }

    /** One entry for each case and variant that has a fork that counts. */
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
        Interval interval = change.ci95().get();
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
