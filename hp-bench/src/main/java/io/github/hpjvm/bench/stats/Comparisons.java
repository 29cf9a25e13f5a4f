package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The comparisons of a campaign.
 *
 * @param against comparisons with baseline, one for each case and variant, in the order of the plan
 * @param noiseFloor ratios of the A/A pairs, by case
 * @param pairs ratios of the A/A pairs by clock and case
 * @param warmUps trends of the iterations for each measured case and variant, baseline first and {@code baseline'} last
 * @param aloneChecks checks of turns against long turns, one for each comparison that has them
 */
public record Comparisons(
        List<Comparison> against,
        Map<Case, RatioOfRounds> noiseFloor,
        Map<Clock, Map<Case, RatioOfRounds>> pairs,
        List<WarmUp> warmUps,
        List<AloneCheck> aloneChecks) {

    /**
     * Compares all variants with baseline. Only rounds with verified pages on both sides count.
     *
     * @param runs without the busy rounds that are left out (BusyRounds.counting)
     * @param cases in the order of tables
     * @param variants in the order of tables; baseline itself is ignored
     */
    public static Comparisons of(List<Run> runs, List<Case> cases, List<Variant> variants) {
        Map<Case, RatioOfRounds> aaPairs = new LinkedHashMap<>();
        Map<Clock, Map<Case, RatioOfRounds>> pairs = new EnumMap<>(Clock.class);
        for (Clock clock : Clock.values()) {
            pairs.put(clock, new LinkedHashMap<>());
        }
        Map<Case, List<Run>> bySubject =
                runs.stream().collect(Collectors.groupingBy(run -> run.job().subject()));
        for (Case subject : cases) {
            List<Run> own = bySubject.getOrDefault(subject, List.of());
            if (own.stream().anyMatch(run -> RoundRatios.is(run, subject, Variants.twin()))) {
                aaPairs.put(subject, ratio(own, subject, Variants.twin()));
                pairs.forEach((clock, ofClock) ->
                        ofClock.put(subject, RatioOfRounds.of(RoundRatios.of(own, subject, Variants.twin(), clock))));
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (Case subject : cases) {
            for (Variant variant : variants) {
                if (!variant.equals(Variants.baseline())) {
                    comparisons.add(comparison(bySubject.getOrDefault(subject, List.of()), subject, variant, pairs));
                }
            }
        }
        return new Comparisons(
                List.copyOf(comparisons),
                aaPairs,
                pairs,
                WarmUp.all(runs, cases, variants),
                AloneCheck.all(runs, comparisons));
    }

    /**
     * The ratios around 1 that the bias of the A/A pair explains. The pair belongs to this case. Without one, the pair
     * with the largest bias on other cases of the workload is used. Empty if no pair has an interval.
     */
    public Optional<RatioInterval> bias(Case subject) {
        return biasOf(subject, noiseFloor);
    }

    /** The verdict by a clock, which may differ from the deciding clock; NOT_REALISED if the clock was not read. */
    public Verdict verdict(Comparison comparison, Clock clock) {
        return comparison.by(clock).verdict(biasOf(comparison.subject(), pairs.getOrDefault(clock, Map.of())));
    }

    /**
     * Returns whether the clocks contradict each other: their verdicts are FASTER and SLOWER, or their intervals are
     * disjoint.
     */
    public boolean clocksDisagree(Comparison comparison) {
        Optional<RatioInterval> wall = comparison.wall().ci95();
        Optional<RatioInterval> cpu = comparison.cpu().ci95();
        if (wall.isEmpty() || cpu.isEmpty()) {
            return false;
        }
        Set<Verdict> both = EnumSet.of(verdict(comparison, Clock.WALL), verdict(comparison, Clock.CPU));
        return wall.get().apartFrom(cpu.get()) || both.containsAll(EnumSet.of(Verdict.FASTER, Verdict.SLOWER));
    }

    /** Returns whether a comparison has an interval; without variants, whether an A/A pair has one. */
    public boolean hasInterval() {
        return against.isEmpty()
                ? noiseFloor.values().stream().anyMatch(it -> it.ci95().isPresent())
                : against.stream().anyMatch(it -> it.ratio().ci95().isPresent());
    }

    private static Comparison comparison(
            List<Run> runs, Case subject, Variant variant, Map<Clock, Map<Case, RatioOfRounds>> pairs) {
        Clock clock = RoundRatios.clock(runs, subject, variant);
        Map<Case, RatioOfRounds> aaPairs = pairs.getOrDefault(clock, Map.of());
        RatioOfRounds wall = RatioOfRounds.of(RoundRatios.of(runs, subject, variant, Clock.WALL));
        RatioOfRounds cpu = RatioOfRounds.of(RoundRatios.of(runs, subject, variant, Clock.CPU));
        RatioOfRounds ratio = clock == Clock.CPU ? cpu : wall;
        Optional<RatioInterval> bias = biasOf(subject, aaPairs);
        Verdict verdict = ratio.verdict(bias);
        Optional<RatioInterval> judgedBy = ratio.ci95().isPresent() ? bias : Optional.empty();
        Optional<RoundsForVerdict> forVerdict = verdict == Verdict.INCONCLUSIVE
                ? RoundsForVerdict.of(ratio, noisiest(subject, aaPairs))
                : Optional.empty();
        return new Comparison(
                subject,
                variant,
                Variants.baseline(),
                clock,
                ratio,
                wall,
                cpu,
                RoundRatios.interleave(runs, subject, variant),
                verdict,
                judgedBy,
                leftOut(runs, subject, variant),
                forVerdict);
    }

    /** The number of runs without a ratio that may hide a loss of the variant: 0 is the worst result if more is better. */
    private static long leftOut(List<Run> runs, Case subject, Variant variant) {
        Variant side = subject.workload().higherIsBetter() ? variant : Variants.baseline();
        return runs.stream()
                .filter(run -> RoundRatios.is(run, subject, side) && run.isLeftOut())
                .count();
    }

    private static Optional<RatioInterval> biasOf(Case subject, Map<Case, RatioOfRounds> aaPairs) {
        Optional<RatioInterval> own = Optional.ofNullable(aaPairs.get(subject)).flatMap(RatioOfRounds::bias);
        if (own.isPresent()) {
            return own;
        }
        return aaPairs.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .flatMap(entry -> entry.getValue().bias().stream())
                .reduce(RatioInterval::hull);
    }

    /** The A/A pair of the case itself, else the one with the largest spread on another case of the workload. */
    private static Optional<RatioOfRounds> noisiest(Case subject, Map<Case, RatioOfRounds> aaPairs) {
        Optional<RatioOfRounds> own = Optional.ofNullable(aaPairs.get(subject));
        if (own.flatMap(RatioOfRounds::spread).isPresent()) {
            return own;
        }
        return aaPairs.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .map(Map.Entry::getValue)
                .filter(ratio -> ratio.spread().isPresent())
                .max(Comparator.comparing(ratio -> ratio.spread().orElseThrow()));
    }

    private static RatioOfRounds ratio(List<Run> runs, Case subject, Variant variant) {
        return RatioOfRounds.of(RoundRatios.of(runs, subject, variant));
    }
}
