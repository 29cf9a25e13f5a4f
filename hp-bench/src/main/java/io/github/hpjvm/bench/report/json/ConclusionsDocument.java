package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.stats.Agreement;
import io.github.hpjvm.bench.stats.AloneCheck;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.MetricComparison;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.RoundsForVerdict;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.stats.WarmUp;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The members of results.json after the runs. They are not read, but computed again from the runs. A ratio below 1 is
 * better; an interval has its two ends.
 *
 * @param aloneCheck null if no round had long turns
 */
record ConclusionsDocument(
        List<Compared> comparisons,
        List<Metric> metrics,
        List<Floor> noiseFloor,
        @Nullable List<Alone> aloneCheck,
        List<Trend> warmUp,
        List<ReachDocument> tlbReach,
        List<Gated> gates) {
    static ConclusionsDocument of(Results results) {
        Comparisons comparisons = results.comparisons();
        Findings findings = new Findings(results, comparisons);
        return new ConclusionsDocument(
                comparisons.against().stream()
                        .map(it -> Compared.of(it, comparisons))
                        .toList(),
                results.cases().stream()
                        .flatMap(subject -> findings.metrics(subject).stream())
                        .map(Metric::of)
                        .toList(),
                comparisons.noiseFloor().entrySet().stream()
                        .map(it -> new Floor(CaseName.of(it.getKey()), Ratio.of(it.getValue())))
                        .toList(),
                comparisons.aloneChecks().isEmpty()
                        ? null
                        : comparisons.aloneChecks().stream().map(Alone::of).toList(),
                comparisons.warmUps().stream().map(Trend::of).toList(),
                results.walkCurves().stream().map(ReachDocument::of).toList(),
                results.gates().stream().map(it -> Gated.of(it, findings)).toList());
    }

    /** A ratio over rounds. */
    record Ratio(int rounds, Optional<Double> ratio, Optional<List<Double>> ci95) {
        private static InPlace<Ratio> of(RatioOfRounds ratio) {
            return new InPlace<>(new Ratio(ratio.rounds(), ratio.ratio(), ends(ratio.ci95())));
        }
    }

    /** A comparison by one of the clocks. */
    record OneClock(Optional<Double> ratio, Optional<List<Double>> ci95, Verdict verdict) {
        private static OneClock of(Clock clock, Comparison comparison, Comparisons all) {
            RatioOfRounds ratio = comparison.by(clock);
            return new OneClock(ratio.ratio(), ends(ratio.ci95()), all.verdict(comparison, clock));
        }
    }

    /** A variant compared with baseline. */
    record Compared(
            InPlace<CaseName> subject,
            String variant,
            String against,
            Clock clock,
            InPlace<Ratio> ratio,
            OneClock wall,
            OneClock cpu,
            boolean clocksDisagree,
            Interleave interleave,
            Verdict verdict,
            Optional<List<Double>> judgedBy,
            Optional<Double> excludes,
            Optional<Agreement> agreement,
            Optional<List<Double>> t95,
            boolean crossCheckAgrees,
            Optional<Integer> moreRounds,
            boolean moreRoundsOrMore) {
        private static Compared of(Comparison it, Comparisons all) {
            return new Compared(
                    CaseName.of(it.subject()),
                    it.variant().name(),
                    it.against().name(),
                    it.clock(),
                    Ratio.of(it.ratio()),
                    OneClock.of(Clock.WALL, it, all),
                    OneClock.of(Clock.CPU, it, all),
                    all.clocksDisagree(it),
                    it.interleave(),
                    it.verdict(),
                    ends(it.judgedBy()),
                    it.ratio().notExcluded(),
                    Agreement.of(it),
                    ends(it.ratio().t95()),
                    it.ratio().crossCheckAgrees(),
                    it.forVerdict().map(RoundsForVerdict::moreRounds),
                    it.forVerdict().map(RoundsForVerdict::orMore).orElse(false));
        }
    }

    /** A metric of a program under a variant, compared with baseline. */
    record Metric(InPlace<CaseName> subject, String metric, String variant, String against, InPlace<Ratio> ratio) {
        private static Metric of(MetricComparison it) {
            return new Metric(
                    CaseName.of(it.subject()),
                    it.metric(),
                    it.variant().name(),
                    Variants.baseline().name(),
                    Ratio.of(it.ratio()));
        }
    }

    /** The ratio of an A/A pair. */
    record Floor(InPlace<CaseName> subject, InPlace<Ratio> ratio) {}

    /** Turns compared with long turns. */
    record Alone(InPlace<CaseName> subject, String variant, Ratio ratio, Ratio cost) {
        private static Alone of(AloneCheck it) {
            return new Alone(
                    CaseName.of(it.subject()),
                    it.variant().name(),
                    Ratio.of(it.ratio()).record(),
                    Ratio.of(it.cost()).record());
        }
    }

    /** The trend of iterations. */
    record Trend(InPlace<CaseName> subject, String variant, InPlace<Ratio> ratio, WarmUp.State state) {
        private static Trend of(WarmUp it) {
            return new Trend(CaseName.of(it.subject()), it.variant().name(), Ratio.of(it.change()), it.state());
        }
    }

    /** The result of a gate. */
    record Gated(String gate, boolean holds, Optional<GateResult.Failure> failure, String text) {
        private static Gated of(GateResult it, Findings findings) {
            String sentence = TextNotes.gate(it, findings);
            return new Gated(it.gate().text(), it.holds(), it.failure(), sentence);
        }
    }

    private static Optional<List<Double>> ends(Optional<RatioInterval> interval) {
        return interval.map(RatioInterval::ends);
    }
}
