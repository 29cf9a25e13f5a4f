package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes snapshots as files that the user names. */
final class SnapshotFile {
    private SnapshotFile() {}

    /** The facts in a file. */
    static Facts read(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(NamedFile.read(file, "no snapshot of hp-jvm"));
            return FactsJson.read(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
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
