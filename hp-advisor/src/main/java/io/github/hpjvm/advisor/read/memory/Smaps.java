package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.FileLines;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntSupplier;

/** The mappings of a process: {@code /proc/PID/smaps} ({@code fs/proc/task_mmu.c}). */
public final class Smaps {

    /** Limit of the file. A mapping takes 700 to 800 characters. */
    private static final Bytes LIMIT = Bytes.ofMiB(512);

    /**
     * Bytes of one read call. A call holds the lock of the mappings until it has as many bytes (seq_read_iter in {@code
     * fs/seq_file.c}), so that a call of less than one mapping holds it for one mapping.
     */
    private static final int PIECE = 512;

    /** The same where as many mappings as it has take less than a millisecond: fewer calls. */
    private static final int LARGE_PIECE = 8192;

    /** Most mappings in a large piece: one takes 450 characters on kernel 4, and 750 on 6. */
    private static final int IN_LARGE_PIECE = 20;

    private Smaps() {}

    /**
     * Reads the mappings of a process. An empty file, as a zombie has one, is VANISHED, and so is a process that has
     * ended. Reading takes time in proportion to the base pages that are mapped. Meanwhile mmap in the process waits
     * until the mapping that is read is done. {@link SmapsStall} predicts that time.
     */
    public static Fact<List<Vma>> read(Path procRoot, long pid) {
        return read(procRoot, pid, new BitSet());
    }

    /**
     * Reads the same in larger pieces where that holds the lock for less than a millisecond.
     *
     * @param small the mappings that are followed by small ones, by their numbers ({@link #small})
     */
    public static Fact<List<Vma>> read(Path procRoot, long pid, BitSet small) {
        SmapsText text = new SmapsText();
        return read(procRoot, pid, text, () -> small.get(text.count()) ? LARGE_PIECE : PIECE);
    }

    /**
     * Returns the numbers of the mappings that, together with those that follow in the same large piece, have at most {@link
     * SmapsStall#MOST_BASE}. A process whose resident memory is smaller has only such mappings, whatever their size.
     *
     * @param maps the mappings in their order; a few may be others when smaps is read
     */
    public static BitSet small(Bytes resident, List<Vma> maps) {
        BitSet small = new BitSet();
        long most = SmapsStall.MOST_BASE.value();
        if (resident.value() <= most) {
            small.set(0, SmapsText.MOST);
            return small;
        }
        long sum = 0;
        int end = 0;
        for (int i = 0; i < maps.size(); i++) {
            while (end < maps.size() && end < i + IN_LARGE_PIECE) {
                sum += mayHave(maps.get(end++), most);
            }
            if (sum <= most) {
                small.set(i);
            }
            sum -= mayHave(maps.get(i), most);
        }
        return small;
    }

    /** Returns the bytes that a mapping may have on base pages, at most one more than a limit. */
    private static long mayHave(Vma vma, long most) {
        long size = vma.range().size().value();
        return vma.permissions().startsWith("---") ? 0 : Math.min(size, most + 1);
    }

    private static Fact<List<Vma>> read(Path procRoot, long pid, SmapsText text, IntSupplier piece) {
        Pace pace = new Pace();
        Path file = ProcessFile.path(procRoot, pid, "smaps");
        Fact<Long> lines =
                ProcessFile.lines(procRoot, pid, "smaps", new FileLines.Limits(LIMIT, piece, pace::held), text);
        return TextFile.parsed(lines, any -> text.vmas())
                .flatMap(vmas -> vmas.isEmpty()
                        ? Fact.absent(Reason.VANISHED, Source.of(file, "no mappings"))
                        : Fact.known(vmas, Source.of(file)));
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
