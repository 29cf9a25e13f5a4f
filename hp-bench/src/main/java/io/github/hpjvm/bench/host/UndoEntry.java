package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One changed kernel file. The constructor throws an IllegalArgumentException if a path or value does not fit on a line
 * of the undo file.
 *
 * @param file the kernel file
 * @param found its value before the first change by hp-bench, to be restored
 * @param seen the value that hp-bench had left before its latest write; empty for its first write to the file
 * @param wanted the value of the latest write
 * @param readBack the value read after that write; empty from the announcement of the write until it is known
 */
public record UndoEntry(Path file, String found, Optional<String> seen, String wanted, Optional<String> readBack) {
    private static final String NONE = "-";

    public UndoEntry {
        HostChange.requireKernelFile(file);
        Stream.of(Optional.of(found), seen, Optional.of(wanted), readBack)
                .flatMap(Optional::stream)
                .forEach(HostChange::requireLine);
        if (Stream.of(seen, readBack).flatMap(Optional::stream).anyMatch(NONE::equals)) {
            throw new IllegalArgumentException("the undo file cannot hold the value  " + NONE);
        }
    }

    /** Announces the first change of a file. */
    static UndoEntry first(String found, HostChange change) {
        return new UndoEntry(change.file(), found, Optional.empty(), change.value(), Optional.empty());
    }

    /** Announces a further change of the same file: the first found value stays. */
    UndoEntry again(String now, String wantedNow) {
        return new UndoEntry(file, found, Optional.of(now), wantedNow, Optional.empty());
    }

    /** Returns the entry with the value that was read back. */
    UndoEntry done(String valueReadBack) {
        return new UndoEntry(file, found, seen, wanted, Optional.of(valueReadBack));
    }

    /**
     * Returns whether the file still holds the value that hp-bench left: the value read back after the latest write. If
     * hp-bench was killed before the undo file had that value: the value of that write, or of the write before it.
     */
    boolean isOurs(String current) {
        return readBack.map(current::equals)
                .orElseGet(() -> current.equals(wanted) || seen.equals(Optional.of(current)));
    }

    /** The change that restores the found value. */
    public HostChange inverse() {
        return new HostChange(file, found);
    }

    /** Describes the value that hp-bench left: {@code 650 (wanted 700)}. */
    String left() {
        return readBack.map(value -> value.equals(wanted) ? value : value + " (wanted " + wanted + ")")
                .orElse(wanted + " (wanted, not read back)");
    }
}
