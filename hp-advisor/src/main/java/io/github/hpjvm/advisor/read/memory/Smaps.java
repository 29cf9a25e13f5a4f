package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.MalformedTextException;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import java.nio.file.Path;
import java.util.List;

/** The mappings of a process: {@code /proc/PID/smaps} ({@code fs/proc/task_mmu.c}). */
public final class Smaps {

    /**
     * Limit of the file. A JVM has some hundred mappings of 700 to 800 characters; vm.max_map_count allows 65530 by
     * default.
     */
    private static final Bytes LIMIT = Bytes.ofMiB(128);

    private Smaps() {}

    /**
     * Reads the mappings of a process. An empty file, as a zombie has one, is VANISHED, and so is a process that has
     * ended. Reading takes time in proportion to the base pages that are mapped, and delays mmap in the process
     * meanwhile.
     */
    public static Fact<List<Vma>> read(Path procRoot, long pid) {
        Path file = ProcessFile.path(procRoot, pid, "smaps");
        return TextFile.parsed(ProcessFile.read(procRoot, pid, "smaps", LIMIT), Smaps::parse)
                .flatMap(vmas -> vmas.isEmpty()
                        ? Fact.absent(Reason.VANISHED, Source.of(file, "no mappings"))
                        : Fact.known(vmas, Source.of(file)));
    }

    /**
     * Parses the mappings in the order of the text. Unknown fields are kept. An incomplete last mapping, because the
     * process ended while it was read, is dropped.
     *
     * @throws MalformedTextException with the line, if a line is neither a mapping nor a field, if a number is too
     *     large for a size in bytes, or if a field that {@link Vma} relies on has none
     */
    public static List<Vma> parse(String text) {
        return new SmapsText(text).vmas();
    }
}
