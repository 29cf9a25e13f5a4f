package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The number of children of a process: {@code /proc/PID/task/TID/children} of each thread, where the kernel has that
 * file (CONFIG_PROC_CHILDREN; {@code fs/proc/array.c}).
 */
final class Children {

    private static final Bytes LIMIT = Bytes.ofKiB(64);

    private Children() {}

    /** Returns the number; empty if no file can be read. */
    static OptionalInt count(Path procRoot, long pid) {
        Path folder = ProcessFile.path(procRoot, pid, "task");
        int children = 0;
        boolean read = false;
        for (String thread : Folder.names(folder).known().orElse(List.of())) {
            Optional<String> text = TextFile.read(folder.resolve(thread).resolve("children"), LIMIT)
                    .known();
            read |= text.isPresent();
            children += text.map(ids -> Words.of(ids).size()).orElse(0);
        }
        return read ? OptionalInt.of(children) : OptionalInt.empty();
    }
}
