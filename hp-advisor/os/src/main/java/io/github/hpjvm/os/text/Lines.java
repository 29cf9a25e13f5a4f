package io.github.hpjvm.os.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the lines of a file of the kernel. They end with a newline only. A carriage return in the name of a process, a
 * control group or a mount is a part of that name. {@link String#lines} would begin a line there that the process wrote
 * and not the kernel.
 */
public final class Lines {

    private Lines() {}

    /** Returns the lines that are not blank, in their order. */
    public static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            String line = text.substring(at, end);
            if (!line.isBlank()) {
                lines.add(line);
            }
            at = end + 1;
        }
        return lines;
    }
}
