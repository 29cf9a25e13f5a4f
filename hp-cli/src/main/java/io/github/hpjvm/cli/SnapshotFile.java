package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.NamedInput;
import io.github.hpjvm.bench.run.OutputFile;
import java.nio.file.Path;

/** Reads and writes snapshot files. */
final class SnapshotFile {
    private SnapshotFile() {}

    /** The facts in a file. */
    static Facts read(Path file) {
        try {
            return FactsJson.read(NamedInput.json(file));
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    static void write(Path file, Facts facts) {
        OutputFile.write(file, FactsJson.write(facts));
    }
}
