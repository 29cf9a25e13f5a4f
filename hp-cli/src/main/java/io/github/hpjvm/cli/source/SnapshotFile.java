package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.json.WatchRecordingJson;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.watch.Recording;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.file.OutputFile;
import java.nio.file.Path;

/** Reads and writes snapshot files. */
public final class SnapshotFile {
    private SnapshotFile() {}

    /** The facts in a file, which may be compressed by gzip. */
    public static Facts read(Path file) {
        try {
            return FactsJson.read(NamedInput.packed(file), NamedFile.LARGEST);
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    /** The pools in a snapshot, or in a recording of {@code hp-cli watch}; the file may be compressed by gzip. */
    static Recording observed(Path file) {
        try {
            String text = SnapshotText.of(NamedInput.packed(file), NamedFile.LARGEST);
            if (WatchRecordingJson.begins(text)) {
                return WatchRecordingJson.read(text);
            }
            Facts facts = FactsJson.read(text);
            return new Recording(HostIdentity.of(facts.host()), PoolReadings.of(facts));
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    /** Writes the text of a snapshot. */
    public static void write(Path file, String text, boolean gzip) {
        if (gzip) {
            OutputFile.write(file, SnapshotText.compressed(text));
        } else {
            OutputFile.write(file, text);
        }
    }
}
