package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.json.WatchRecordingJson;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.advisor.watch.Recording;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.file.OutputFile;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads and writes snapshot files. */
public final class SnapshotFile {
    private SnapshotFile() {}

    /**
     * The facts in a file, which may be compressed by gzip; or in the folder of {@code hp-cli watch --record}: those of its
     * newest snapshot, or of {@code DIR@TIME} those of the last snapshot up to that time.
     */
    public static Facts read(Path named) {
        Path file = RecordedSnapshots.resolve(named);
        try {
            return FactsJson.read(NamedInput.packed(file), NamedFile.LARGEST);
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    /**
     * The pools of a host in a snapshot, or in a recording of {@code hp-cli watch}: a folder, or a file that may be
     * compressed by gzip.
     */
    static Recording observed(Path file, HostIdentity host) {
        if (NamedFolder.is(file)) {
            return RecordingFolder.of(file).pools(host);
        }
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

    /**
     * Passes on the lines of a recording, none of a snapshot.
     *
     * @return the number of files that could not be read to their end
     */
    static int recorded(Path file, Consumer<String> each) {
        if (NamedFolder.is(file)) {
            RecordingFolder folder = RecordingFolder.of(file);
            folder.lines(each);
            return folder.damaged();
        }
        String text = SnapshotText.of(NamedInput.packed(file), NamedFile.LARGEST);
        if (WatchRecordingJson.begins(text)) {
            text.lines().forEach(each);
        }
        return 0;
    }

    /**
     * Fails if a file exists that is not an earlier snapshot. An empty file can be replaced, as that of mktemp.
     *
     * @throws UsageException if another file exists
     */
    public static void requireReplaceable(Path file) {
        OutputFile.requireAbsentUnless(file, start -> start.length == 0 || SnapshotText.begins(start));
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
