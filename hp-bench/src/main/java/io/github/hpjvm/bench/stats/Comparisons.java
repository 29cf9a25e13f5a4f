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
 * All that the runs of a campaign say about variants.
 *
 * @param against baseline, one entry for each case and variant, in the order of the plan
 * @param noiseFloor baseline against its twin, by case
 * @param pairs the same by each clock
 * @param warmUps what the iterations say of each case and variant that was measured, baseline first and the twin last
 */
public record Comparisons(
        List<Comparison> against,
        Map<Case, RatioOfRounds> noiseFloor,
        Map<Clock, Map<Case, RatioOfRounds>> pairs,
        List<WarmUp> warmUps) {

    /**
     * Only rounds count in which both sides are realised.
     *
     * @param cases in the order of tables
     * @param variants in the order of tables; baseline itself is passed over
     */
    public static Comparisons of(List<Run> runs, List<Case> cases, List<Variant> variants) {
        Map<Case, RatioOfRounds> floor = new LinkedHashMap<>();
        Map<Clock, Map<Case, RatioOfRounds>> pairs = new EnumMap<>(Clock.class);
        for (Clock clock : Clock.values()) {
            pairs.put(clock, new LinkedHashMap<>());
        }
        Map<Case, List<Run>> bySubject =
                runs.stream().collect(Collectors.groupingBy(run -> run.job().subject()));
        for (Case subject : cases) {
            List<Run> own = bySubject.getOrDefault(subject, List.of());
            if (own.stream().anyMatch(run -> RoundRatios.is(run, subject, Variants.twin()))) {
                floor.put(subject, ratio(own, subject, Variants.twin()));
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
        return new Comparisons(List.copyOf(comparisons), floor, pairs, WarmUp.all(runs, cases, variants));
    }

    /**
     * The ratios around 1 that the bias of the A/A pair explains: of the pair on this case, else the largest bias of the
     * pairs on other cases of the workload. Empty if none has an interval.
     */
    public Optional<Interval> bias(Case subject) {
        return biasOf(subject, noiseFloor);
    }

    /** The verdict by one clock alone, which need not be the one that decides; NOT_REALISED where it was not read. */
    public Verdict verdict(Comparison comparison, Clock clock) {
        return comparison.by(clock).verdict(biasOf(comparison.subject(), pairs.get(clock)));
    }

    /** Whether the two clocks contradict each other: one says FASTER and the other SLOWER, or their intervals are apart. */
    public boolean clocksDisagree(Comparison comparison) {
        Optional<Interval> wall = comparison.wall().ci95();
        Optional<Interval> cpu = comparison.cpu().ci95();
        if (wall.isEmpty() || cpu.isEmpty()) {
            return false;
        }
        Set<Verdict> both = EnumSet.of(verdict(comparison, Clock.WALL), verdict(comparison, Clock.CPU));
        return wall.get().apartFrom(cpu.get()) || both.containsAll(EnumSet.of(Verdict.FASTER, Verdict.SLOWER));
    }

    /** Whether any comparison has an interval; where baseline alone was measured, whether it has one against itself. */
    public boolean hasInterval() {
        return against.isEmpty()
                ? noiseFloor.values().stream().anyMatch(it -> it.ci95().isPresent())
                : against.stream().anyMatch(it -> it.ratio().ci95().isPresent());
    }

    private static Comparison comparison(
            List<Run> runs, Case subject, Variant variant, Map<Clock, Map<Case, RatioOfRounds>> pairs) {
        Clock clock = RoundRatios.clock(runs, subject, variant);
        Map<Case, RatioOfRounds> floor = pairs.get(clock);
        RatioOfRounds wall = RatioOfRounds.of(RoundRatios.of(runs, subject, variant, Clock.WALL));
        RatioOfRounds cpu = RatioOfRounds.of(RoundRatios.of(runs, subject, variant, Clock.CPU));
        RatioOfRounds ratio = clock == Clock.CPU ? cpu : wall;
        Optional<Interval> bias = biasOf(subject, floor);
        Verdict verdict = ratio.verdict(bias);
        Optional<Interval> judgedBy = ratio.ci95().isPresent() ? bias : Optional.empty();
        Optional<Outlook> outlook =
                verdict == Verdict.INCONCLUSIVE ? Outlook.of(ratio, noisiest(subject, floor)) : Optional.empty();
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
                outlook);
    }

    private static Optional<Interval> biasOf(Case subject, Map<Case, RatioOfRounds> floor) {
        Optional<Interval> own = Optional.ofNullable(floor.get(subject)).flatMap(RatioOfRounds::bias);
        if (own.isPresent()) {
            return own;
        }
        return floor.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .flatMap(entry -> entry.getValue().bias().stream())
                .reduce(Interval::hull);
    }

    /** The twin on the case itself, else the one that strays most on another case of the workload. */
    private static Optional<RatioOfRounds> noisiest(Case subject, Map<Case, RatioOfRounds> floor) {
        Optional<RatioOfRounds> own = Optional.ofNullable(floor.get(subject));
        if (own.flatMap(RatioOfRounds::spread).isPresent()) {
            return own;
        }
        return floor.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .map(Map.Entry::getValue)
                .filter(ratio -> ratio.spread().isPresent())
                .max(Comparator.comparing(ratio -> ratio.spread().orElseThrow()));
    }

    private static RatioOfRounds ratio(List<Run> runs, Case subject, Variant variant) {
        return RatioOfRounds.of(RoundRatios.of(runs, subject, variant));
    }
}
