package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.TrialEnd;
import java.util.List;
import java.util.Optional;

/**
 * The JSON document of {@code hp-cli collapse}.
 *
 * @param notChanged blocks that do not have the wanted pages
 * @param coverage the share of the blocks that are on huge pages now
 * @param longestStallMillis the time of the longest step in milliseconds
 * @param reason why blocks do not have the wanted pages
 */
record CollapseJson(
        int schemaVersion,
        long pid,
        boolean undo,
        List<RegionName> regions,
        int blocks,
        long blockBytes,
        int changed,
        int notChanged,
        double coverage,
        double seconds,
        double longestStallMillis,
        TrialEnd end,
        Optional<String> reason) {

    CollapseJson(
            long pid,
            boolean undo,
            List<RegionName> regions,
            Blocks blocks,
            CollapseEnd end,
            double coverage,
            double seconds,
            double longest) {
        this(
                1,
                pid,
                undo,
                regions,
                blocks.count(),
                blocks.size(),
                end.changed(),
                end.without(),
                coverage,
                seconds,
                longest,
                end.end(),
                Optional.of(end.reason()).filter(reason -> end.without() > 0));
    }

    /**
     * The document of a change that the user declined.
     *
     * @param differing blocks that do not have the wanted pages
     */
    static CollapseJson declined(
            long pid, boolean undo, List<RegionName> regions, Blocks blocks, int differing, double coverage) {
        CollapseEnd end = new CollapseEnd(0, differing, TrialEnd.DECLINED, "the user did not agree");
        return new CollapseJson(pid, undo, regions, blocks, end, coverage, 0, 0);
    }

    String text() {
        return DocumentText.of(this);
    }
}
