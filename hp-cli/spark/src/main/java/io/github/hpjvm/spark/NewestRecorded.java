package io.github.hpjvm.spark;

import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The newest snapshot of each folder of {@code hp-cli watch --record}, as {@code hp-cli fleet} reads them: a host that is read
 * twice would count its JVMs twice.
 *
 * @param uris their names
 */
record NewestRecorded(Set<String> uris) implements Serializable {
    private static final long serialVersionUID = 1L;

    private record Recorded(Instant time, String name, String uri) {
        Recorded newer(Recorded other) {
            int order = time.equals(other.time) ? name.compareTo(other.name) : time.compareTo(other.time);
            return order > 0 ? this : other;
        }
    }

    /** Lists the folder, and the folders below it. */
    static NewestRecorded in(Path folder, FileSystem system) throws IOException {
        Map<String, Recorded> newest = new HashMap<>();
        for (RemoteIterator<LocatedFileStatus> files = system.listFiles(folder, true); files.hasNext(); ) {
            Path file = files.next().getPath();
            time(file)
                    .ifPresent(time -> newest.merge(
                            file.getParent().toString(),
                            new Recorded(time, file.getName(), file.toString()),
                            Recorded::newer));
        }
        return new NewestRecorded(
                newest.values().stream().map(Recorded::uri).collect(Collectors.toCollection(HashSet::new)));
    }

    private static Optional<Instant> time(Path file) {
        return RecordedSnapshots.time(BytePath.of(file.getName()));
    }

    /** Returns whether a file is an older snapshot of a recording. */
    boolean isOutdated(String uri) {
        return !uris.contains(uri) && time(new Path(uri)).isPresent();
    }
}
