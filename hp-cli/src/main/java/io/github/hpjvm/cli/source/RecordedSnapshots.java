package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.FileRing;
import io.github.hpjvm.console.file.NamedInput;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The snapshots in the folder of {@code hp-cli watch --record}: the newest one, or that of a time, {@code DIR@TIME}. The names are
 * in the order of the recording. After a moment with the clock in the future, they follow the names of that moment: a snapshot
 * then was taken before the time in its name.
 */
public final class RecordedSnapshots {
    /** The start of the names of the snapshots of a day. */
    public static final String FINE = "snapshot-fine";

    /** The start of the names of the snapshots of ten days. */
    public static final String COARSE = "snapshot-coarse";

    /** The end of both names. */
    public static final String ENDING = ".json.gz";

    private RecordedSnapshots() {}

    /**
     * The files of folders, of each recording only its newest snapshot: a host that is read twice would count its JVMs twice.
     */
    public static List<Path> newestOfEach(List<Path> files) {
        Map<String, List<Path>> recorded = new TreeMap<>();
        for (Path file : files) {
            if (time(file).isPresent()) {
                recorded.computeIfAbsent(folder(file), any -> new ArrayList<>()).add(file);
            }
        }
        Set<Path> newest = new HashSet<>();
        recorded.values().forEach(all -> newest.add(newest(all)));
        List<Path> kept = new ArrayList<>();
        for (Path file : files) {
            if (time(file).isEmpty() || newest.contains(file)) {
                kept.add(file);
            }
        }
        return kept;
    }

    /** The last snapshot of one recording, which has two rings of files. */
    private static Path newest(List<Path> recorded) {
        Map<Boolean, Path> last = new TreeMap<>();
        for (Path file : recorded) {
            boolean fine = FileRing.time(file, FINE, ENDING).isPresent();
            last.merge(fine, file, BinaryOperator.maxBy(Comparator.comparing(RecordedSnapshots::named)));
        }
        return last.size() == 1
                ? last.values().iterator().next()
                : Collections.max(last.values(), Comparator.comparing(RecordedSnapshots::taken));
    }

    private static Instant named(Path file) {
        return time(file).orElseThrow();
    }

    /** The time in the name of a file, or in its text if that is earlier. */
    private static Instant taken(Path file) {
        Instant named = named(file);
        return SnapshotText.takenAt(NamedInput.start(file))
                .filter(named::isAfter)
                .orElse(named);
    }

    private static String folder(Path file) {
        return String.valueOf(file.getParent());
    }

    /** The time that the name of a recorded snapshot has; empty for any other file. */
    public static Optional<Instant> time(Path file) {
        return FileRing.time(file, FINE, ENDING).or(() -> FileRing.time(file, COARSE, ENDING));
    }

    /**
     * The snapshot file that a path names: itself, the newest one of a folder, or for {@code DIR@TIME} the last one up to that
     * time.
     *
     * @throws UsageException if the folder has none
     */
    public static Path resolve(Path path) {
        if (NamedFolder.is(path)) {
            return newest(recorded(path));
        }
        String text = path.toString();
        int at = text.lastIndexOf('@');
        if (at <= 0 || !NamedFolder.is(Path.of(text.substring(0, at)))) {
            return path;
        }
        return upTo(Path.of(text.substring(0, at)), instant(text.substring(at + 1)));
    }

    private static Path upTo(Path folder, Instant end) {
        Map<Path, Instant> times = new HashMap<>();
        recorded(folder).forEach(file -> times.put(file, taken(file)));
        return times.keySet().stream()
                .filter(file -> !times.get(file).isAfter(end))
                .max(Comparator.<Path, Instant>comparing(times::get).thenComparing(RecordedSnapshots::named))
                .orElseThrow(() ->
                        new UsageException(folder + ": its first snapshot is of " + Collections.min(times.values())));
    }

    private static List<Path> recorded(Path folder) {
        List<Path> all = NamedFolder.list(folder, List.of(ENDING)).files().stream()
                .filter(file -> folder.equals(file.getParent()))
                .filter(file -> time(file).isPresent())
                .toList();
        if (all.isEmpty()) {
            throw new UsageException(folder + " has no snapshot; hp-cli watch --all --record " + folder + " makes one");
        }
        return all;
    }

    /** A time in UTC, such as {@code 2026-01-02T03:04} or {@code 2026-01-02T03:04:05Z}. */
    private static Instant instant(String text) {
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text)
                    : LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new UsageException("not a time in UTC: " + text + "; type it as 2026-01-02T03:04");
        }
    }
}
