package io.github.hpjvm.advisor.read.vm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A crash log as users paste it: with a prefix of the log of a container, quoted as mail, indented, or as a list with commas. The
 * log itself has lines that begin with a number sign.
 */
final class PastedLog {
    /** A line of the head; each log has one of them (VMError::report of {@code vmError.cpp}). */
    private static final List<String> HEADS = List.of(
            "# A fatal error has been detected by the Java Runtime Environment",
            "# There is insufficient memory for the Java Runtime Environment");

    /** The longest prefix: a time, and the names of a pod and a container. */
    private static final int LONGEST_PREFIX = 200;

    private static final String COMMA = ",";

    private PastedLog() {}

    /** Returns the log without what was added to each line; the same text if nothing was. */
    static String plain(String text) {
        List<String> lines = text.lines().toList();
        Optional<String> head = lines.stream()
                .filter(line -> HEADS.stream().anyMatch(line::contains))
                .findFirst();
        if (head.isEmpty()) {
            return text;
        }
        int prefix = head.get().indexOf("# ");
        boolean commas = lines.stream().allMatch(line -> line.isEmpty() || line.endsWith(COMMA));
        if (prefix == 0 && !commas || prefix > LONGEST_PREFIX) {
            return text;
        }
        return lines.stream()
                .map(line -> line.substring(Math.min(prefix, line.length())))
                .map(line -> commas && line.endsWith(COMMA) ? line.substring(0, line.length() - 1) : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
