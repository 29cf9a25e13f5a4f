package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.FileRing;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The snapshots in the folder of {@code hp-cli watch --record}: the newest one, or that of a time, {@code DIR@TIME}. */
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
        Map<String, Path> newest = new TreeMap<>();
        for (Path file : files) {
            time(file)
                    .ifPresent(time -> newest.merge(
                            folder(file),
                            file,
                            (one, other) ->
                                    time(one).orElseThrow().isAfter(time(other).orElseThrow()) ? one : other));
        }
        List<Path> kept = new ArrayList<>();
        for (Path file : files) {
            if (time(file).isEmpty() || file.equals(newest.get(folder(file)))) {
                kept.add(file);
            }
        }
        return kept;
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
            return upTo(path, Instant.MAX);
        }
        String text = path.toString();
        int at = text.lastIndexOf('@');
        if (at <= 0 || !NamedFolder.is(Path.of(text.substring(0, at)))) {
            return path;
        }
        return upTo(Path.of(text.substring(0, at)), instant(text.substring(at + 1)));
    }

    private static Path upTo(Path folder, Instant end) {
        List<Path> all = NamedFolder.list(folder, List.of(ENDING)).files().stream()
                .filter(file -> folder.equals(file.getParent()))
                .filter(file -> time(file).isPresent())
                .sorted(Comparator.comparing(file -> time(file).orElseThrow()))
                .toList();
        if (all.isEmpty()) {
            throw new UsageException(folder + " has no snapshot; hp-cli watch --all --record " + folder + " makes one");
        }
        return all.stream()
                .filter(file -> !time(file).orElseThrow().isAfter(end))
                .reduce((one, other) -> other)
                .orElseThrow(() -> new UsageException(folder + ": its first snapshot is of "
                        + time(all.get(0)).orElseThrow()));
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
