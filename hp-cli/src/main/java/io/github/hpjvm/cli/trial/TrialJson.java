package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.FoundGain;
import io.github.hpjvm.bench.trial.Gain;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallHistogram;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.bench.trial.TrialTurn;
import io.github.hpjvm.bench.trial.TurnWalks;
import io.github.hpjvm.bench.trial.WorkSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The JSON documents of {@code hp-cli trial}. */
record TrialJson(
        int schemaVersion,
        long pid,
        List<RegionName> regions,
        int memoryBlocks,
        long memoryBlockBytes,
        String work,
        List<Turn> blocks,
        int rounds,
        Optional<Double> ratio,
        Optional<List<Double>> ci95,
        Found found,
        Verdict verdict,
        String answer,
        double longestStallMillis,
        long stepsAboveLimit,
        List<Steps> steps,
        List<Double> slowIdleReadsPercent,
        Optional<TurnWalks> counters,
        TrialEnd end,
        Optional<String> reason,
        Optional<Boolean> restored,
        Optional<Integer> otherBlocks,
        OptionalLong freedBytes) {
    private static final double MILLIS = 1e6;

    private record Turn(
            int round,
            PageState state,
            double seconds,
            double cpuSeconds,
            OptionalDouble work,
            double coverageAtStart,
            double coverageAtEnd,
            boolean realised,
            Optional<String> failure) {
        private static List<Turn> of(List<TrialTurn> turns) {
            return turns.stream()
                    .map(turn -> new Turn(
                            turn.round(),
                            turn.state(),
                            turn.seconds(),
                            turn.cpuSeconds(),
                            turn.work(),
                            turn.hugeAtStart(),
                            turn.hugeAtEnd(),
                            turn.isRealised(),
                            turn.notCounted()))
                    .toList();
        }
    }

    private record Found(
            Optional<Double> ratio, Optional<List<Double>> ci95, Optional<String> answer, List<Turn> blocks) {}

    private record Steps(double fromMillis, double toMillis, long count) {
        private static Steps of(StallHistogram.Bucket bucket) {
            return new Steps(bucket.from() / MILLIS, bucket.to() / MILLIS, bucket.count());
        }
    }

    private record Restored(int schemaVersion, List<OfProcess> processes) {}

    private record OfProcess(long pid, int blocks, int otherBlocks, boolean restored, Optional<String> reason) {
        private static OfProcess of(RestoredPages one) {
            return new OfProcess(one.pid(), one.blocks(), one.other(), one.isComplete(), one.reason());
        }
    }

    static String write(long pid, List<RegionName> names, Blocks changed, WorkSource source, TrialResult result) {
        Gain gain = result.gain();
        return DocumentText.of(new TrialJson(
                1,
                pid,
                names,
                changed.count(),
                changed.size(),
                source.toString(),
                Turn.of(result.turns()),
                gain.ratio().rounds(),
                gain.answered(),
                gain.interval().map(RatioInterval::ends),
                new Found(
                        result.foundGain().map(FoundGain::ratio),
                        result.foundGain().map(FoundGain::ci95).map(RatioInterval::ends),
                        result.foundGain().map(FoundGain::sentence),
                        Turn.of(result.found())),
                gain.verdict(),
                String.join(" ", result.answer()),
                result.steps().longest() / MILLIS,
                result.steps().above(),
                result.steps().buckets().stream().map(Steps::of).toList(),
                result.slowIdleReads(),
                result.walks(),
                result.end(),
                Optional.of(result.reason()).filter(reason -> !reason.isEmpty()),
                result.restore().map(RestoredPages::isComplete),
                result.restore().map(RestoredPages::other),
                result.restore().map(RestoredPages::freed).orElse(OptionalLong.empty())));
    }

    /** The document of {@code --restore}: the processes that killed trials had left changed. */
    static String restored(List<RestoredPages> left) {
        return DocumentText.of(new Restored(1, left.stream().map(OfProcess::of).toList()));
    }
}
