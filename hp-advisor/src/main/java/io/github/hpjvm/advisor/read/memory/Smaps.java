package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.FileLines;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The mappings of a process: {@code /proc/PID/smaps} ({@code fs/proc/task_mmu.c}). */
public final class Smaps {

    /** Limit of the file. A mapping takes 700 to 800 characters. */
    private static final Bytes LIMIT = Bytes.ofMiB(512);

    /**
     * Bytes of one read call. A call holds the lock of the mappings until it has as many bytes (seq_read_iter in {@code
     * fs/seq_file.c}), so that a call of less than one mapping holds it for one mapping.
     */
    private static final int PIECE = 512;

    /** The same for a process whose mappings all together take less than a millisecond: fewer calls. */
    private static final int LARGE_PIECE = 8192;

    private Smaps() {}

    /**
     * Reads the mappings of a process. An empty file, as a zombie has one, is VANISHED, and so is a process that has
     * ended. Reading takes time in proportion to the base pages that are mapped. Meanwhile mmap in the process waits
     * until the mapping that is read is done. {@link SmapsStall} predicts that time.
     */
    public static Fact<List<Vma>> read(Path procRoot, long pid) {
        return read(procRoot, pid, PIECE);
    }

    /** Reads the same of a process with so much resident memory. */
    public static Fact<List<Vma>> read(Path procRoot, long pid, Bytes resident) {
        return read(procRoot, pid, resident.compareTo(SmapsStall.MOST_BASE) <= 0 ? LARGE_PIECE : PIECE);
    }

    private static Fact<List<Vma>> read(Path procRoot, long pid, int piece) {
        SmapsText text = new SmapsText();
        Pace pace = new Pace();
        Path file = ProcessFile.path(procRoot, pid, "smaps");
        return ProcessFile.lines(procRoot, pid, "smaps", new FileLines.Limits(LIMIT, piece, pace::held), text::line)
                .flatMap(lines -> {
                    List<Vma> vmas = text.vmas();
                    return vmas.isEmpty()
                            ? Fact.absent(Reason.VANISHED, Source.of(file, "no mappings"))
                            : Fact.known(vmas, Source.of(file));
                });
    }

    /**
     * Parses the mappings in the order of the text. An incomplete last mapping, because the process ended while it was
     * read, is dropped.
     *
     * @throws MalformedTextException with the line, if a line is neither a mapping nor a field, if a number is too
     *     large for a size in bytes, or if a field that {@link Vma} relies on has none
     */
    public static List<Vma> parse(String text) {
        return SmapsText.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
