package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.RecordedLines;
import io.github.hpjvm.advisor.json.WatchRecordingJson;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.watch.Recording;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The folder of a recording of {@code hp-cli watch --record}: names of its files, and the lines of its readings. */
public final class RecordingFolder {
    /** Readings of the last hour. */
    public static final String FINE = "fine";

    /** Readings of the last ten days, of five minutes each, and those with an alert. */
    public static final String COARSE = "coarse";

    /** The end of the names of both. */
    public static final String LINES = ".ndjson.gz";

    /** The largest file, compressed. */
    private static final Bytes LARGEST = Bytes.ofMiB(8);

    private static final String TIME = "\"time\":\"";

    private final Path folder;
    private final List<Path> files;
    private int damaged;

    private RecordingFolder(Path folder, List<Path> files) {
        this.folder = folder;
        this.files = files;
    }

    /**
     * A folder that the user names.
     *
     * @throws UsageException if it has no recording
     */
    static RecordingFolder of(Path folder) {
        List<Path> files = new ArrayList<>();
        NamedFolder.Listing listing = NamedFolder.list(folder, List.of(LINES));
        // The reading of the fine ring precedes the same reading of the coarse one.
        for (String ring : List.of(FINE, COARSE)) {
            for (Path file : listing.files()) {
                boolean isOwn = folder.equals(file.getParent())
                        && file.getFileName().toString().startsWith(ring + "-");
                if (isOwn) {
                    files.add(file);
                }
            }
        }
        if (files.isEmpty()) {
            throw new UsageException(
                    listing.unlisted().isEmpty()
                            ? folder + " has no recording; hp-cli watch --all --record " + folder + " makes one"
                            : listing.unlisted().get(0).toString());
        }
        return new RecordingFolder(folder, files);
    }

    /** Passes on all lines, those of the fine ring first. */
    void lines(Consumer<String> each) {
        damaged = 0;
        for (Path file : files) {
            Fact<byte[]> bytes = NamedFile.readPacked(file, LARGEST);
            // The recorder deletes the oldest file at any time.
            boolean deleted = bytes instanceof Fact.Absent<byte[]> absent && absent.reason() == Reason.NOT_PRESENT;
            boolean whole =
                    bytes.known().map(known -> RecordedLines.read(known, each)).orElse(deleted);
            damaged += whole ? 0 : 1;
        }
    }

    /** Returns the number of files that the last call of {@link #lines} could not read to their end. */
    int damaged() {
        return damaged;
    }

    /**
     * The pools in all readings of a host.
     *
     * @throws UsageException if there are none
     */
    Recording pools(HostIdentity host) {
        ReadingsOfHost readings = new ReadingsOfHost(host);
        lines(readings::add);
        return readings.merged.orElseThrow(() -> new UsageException(folder + ": "
                + (readings.ofOtherHosts > 0 ? "it is from another host: kernel or memory differ" : readings.problem)));
    }

    /** Merges the readings of one host. */
    private static final class ReadingsOfHost {
        private final HostIdentity host;
        private String last = "";
        private String problem = "it has no readings";
        private Optional<Recording> merged = Optional.empty();
        private int ofOtherHosts;

        ReadingsOfHost(HostIdentity host) {
            this.host = host;
        }

        /** Adds a line, unless its time is that of the line before: a reading has a line per JVM, each with the same pools. */
        void add(String line) {
            int start = line.indexOf(TIME);
            String time = start < 0 ? "" : line.substring(start, Math.min(line.length(), start + 40));
            if (time.equals(last)) {
                return;
            }
            last = time;
            try {
                Recording one = WatchRecordingJson.line(line);
                if (one.host().equals(host)) {
                    merged = Optional.of(merged.map(
                                    it -> new Recording(host, it.pools().with(one.pools())))
                            .orElse(one));
                } else {
                    ofOtherHosts++;
                }
            } catch (JsonFormatException e) {
                problem = "it has no readings: " + e.getMessage();
            }
        }
    }
}
