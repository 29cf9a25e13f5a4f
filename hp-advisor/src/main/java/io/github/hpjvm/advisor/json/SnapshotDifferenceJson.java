package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.compare.SnapshotDifference;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the difference of two snapshots as a JSON document of schema version 1. */
public final class SnapshotDifferenceJson {
    private static final int SCHEMA_VERSION = 1;

    private SnapshotDifferenceJson() {}

    /** The document as text that ends in a newline. */
    public static String write(SnapshotDifference difference) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.putAll(RecordCodec.encodeRecord(difference));
        return JsonText.write(root);
    }
}
