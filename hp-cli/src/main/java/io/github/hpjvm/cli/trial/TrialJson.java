package io.github.hpjvm.cli.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.report.json.DocumentText;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Gain;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallHistogram;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.bench.trial.TrialTurn;
import io.github.hpjvm.bench.trial.WorkSource;
import java.util.List;

/** The JSON documents of {@code hp-cli trial}. */
final class TrialJson {
    private static final double MILLIS = 1e6;

    private TrialJson() {}

    static String write(long pid, List<RegionName> names, Blocks changed, WorkSource source, TrialResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Gain gain = result.gain();
        root.put("schemaVersion", 1);
        root.put("pid", pid);
        ArrayNode regions = root.putArray("regions");
        names.forEach(region -> regions.add(region.toString()));
        root.put("memoryBlocks", changed.count());
        root.put("memoryBlockBytes", changed.size());
        root.put("work", source.toString());
        ArrayNode blocks = root.putArray("blocks");
        result.turns().forEach(turn -> turn(blocks.addObject(), turn));
        root.put("rounds", gain.ratio().rounds());
        gain.ratio().ratio().ifPresentOrElse(ratio -> root.put("ratio", ratio), () -> root.putNull("ratio"));
        gain.ratio().ci95().ifPresentOrElse(ci -> interval(root, ci), () -> root.putNull("ci95"));
        ObjectNode found = root.putObject("found");
        result.foundGain()
                .ifPresentOrElse(
                        seen -> {
                            found.put("ratio", seen.ratio());
                            interval(found, seen.ci95());
                        },
                        () -> found.putNull("ratio").putNull("ci95"));
        ArrayNode before = found.putArray("blocks");
        result.found().forEach(turn -> turn(before.addObject(), turn));
        root.put("verdict", gain.verdict().name());
        root.put("answer", gain.sentence());
        root.put("longestStallMillis", result.steps().longest() / MILLIS);
        ArrayNode steps = root.putArray("steps");
        for (StallHistogram.Bucket bucket : result.steps().buckets()) {
            steps.addObject()
                    .put("fromMillis", bucket.from() / MILLIS)
                    .put("toMillis", bucket.to() / MILLIS)
                    .put("count", bucket.count());
        }
        root.put("end", result.end().name());
        root.put("reason", result.reason().isEmpty() ? null : result.reason());
        result.restore()
                .ifPresentOrElse(done -> root.put("restored", done.isComplete()), () -> root.putNull("restored"));
        result.restore()
                .ifPresentOrElse(done -> root.put("otherBlocks", done.other()), () -> root.putNull("otherBlocks"));
        return DocumentText.of(root);
    }

    /** The document of {@code --restore}: the processes that killed trials had left changed. */
    static String restored(List<RestoredPages> left) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", 1);
        ArrayNode processes = root.putArray("processes");
        for (RestoredPages one : left) {
            processes
                    .addObject()
                    .put("pid", one.pid())
                    .put("blocks", one.blocks())
                    .put("otherBlocks", one.other())
                    .put("restored", one.isComplete());
        }
        return DocumentText.of(root);
    }

    private static void interval(ObjectNode node, RatioInterval ci) {
        node.putArray("ci95").add(ci.low()).add(ci.high());
    }

    private static void turn(ObjectNode node, TrialTurn turn) {
        node.put("round", turn.round());
        node.put("state", turn.state().name());
        node.put("seconds", turn.seconds());
        node.put("cpuSeconds", turn.cpuSeconds());
        turn.work().ifPresentOrElse(work -> node.put("work", work), () -> node.putNull("work"));
        node.put("coverageAtStart", turn.hugeAtStart());
        node.put("coverageAtEnd", turn.hugeAtEnd());
        node.put("realised", turn.isRealised());
        node.put("failure", turn.notCounted().orElse(null));
    }
}
