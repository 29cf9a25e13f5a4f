package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes snapshots as files that the user names. */
final class SnapshotFile {
    private static final long LARGEST = 64L << 20;

    private SnapshotFile() {}

    /** The facts in a file. */
    static Facts read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new UsageException(file + " is larger than 64 MiB: no snapshot of hp-jvm");
            }
            return FactsJson.read(Files.readString(file));
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e);
        }
    }

    static void write(Path file, Facts facts) {
        try {
            Files.writeString(file, FactsJson.write(facts));
        } catch (IOException e) {
            throw new BenchException("cannot write " + file + ": " + e, e);
        }
    }
}
