package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.cli.source.RecordingFolder;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.file.FileRing;
import io.github.hpjvm.console.file.FolderLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Records the readings of {@code hp-cli watch} in a folder: each reading for an hour, and one of five minutes, with all
 * alerts, for ten days; and snapshots, for {@code diff} and {@code fleet}. A reading is a piece of a {@link FileRing}: its lines, compressed by gzip.
 */
final class Recorder implements AutoCloseable {
    private static final long MIB = 1 << 20;

    /** At most 64 MiB. */
    private static final FileRing.Limits FINE =
            new FileRing.Limits(64 * MIB, 200, Duration.ofHours(1), 2 * MIB, Duration.ofMinutes(5));

    /** At most 64 MiB. */
    private static final FileRing.Limits COARSE =
            new FileRing.Limits(64 * MIB, 200, Duration.ofDays(10), 2 * MIB, Duration.ofDays(1));

    /** At most 24 MiB. */
    private static final FileRing.Limits SNAPSHOTS =
            new FileRing.Limits(24 * MIB, 200, Duration.ofDays(1), 6 * MIB, Duration.ZERO);

    /** At most 40 MiB. */
    private static final FileRing.Limits LONG_KEPT =
            new FileRing.Limits(40 * MIB, 100, Duration.ofDays(10), 10 * MIB, Duration.ZERO);

    private static final Duration PAUSE_OF_REPORTS = Duration.ofMinutes(10);

    private final FolderLock lock;
    private final FileRing fine;
    private final FileRing coarse;
    private final FileRing snapshots;
    private final FileRing longKept;
    private final SnapshotTimes times;
    private final Path folder;
    private final Consumer<String> problems;
    private Instant reported = Instant.MIN;

    /**
     * Begins a recording, or continues it.
     *
     * @param problems gets a line if a reading cannot be written
     * @throws BenchException if the folder cannot be written
     */
    Recorder(Path folder, Consumer<String> problems) {
        this.folder = folder;
        this.problems = problems;
        this.lock = FolderLock.of(folder);
        try {
            this.fine = new FileRing(folder, RecordingFolder.FINE, RecordingFolder.LINES, FINE);
            this.coarse = new FileRing(folder, RecordingFolder.COARSE, RecordingFolder.LINES, COARSE);
            this.snapshots = new FileRing(folder, RecordedSnapshots.FINE, RecordedSnapshots.ENDING, SNAPSHOTS);
            this.longKept = new FileRing(folder, RecordedSnapshots.COARSE, RecordedSnapshots.ENDING, LONG_KEPT);
            this.times = new SnapshotTimes(longKept.newest());
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder, e);
        }
    }

    /** Adds the lines of a reading. */
    void fine(Instant now, String lines) {
        add(fine, now, lines);
    }

    /** Adds lines that are kept for longer, and writes them through to the disk. */
    void coarse(Instant now, String lines) {
        if (add(coarse, now, lines)) {
            try {
                coarse.force();
            } catch (IOException e) {
                report(now, e);
            }
        }
    }

    /**
     * Adds a snapshot if one is due.
     *
     * @param pids the JVMs
     * @param snapshot takes it
     */
    void snapshot(Instant now, Set<Long> pids, Supplier<String> snapshot) {
        boolean added = switch (times.next(now, pids)) {
            case NOTHING -> true;
            case SNAPSHOT -> add(snapshots, now, snapshot.get());
            case LONG_KEPT -> add(longKept, now, snapshot.get());
        };
        if (!added) {
            times.failed();
        }
    }

    /** Returns whether the lines are written, or can never be: they are larger than a ring permits. */
    private boolean add(FileRing ring, Instant now, String lines) {
        if (lines.isEmpty()) {
            return false;
        }
        byte[] piece = SnapshotText.compressed(lines);
        try {
            ring.append(now, piece);
            return true;
        } catch (IOException e) {
            report(now, e);
            return !ring.permits(piece.length);
        }
    }

    /** A full disk loses readings, and ends nothing. */
    private void report(Instant now, IOException e) {
        if (Intervals.isOver(reported, now, PAUSE_OF_REPORTS)) {
            reported = now;
            problems.accept("a reading is lost: "
                    + BenchException.cannotWrite(folder, e).getMessage());
        }
    }

    @Override
    public void close() {
        for (AutoCloseable one : new AutoCloseable[] {fine, coarse, snapshots, longKept, lock}) {
            try {
                one.close();
            } catch (Exception e) {
                // Each piece was written by its own call.
            }
        }
    }
}
