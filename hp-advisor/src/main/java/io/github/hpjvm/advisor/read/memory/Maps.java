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
import java.util.function.Function;
import java.util.stream.Collectors;

/** The mappings of a process without their resident sizes: {@code /proc/PID/maps}. Cheap for any size of memory. */
public final class Maps {

    private static final Bytes LIMIT = Bytes.ofMiB(16);

    private Maps() {}

    public static Fact<List<Vma>> read(Path procRoot, long pid) {
        return read(procRoot, pid, Smaps::parse);
    }

    /** Reads the mappings of files only, which show the program of a process: less than half of all. */
    public static Fact<List<Vma>> files(Path procRoot, long pid) {
        return read(procRoot, pid, Maps::ofFiles);
    }

    private static Fact<List<Vma>> read(Path procRoot, long pid, Function<String, List<Vma>> parser) {
        Path file = ProcessFile.path(procRoot, pid, "maps");
        Fact<String> text = ProcessFile.read(procRoot, pid, "maps", LIMIT);
        return text.known().filter(t -> t.indexOf('\n') < 0).isPresent()
                ? Fact.absent(Reason.VANISHED, Source.of(file, "no mappings"))
                : TextFile.parsed(text, parser).flatMap(vmas -> Fact.known(vmas, Source.of(file)));
    }

    /**
     * Parses the mappings of files.
     *
     * @throws MalformedTextException if a line is no mapping
     */
    public static List<Vma> ofFiles(String maps) {
        StringBuilder lines = new StringBuilder();
        int slash = maps.indexOf('/');
        while (slash >= 0) {
            int from = maps.lastIndexOf('\n', slash) + 1;
            int to = maps.indexOf('\n', slash) + 1;
            if (to == 0) {
                break;
            }
            lines.append(maps, from, to);
            slash = maps.indexOf('/', to);
        }
        return Smaps.parse(lines.toString());
    }

    /** Returns the lines of a crash log that are mappings, in their order; all others are ignored. */
    public static List<Vma> inLog(String log) {
        return Smaps.parse(
                log.lines().filter(Maps::isMapping).map(line -> line + "\n").collect(Collectors.joining()));
    }

    private static boolean isMapping(String line) {
        int dash = line.indexOf('-');
        int blank = line.indexOf(' ');
        return dash >= 8
                && dash <= 16
                && blank > dash + 8
                && blank <= dash + 17
                && line.length() > blank + 16
                && isHex(line, 0, dash)
                && isHex(line, dash + 1, blank)
                && "r-".indexOf(line.charAt(blank + 1)) >= 0
                && "ps".indexOf(line.charAt(blank + 4)) >= 0;
    }

    private static boolean isHex(String line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.digit(line.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
