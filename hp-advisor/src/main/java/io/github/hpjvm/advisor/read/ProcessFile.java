package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of one process. */
final class ProcessFile {

    private ProcessFile() {}

    static Path path(Path procRoot, long pid, String name) {
        return procRoot.resolve(Long.toString(pid)).resolve(name);
    }

    /** As {@link TextFile}, but where there are processes and not this one, it is VANISHED. */
    static Fact<String> read(Path procRoot, long pid, String name, Bytes limit) {
        Path file = path(procRoot, pid, name);
        Fact<String> text = TextFile.read(file, limit);
        boolean missing = text instanceof Fact.Absent<String> absent && absent.reason() == Reason.NOT_PRESENT;
        boolean ended = missing && Files.isDirectory(procRoot) && Files.notExists(file.getParent());
        return ended ? Fact.absent(Reason.VANISHED, Source.of(file, "no such process")) : text;
    }

    /**
     * When a process started, in clock ticks since boot: field 22 of {@code /proc/PID/stat} (proc(5)). With the process
     * id it names a process for good.
     */
    static Fact<Long> startTime(Path procRoot, long pid) {
        return TextFile.parsed(read(procRoot, pid, "stat", TextFile.LIMIT), ProcessFile::parseStartTime);
    }

    /**
     * Field 22; the name of the command in field 2 may have blanks and parentheses.
     *
     * @throws MalformedTextException if there is no such field
     */
    static long parseStartTime(String text) {
        String[] words = text.substring(text.lastIndexOf(')') + 1).strip().split("\\s+");
        if (words.length < 20) {
            throw new MalformedTextException("not the status of a process", text.strip());
        }
        return Choice.number(words[19]);
    }
}
