package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The values to restore on this host. The constructor throws an IllegalArgumentException if the boot id is not one plain
 * line or a file occurs twice.
 *
 * @param bootId {@code /proc/sys/kernel/random/boot_id} of the boot in which they were changed (random(4)): a reboot
 *     resets sysfs and sysctl values, so the entries do not apply after it
 * @param pid process id of the last writer
 * @param time of the last write
 * @param entries in the order in which the files were first changed, each file once
 */
public record Undo(String bootId, long pid, Instant time, List<UndoEntry> entries) {

    public Undo {
        Objects.requireNonNull(time, "time");
        entries = List.copyOf(entries);
        if (!PlainText.isOneLine(bootId)) {
            throw new IllegalArgumentException("not a boot id: " + PlainText.clean(bootId));
        }
        Set<Path> files = new HashSet<>();
        for (UndoEntry entry : entries) {
            if (!files.add(entry.file())) {
                throw new IllegalArgumentException(entry.file() + " occurs twice");
            }
        }
    }

    /** No entries yet; written by this process. */
    static Undo empty(String bootId) {
        return new Undo(bootId, ProcessHandle.current().pid(), Instant.now(), List.of());
    }

    /** The entry of this file, if there is one. */
    Optional<UndoEntry> entryOf(Path file) {
        return entries.stream().filter(entry -> entry.file().equals(file)).findFirst();
    }

    /**
     * Returns a copy in which this entry replaces the one of the same file, or follows the others; written by this
     * process.
     */
    Undo with(UndoEntry entry) {
        List<UndoEntry> changed = new ArrayList<>(entries);
        int at = entryOf(entry.file()).map(entries::indexOf).orElse(entries.size());
        if (at < changed.size()) {
            changed.set(at, entry);
        } else {
            changed.add(entry);
        }
        return new Undo(bootId, ProcessHandle.current().pid(), Instant.now(), changed);
    }

    /** Returns a copy with only these entries, in the original order. */
    Undo only(Set<UndoEntry> kept) {
        return new Undo(
                bootId, pid, time, entries.stream().filter(kept::contains).toList());
    }
}
