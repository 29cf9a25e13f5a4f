package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the runs of a campaign say about variants.
 *
 * @param against baseline, one entry for each case and variant, in the order of the plan
 * @param noiseFloor baseline against its twin, by case
 * @param warmUps what the iterations say of each case and variant that was measured, baseline first and the twin last
 */
public record Comparisons(List<Comparison> against, Map<Case, RatioOfRounds> noiseFloor, List<WarmUp> warmUps) {

    /**
     * Only rounds count in which both sides are realised.
     *
     * @param cases in the order of tables
     * @param variants in the order of tables; baseline itself is passed over
     */
    public static Comparisons of(List<Run> runs, List<Case> cases, List<Variant> variants) {
        Map<Case, RatioOfRounds> floor = new LinkedHashMap<>();
        for (Case subject : cases) {
            if (runs.stream().anyMatch(run -> RoundRatios.is(run, subject, Variants.twin()))) {
                floor.put(subject, ratio(runs, subject, Variants.twin()));
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (Case subject : cases) {
            for (Variant variant : variants) {
                if (!variant.equals(Variants.baseline())) {
                    comparisons.add(comparison(subject, variant, ratio(runs, subject, variant), floor));
                }
            }
        }
        return new Comparisons(List.copyOf(comparisons), floor, WarmUp.all(runs, cases, variants));
    }

    /**
     * What baseline shows against itself on this case, or on others of its workload where it was not measured on this one;
     * empty if it has no interval. A verdict is judged by this, reaching to 1.
     */
    public Optional<Interval> floor(Case subject) {
        return floorOf(subject, noiseFloor);
    }

    /** Whether any comparison has an interval; where baseline alone was measured, whether it has one against itself. */
    public boolean hasInterval() {
        return against.isEmpty()
                ? noiseFloor.values().stream().anyMatch(it -> it.ci95().isPresent())
                : against.stream().anyMatch(it -> it.ratio().ci95().isPresent());
    }

    private static Comparison comparison(
            Case subject, Variant variant, RatioOfRounds ratio, Map<Case, RatioOfRounds> floor) {
        Optional<Interval> noise = floorOf(subject, floor);
        Verdict verdict = ratio.verdict(noise);
        Optional<Interval> judgedBy = ratio.ci95().isPresent() ? noise.map(Verdict::judging) : Optional.empty();
        Optional<Outlook> outlook =
                verdict == Verdict.INCONCLUSIVE ? Outlook.of(ratio, noisiest(subject, floor)) : Optional.empty();
        return new Comparison(subject, variant, Variants.baseline(), ratio, verdict, judgedBy, outlook);
    }

    /** The twin's interval on the case itself, else the hull of those on other cases of the workload. */
    private static Optional<Interval> floorOf(Case subject, Map<Case, RatioOfRounds> floor) {
        Optional<Interval> own = Optional.ofNullable(floor.get(subject)).flatMap(RatioOfRounds::ci95);
        if (own.isPresent()) {
            return own;
        }
        return floor.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .flatMap(entry -> entry.getValue().ci95().stream())
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
