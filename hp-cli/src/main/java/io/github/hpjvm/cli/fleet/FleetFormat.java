package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.Locale;

/** The formats of {@code hp-cli fleet}: of its summary, and of its rows. */
enum FleetFormat {
    TEXT,
    JSON,
    NDJSON,
    CSV;

    /** Returns whether it is a format of the summary. */
    boolean isSummary() {
        return this == TEXT || this == JSON;
    }

    /** The format of rows that the end of a name gives. */
    static FleetFormat ofName(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".csv")) {
            return CSV;
        }
        if (name.endsWith(".ndjson") || name.endsWith(".jsonl") || name.endsWith(".json")) {
            return NDJSON;
        }
        throw new UsageException("-o " + file + ": its format is unknown; name a file that ends in .ndjson or .csv");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
