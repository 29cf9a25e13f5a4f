package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The requested width of intervals, and the rule that adds rounds until intervals have it.
 *
 * <p>Only the width of an interval ends the rounds, never its position: a rule that stops at the first difference would
 * eventually find one where there is none. An interval may be narrow by chance, and then misses the true ratio more
 * often. So once an interval is narrow enough, {@link #CONFIRMING} more rounds are run and count, whatever their
 * result. docs/METHOD.md has the simulated coverage.
 *
 * @param share half of the width of the 95 % interval, as a share of the ratio: 0.01 for 1 %
 */
public record Precision(double share) {
    /** Rounds after the first one in which the interval is narrow enough. */
    public static final int CONFIRMING = 2;

    /** The goals of a case before the precision itself, in multiples of the precision. */
    private static final List<Integer> EARLIER_GOALS = List.of(8, 2);

    /** Rounds without six ratios after which a case is no longer preferred. */
    private static final int HOPELESS = 3 * SignedRank.FEWEST;

    /** Upper limit of a goal. */
    private static final double WIDEST = 0.5;

    public Precision {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("not a precision: " + share);
        }
    }

    /**
     * Returns whether a comparison needs no more rounds.
     *
     * @param ratios in the order of rounds
     */
    boolean reached(List<Double> ratios) {
        if (ratios.size() < SignedRank.FEWEST + CONFIRMING) {
            return false;
        }
        return logInterval(ratios.subList(0, ratios.size() - CONFIRMING))
                .map(RatioInterval::exp)
                .filter(this::reachedBy)
                .isPresent();
    }

    /** Returns whether the interval is narrow enough. */
    public boolean reachedBy(RatioInterval interval) {
        return interval.logWidth() / 2 <= Math.log1p(share);
    }

    /**
     * The contents of a further round: each comparison that has not reached the precision, baseline, and
     * {@code baseline'} on the cases where it ran before. A variant that never got its pages in a round with baseline
     * gets no more rounds; a variant whose rounds were all left out gets more.
     *
     * @param runs all runs
     * @param counting the runs that count for comparisons
     * @return variants by case, in the order given; empty when no comparison needs more rounds
     */
    public Map<Case, List<Variant>> open(List<Run> runs, List<Run> counting, List<Case> cases, List<Variant> variants) {
        Map<Case, List<Variant>> open = new LinkedHashMap<>();
        for (Case subject : cases) {
            boolean hasPair = runs.stream().anyMatch(run -> RoundRatios.is(run, subject, Variants.twin()));
            List<Variant> needed = new ArrayList<>();
            for (Variant variant : variants) {
                if (!variant.equals(Variants.baseline()) && needsMore(runs, counting, subject, variant)) {
                    needed.add(variant);
                }
            }
            if (!needed.isEmpty() || hasPair && needsMore(runs, counting, subject, Variants.twin())) {
                needed.add(0, Variants.baselineOf(variants));
                if (hasPair) {
                    needed.add(Variants.twinOf(variants));
                }
                open.put(subject, List.copyOf(needed));
            }
        }
        return open;
    }

    /**
     * Selects the open case that probably needs the fewest rounds in total for its next goal: eight times the
     * precision, then twice, then the precision. The goals keep the cases close to each other: without the second one, a
     * case could take all rounds on its way to the precision, and the other cases would keep wide intervals.
     *
     * <p>Rounds that a case already has are not subtracted: the spread of some cases grows with their number of rounds,
     * and they would always seem to need only a few more. The spread gives the number of rounds: a half-width is about
     * twice the spread over the root of the number of rounds. The interval itself is a worse estimate: with six rounds
     * it is their whole range.
     *
     * <p>A case that lacks ratios for an interval comes first, and that which lacks the fewest before the others. It comes last if
     * so many of its rounds had none that more will hardly help.
     *
     * @param runs all runs
     * @param counting runs that count for comparisons
     * @param open variants by case, as {@link #open} returns them; not empty
     */
    public Case next(List<Run> runs, List<Run> counting, Map<Case, List<Variant>> open) {
        return open.entrySet().stream()
                .min(Comparator.comparingDouble(it -> goal(counting, it.getKey(), it.getValue())
                        .roundsNeeded(counting, it.getKey(), it.getValue(), rounds(runs, it.getKey()))))
                .orElseThrow()
                .getKey();
    }

    private static long rounds(List<Run> runs, Case subject) {
        return runs.stream()
                .map(Run::job)
                .filter(job -> job.subject().equals(subject) && job.profiler().isEmpty())
                .mapToInt(Job::round)
                .distinct()
                .count();
    }

    /** Returns the first goal that an interval of the case misses; the precision itself if there is none. */
    private Precision goal(List<Run> counting, Case subject, List<Variant> variants) {
        return EARLIER_GOALS.stream()
                .map(multiple -> new Precision(Math.min(multiple * share, WIDEST)))
                .filter(goal -> goal.isMissed(counting, subject, variants))
                .findFirst()
                .orElse(this);
    }

    /** Returns whether an interval of the case is wider than the precision. */
    private boolean isMissed(List<Run> counting, Case subject, List<Variant> variants) {
        return variants.stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .flatMap(variant -> logInterval(RoundRatios.of(counting, subject, variant)).stream())
                .anyMatch(interval -> !reachedBy(interval.exp()));
    }

    /** Returns the rounds that a case needs; a negative number if one of its variants lacks ratios for an interval. */
    private double roundsNeeded(List<Run> counting, Case subject, List<Variant> variants, long made) {
        List<List<Double>> ratios = variants.stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .map(variant -> RoundRatios.of(counting, subject, variant))
                .toList();
        int lacking =
                SignedRank.FEWEST - ratios.stream().mapToInt(List::size).min().orElse(0);
        if (lacking > 0) {
            return made < HOPELESS ? lacking - SignedRank.FEWEST - 1 : Double.POSITIVE_INFINITY;
        }
        return ratios.stream().mapToDouble(this::roundsNeeded).max().orElse(Double.POSITIVE_INFINITY);
    }

    private double roundsNeeded(List<Double> ratios) {
        double spread =
                Spread.of(ratios.stream().mapToDouble(Math::log).toArray()).orElseThrow();
        return Math.pow(2 * spread / Math.log1p(share), 2);
    }

    /** The interval of the logarithms of the ratios; empty for fewer rounds than an interval needs. */
    private static Optional<RatioInterval> logInterval(List<Double> ratios) {
        return ratios.size() < SignedRank.FEWEST
                ? Optional.empty()
                : new SignedRank(ratios.stream().mapToDouble(Math::log).toArray()).interval95();
    }

    /**
     * Returns whether more rounds are needed. Busy rounds that are left out still show that the variant gets its pages.
     */
    private boolean needsMore(List<Run> runs, List<Run> counting, Case subject, Variant variant) {
        boolean realised = !RoundRatios.of(runs, subject, variant).isEmpty();
        return realised && !reached(RoundRatios.of(counting, subject, variant));
    }
}
