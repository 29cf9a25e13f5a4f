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
 * What is to be put back on this host.
 *
 * @param bootId {@code /proc/sys/kernel/random/boot_id} of the boot in which it was changed (random(4)): after a reboot
 *     sysfs and sysctl values are gone, and so is the meaning of this
 * @param pid process id of the last writer
 * @param time of the last writing
 * @param entries in the order in which the files were first changed, each file once
 * @throws IllegalArgumentException if the boot id is not one plain line or a file comes twice
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
                throw new IllegalArgumentException(entry.file() + " comes twice");
            }
        }
    }

    /** Nothing to put back yet; written by this process. */
    static Undo empty(String bootId) {
        return new Undo(bootId, ProcessHandle.current().pid(), Instant.now(), List.of());
    }

    /** The entry of this file, if there is one. */
    Optional<UndoEntry> entryOf(Path file) {
        return entries.stream().filter(entry -> entry.file().equals(file)).findFirst();
    }

    /** With this entry in the place of the one of the same file, or at the end; written by this process. */
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

    /** With only these of its entries, in its own order. */
    Undo only(Set<UndoEntry> kept) {
        return new Undo(
                bootId, pid, time, entries.stream().filter(kept::contains).toList());
    }
}
