package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.FileLines;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** The mappings of a process without their resident sizes: {@code /proc/PID/maps}. Cheap for any size of memory. */
public final class Maps {

    private static final Bytes LIMIT = Bytes.ofMiB(128);
    private static final int PIECE = 4096;
    private static final byte SLASH = '/';

    private Maps() {}

    public static Fact<List<Vma>> read(Path procRoot, long pid) {
        SmapsText text = new SmapsText();
        return parsed(procRoot, pid, text, text);
    }

    /** Reads the mappings of files only, which show the program of a process: less than half of all. */
    public static Fact<List<Vma>> files(Path procRoot, long pid) {
        SmapsText text = new SmapsText();
        return parsed(procRoot, pid, text, (line, from, to) -> {
            if (contains(line, from, to, new byte[] {SLASH})) {
                text.take(line, from, to);
            }
            return true;
        });
    }

    /** Reads the mappings above a size only. */
    static Fact<List<Vma>> larger(Path procRoot, long pid, Bytes size) {
        return some(procRoot, pid, (start, end) -> Long.compareUnsigned(end - start, size.value()) > 0);
    }

    /** Reads the mappings that overlap these ranges only. */
    public static Fact<List<Vma>> within(Path procRoot, long pid, List<AddressRange> ranges) {
        return some(procRoot, pid, (start, end) -> {
            for (AddressRange range : ranges) {
                if (Long.compareUnsigned(start, range.end()) < 0 && Long.compareUnsigned(range.start(), end) < 0) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Selects mappings. */
    private interface Wanted {
        boolean is(long start, long end);
    }

    private static Fact<List<Vma>> some(Path procRoot, long pid, Wanted wanted) {
        SmapsText text = new SmapsText();
        return parsed(procRoot, pid, text, (line, from, to) -> {
            int dash = from;
            long start = 0;
            while (dash < to && line[dash] != '-') {
                start = start << 4 | Character.digit(line[dash++], 16);
            }
            long end = 0;
            for (int i = dash + 1; i < to && line[i] != ' '; i++) {
                end = end << 4 | Character.digit(line[i], 16);
            }
            if (wanted.is(start, end)) {
                text.take(line, from, to);
            }
            return true;
        });
    }

    /**
     * Returns whether a mapping has a name with one of these parts. Reads as far as the first.
     *
     * @param parts of ASCII characters
     */
    public static Fact<Boolean> names(Path procRoot, long pid, List<String> parts) {
        List<byte[]> sought = parts.stream()
                .map(part -> part.getBytes(StandardCharsets.US_ASCII))
                .toList();
        AtomicBoolean found = new AtomicBoolean();
        return lines(procRoot, pid, (line, from, to) -> {
                    for (byte[] part : sought) {
                        if (contains(line, from, to, part)) {
                            found.set(true);
                        }
                    }
                    return !found.get();
                })
                .map(lines -> found.get());
    }

    /** Returns the number of mappings. */
    public static Fact<Long> count(Path procRoot, long pid) {
        return lines(procRoot, pid, (line, from, to) -> true);
    }

    private static Fact<List<Vma>> parsed(Path procRoot, long pid, SmapsText text, FileLines.Line line) {
        return TextFile.parsed(lines(procRoot, pid, line), lines -> text.vmas());
    }

    private static Fact<Long> lines(Path procRoot, long pid, FileLines.Line line) {
        Path file = ProcessFile.path(procRoot, pid, "maps");
        Pace pace = new Pace();
        return ProcessFile.lines(procRoot, pid, "maps", new FileLines.Limits(LIMIT, PIECE, pace::held), line)
                .flatMap(lines -> lines == 0
                        ? Fact.absent(Reason.VANISHED, Source.of(file, "no mappings"))
                        : Fact.known(lines, Source.of(file)));
    }

    private static boolean contains(byte[] line, int from, int to, byte[] part) {
        for (int i = from; i + part.length <= to; i++) {
            if (line[i] == part[0] && Arrays.equals(line, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
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
