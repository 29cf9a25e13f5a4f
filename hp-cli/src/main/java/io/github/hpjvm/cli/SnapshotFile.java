package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.NamedInput;
import io.github.hpjvm.bench.run.OutputFile;
import java.nio.file.Path;

/** Reads and writes snapshot files. */
final class SnapshotFile {
    private SnapshotFile() {}

    /** The facts in a file, which may be compressed by gzip. */
    static Facts read(Path file) {
        try {
            return FactsJson.read(NamedInput.packed(file), NamedFile.LARGEST);
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    /** Writes the text of a snapshot. */
    static void write(Path file, String text, boolean gzip) {
        if (gzip) {
            OutputFile.write(file, SnapshotText.compressed(text));
        } else {
            OutputFile.write(file, text);
        }
    }
}
