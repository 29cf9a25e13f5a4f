package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.ByteText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file of one process. */
public final class ProcessFile {

    private ProcessFile() {}

    public static Path path(Path procRoot, long pid, String name) {
        return procRoot.resolve(Long.toString(pid)).resolve(name);
    }

    /** Reads as {@link TextFile}. If there are processes, but not this one, the result is VANISHED. */
    public static Fact<String> read(Path procRoot, long pid, String name, Bytes limit) {
        return orVanished(TextFile.read(path(procRoot, pid, name), limit), procRoot, pid, name);
    }

    /** Returns the words of a file in which each ends with NUL, as {@code cmdline} and {@code environ}. */
    public static Fact<List<String>> words(Path procRoot, long pid, String name) {
        Fact<byte[]> bytes = TextFile.bytes(path(procRoot, pid, name), TextFile.LIMIT);
        return orVanished(bytes, procRoot, pid, name).map(ProcessFile::words);
    }

    /** Returns the words of these bytes. */
    static List<String> words(byte[] bytes) {
        String text = ByteText.of(bytes);
        String whole = text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
        return whole.isEmpty() ? List.of() : List.of(whole.split("\0", -1));
    }

    /** Passes on the lines of a file as {@link FileLines}. If there are processes, but not this one, the result is VANISHED. */
    public static Fact<Long> lines(Path procRoot, long pid, String name, FileLines.Limits limits, FileLines.Line line) {
        return orVanished(FileLines.each(path(procRoot, pid, name), limits, line), procRoot, pid, name);
    }

    private static <T> Fact<T> orVanished(Fact<T> fact, Path procRoot, long pid, String name) {
        Path file = path(procRoot, pid, name);
        boolean missing = fact instanceof Fact.Absent<T> absent && absent.reason() == Reason.NOT_PRESENT;
        boolean ended = missing && Files.isDirectory(procRoot) && Files.notExists(file.getParent());
        return ended ? Fact.absent(Reason.VANISHED, Source.of(file, "no such process")) : fact;
    }
}
