package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.trial.Blocks;
import java.util.List;

/**
 * The JSON document of {@code hp-cli collapse}.
 *
 * @param coverage the share of the blocks that are on huge pages now
 * @param longestStallMillis the time of the longest step in milliseconds
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
        double longestStallMillis) {

    CollapseJson(
            long pid,
            boolean undo,
            List<RegionName> regions,
            Blocks blocks,
            int changed,
            int notChanged,
            double coverage,
            double seconds,
            double longest) {
        this(1, pid, undo, regions, blocks.count(), blocks.size(), changed, notChanged, coverage, seconds, longest);
    }

    /** The document of a change that the user declined. */
    static CollapseJson declined(long pid, boolean undo, List<RegionName> regions, Blocks blocks, double coverage) {
        return new CollapseJson(pid, undo, regions, blocks, 0, blocks.count(), coverage, 0, 0);
    }

    String text() {
        return DocumentText.of(this);
    }
}
