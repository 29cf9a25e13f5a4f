package io.github.hpjvm.bench.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Row;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Shift;
import io.github.hpjvm.bench.report.json.DocumentText;
import io.github.hpjvm.bench.report.json.ResultsJson;
import java.util.Optional;

/**
 * The comparison of two campaigns as JSON, schema version 1. Unknown values are null; a ratio below 1 is better in B.
 */
public final class DifferenceJson {
    private static final int SCHEMA_VERSION = 1;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DifferenceJson() {}

    /** Returns the document, which ends in a newline. */
    public static String write(ResultsDifference difference) {
        ObjectNode root = NODES.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("a", difference.before().name());
        root.put("b", difference.after().name());
        ArrayNode differs = root.putArray("differs");
        difference.settings().forEach(setting -> {
            ObjectNode node = differs.addObject();
            node.put("what", setting.name());
            node.put("a", setting.before().orElse(null));
            node.put("b", setting.after().orElse(null));
        });
        ArrayNode onlyIn = root.putArray("onlyInOne");
        difference.onlyIn().forEach(onlyIn::add);
        ArrayNode comparisons = root.putArray("comparisons");
        difference.rows().forEach(row -> comparisons.add(row(row)));
        return DocumentText.of(root);
    }

    private static ObjectNode row(Row row) {
        ObjectNode node = NODES.objectNode();
        node.put("workload", row.side().workload());
        ObjectNode params = node.putObject("params");
        row.side().params().forEach(params::put);
        node.put("variant", row.side().variant());
        node.set("costRatio", shift(Optional.of(row.cost())));
        node.set("ratioOfRatios", shift(row.relative()));
        return node;
    }

    private static JsonNode shift(Optional<Shift> shift) {
        if (shift.isEmpty()) {
            return NODES.nullNode();
        }
        ObjectNode node = NODES.objectNode();
        node.put("roundsA", shift.get().roundsBefore());
        node.put("roundsB", shift.get().roundsAfter());
        node.put("ratio", shift.get().ratio());
        ResultsJson.interval(node, "ci95", shift.get().ci95());
        return node;
    }
}
