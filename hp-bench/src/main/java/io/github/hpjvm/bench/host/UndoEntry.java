package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One changed kernel file.
 *
 * @param file the kernel file
 * @param found its value before our first change, the one to put back
 * @param seen the value that we had left before our latest write; empty if that is our first write to the file
 * @param wanted what our latest write asks for
 * @param readBack what was read after that write; empty from the moment the write is announced until it is known
 * @throws IllegalArgumentException if a path or value could not stand on a line of the undo file
 */
public record UndoEntry(Path file, String found, Optional<String> seen, String wanted, Optional<String> readBack) {
    private static final String NONE = "-";

    public UndoEntry {
        HostChange.requireKernelFile(file);
        Stream.of(Optional.of(found), seen, Optional.of(wanted), readBack)
                .flatMap(Optional::stream)
                .forEach(HostChange::requireLine);
        if (Stream.of(seen, readBack).flatMap(Optional::stream).anyMatch(NONE::equals)) {
            throw new IllegalArgumentException("a value that the undo file cannot hold: " + NONE);
        }
    }

    /** The announcement of a first change of a file. */
    static UndoEntry first(String found, HostChange change) {
        return new UndoEntry(change.file(), found, Optional.empty(), change.value(), Optional.empty());
    }

    /** The announcement of a further change of the same file: the first found value stays. */
    UndoEntry again(String now, String wantedNow) {
        return new UndoEntry(file, found, Optional.of(now), wantedNow, Optional.empty());
    }

    /** The same, now that the write was read back. */
    UndoEntry done(String valueReadBack) {
        return new UndoEntry(file, found, seen, wanted, Optional.of(valueReadBack));
    }

    /**
     * Whether the file still holds what we left: the value read back after the latest write. Where we were killed
     * before that was noted, the value that the write asked for, or the one that we had left before it.
     */
    boolean isOurs(String current) {
        return readBack.map(current::equals)
                .orElseGet(() -> current.equals(wanted) || seen.equals(Optional.of(current)));
    }

    /** The change that puts the found value back. */
    public HostChange inverse() {
        return new HostChange(file, found);
    }

    /** What we left there in words: {@code 650 (asked for 700)}. */
    String left() {
        return readBack.map(value -> value.equals(wanted) ? value : value + " (asked for " + wanted + ")")
                .orElse(wanted + " (asked for, not read back)");
    }
}
