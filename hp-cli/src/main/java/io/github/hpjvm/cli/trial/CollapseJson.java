package io.github.hpjvm.cli.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.report.json.DocumentText;
import io.github.hpjvm.bench.trial.Blocks;
import java.util.List;

/**
 * The JSON document of {@code hp-cli collapse}.
 *
 * @param coverage the share of the blocks that are on huge pages now
 * @param longest the time of the longest step in milliseconds
 */
record CollapseJson(
        long pid,
        boolean undo,
        List<RegionName> regions,
        Blocks blocks,
        int changed,
        int notChanged,
        double coverage,
        double seconds,
        double longest) {

    /** The document of a change that the user declined. */
    static CollapseJson declined(long pid, boolean undo, List<RegionName> regions, Blocks blocks, double coverage) {
        return new CollapseJson(pid, undo, regions, blocks, 0, blocks.count(), coverage, 0, 0);
    }

    String text() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", 1);
        root.put("pid", pid);
        root.put("undo", undo);
        ArrayNode names = root.putArray("regions");
        regions.forEach(name -> names.add(name.toString()));
        root.put("blocks", blocks.count());
        root.put("blockBytes", blocks.size());
        root.put("changed", changed);
        root.put("notChanged", notChanged);
        root.put("coverage", coverage);
        root.put("seconds", seconds);
        root.put("longestStallMillis", longest);
        return DocumentText.of(root);
    }
}
