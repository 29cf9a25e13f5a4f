package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One changed kernel file.
 *
 * @param file the kernel file
 * @param found its value before our first change, the one to put back
 * @param before its value before our latest write; like {@code found} unless we changed it more than once
 * @param wanted what our latest write asks for
 * @param readBack what was read after that write; empty from the moment the write is announced until it is known
 * @throws IllegalArgumentException if a path or value could not stand on a line of the undo file
 */
public record UndoEntry(Path file, String found, String before, String wanted, Optional<String> readBack) {
    private static final String NOT_READ_BACK = "-";

    public UndoEntry {
        Objects.requireNonNull(readBack, "readBack");
        HostChange.requireKernelFile(file);
        Stream.concat(Stream.of(found, before, wanted), readBack.stream()).forEach(HostChange::requireLine);
        if (readBack.filter(NOT_READ_BACK::equals).isPresent()) {
            throw new IllegalArgumentException("a value that the undo file cannot hold: " + NOT_READ_BACK);
        }
    }

    /** The announcement of a first change of a file. */
    static UndoEntry first(String found, HostChange change) {
        return new UndoEntry(change.file(), found, found, change.value(), Optional.empty());
    }

    /** The announcement of a further change of the same file: the first found value stays. */
    UndoEntry again(String now, String wantedNow) {
        return new UndoEntry(file, found, now, wantedNow, Optional.empty());
    }

    /** The same, now that the write was read back. */
    UndoEntry done(String valueReadBack) {
        return new UndoEntry(file, found, before, wanted, Optional.of(valueReadBack));
    }

    /**
     * Whether this value is what we left there: the one read back; or, if we were killed before we could note that, the
     * one we asked for or the one that was there before the write.
     *
     * <p>A value <em>between</em> those two is not ours, even for {@code nr_hugepages}, where the kernel stops at fewer
     * pages when it finds no more or when the writer is killed: an administrator who gave the pages to a service in the
     * meantime leaves the same picture, and putting ours back would take them from it. Such an entry is reported with
     * the command to type, and not applied.
     */
    boolean isOurs(String current) {
        return readBack.map(current::equals).orElseGet(() -> current.equals(wanted) || current.equals(before));
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
