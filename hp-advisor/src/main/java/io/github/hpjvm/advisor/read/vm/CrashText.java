package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.FailedAllocation;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The cause of a JVM's end, by the first lines of its crash log: {@code src/hotspot/share/utilities/vmError.cpp}. */
final class CrashText {
    private static final String HEAD = "#  ";
    private static final String ALLOCATION = "# Native memory allocation (";
    private static final Pattern FAILED = Pattern.compile(Pattern.quote(ALLOCATION)
            + "(\\w{1,20})\\) failed to \\w{1,20} (\\d{1,18}) bytes(?: for ([\\w :/-]{1,60}?))?(?:\\.|$| Error)");
    private static final String PID = ", pid=";
    private static final String FRAME = "# Problematic frame:";
    private static final String OUT_OF_MEMORY = "Out of Memory Error";
    private static final String INFO = "siginfo:";
    private static final String ADDRESS = "si_addr: 0x";
    private static final int HEX_DIGITS = 16;
    private static final int LONGEST_WORD = 40;

    private CrashText() {}

    /**
     * Parses {@code # SIGBUS (0x7) at pc=..., pid=4242} and {@code siginfo: ... si_addr: 0x...}, which 8 to 28 write
     * alike. A JVM without memory prints the failed allocation on its standard output, without the first of these. Empty if
     * both are missing, as in a saved VM.info.
     *
     * @param maps the mappings in the log
     */
    static Optional<Crash> parse(List<String> lines, List<Vma> maps) {
        Optional<Long> address = lines.stream()
                .filter(line -> line.startsWith(INFO) && line.contains(ADDRESS))
                .findFirst()
                .flatMap(line -> hexadecimal(line.substring(line.indexOf(ADDRESS) + ADDRESS.length())));
        Optional<String> mapping = address.flatMap(at -> maps.stream()
                .filter(vma -> vma.range().contains(at))
                .map(Vma::path)
                .findFirst());
        Optional<FailedAllocation> allocation = allocation(lines);
        Optional<String> error = lines.stream()
                .filter(line -> line.startsWith(HEAD) && line.contains(PID))
                .findFirst()
                .map(line -> line.substring(HEAD.length()));
        String message = message(lines);
        return error.map(CrashText::word)
                .or(() -> allocation.map(failed -> OUT_OF_MEMORY))
                .map(word -> new Crash(
                        word,
                        address,
                        mapping,
                        allocation,
                        error.map(text -> text.substring(0, text.indexOf(PID)) + message),
                        frame(lines)));
    }

    /** Returns whether these lines say why a JVM died, as the head of a log does. */
    static boolean isIn(List<String> lines) {
        return parse(lines, List.of()).isPresent();
    }

    /**
     * Returns the line after the kind of an error, {@code #  fatal error: OutOfMemory encountered: Java heap space}, with a
     * colon before it. A signal has none.
     */
    private static String message(List<String> lines) {
        return lines.stream()
                .dropWhile(line -> !(line.startsWith(HEAD) && line.contains(PID)))
                .skip(1)
                .findFirst()
                .filter(line -> line.startsWith(HEAD))
                .map(line -> ": " + line.substring(HEAD.length()).strip())
                .orElse("");
    }

    private static Optional<String> frame(List<String> lines) {
        return lines.stream()
                .dropWhile(line -> !line.startsWith(FRAME))
                .skip(1)
                .findFirst()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2).strip())
                .filter(line -> !line.isEmpty());
    }

    /**
     * Returns the memory of {@code # Native memory allocation (mmap) failed to map 3126853632 bytes for committing reserved
     * memory.}, which 8 to 28 write alike; since 25 the address follows the purpose.
     */
    private static Optional<FailedAllocation> allocation(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(ALLOCATION))
                .findFirst()
                .flatMap(line -> {
                    Matcher matcher = FAILED.matcher(line);
                    return matcher.lookingAt()
                            ? Optional.of(new FailedAllocation(
                                    matcher.group(1),
                                    Bytes.of(Long.parseLong(matcher.group(2))),
                                    matcher.group(3) == null ? "" : matcher.group(3)))
                            : Optional.empty();
                });
    }

    /**
     * Returns {@code SIGBUS} of {@code SIGBUS (0x7) at pc=}, {@code Internal Error} of {@code Internal Error
     * (x.cpp:1)}.
     */
    private static String word(String head) {
        int end = head.indexOf(" (");
        return end <= 0 || end > LONGEST_WORD ? "an error" : head.substring(0, end);
    }

    private static Optional<Long> hexadecimal(String text) {
        int end = 0;
        while (end < text.length() && Character.digit(text.charAt(end), HEX_DIGITS) >= 0) {
            end++;
        }
        return end == 0 || end > HEX_DIGITS
                ? Optional.empty()
                : Optional.of(Long.parseUnsignedLong(text.substring(0, end), HEX_DIGITS));
    }
}
