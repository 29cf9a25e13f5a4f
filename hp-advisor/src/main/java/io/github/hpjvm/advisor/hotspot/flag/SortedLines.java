package io.github.hpjvm.advisor.hotspot.flag;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The lines of a text in the order of their names. A name ends at a tab. A name is found without reading all
 * lines.
 */
final class SortedLines {

    private final String text;
    private final int start;

    /**
     * Creates the lines.
     *
     * @param start where the first of the lines begins in the text, which ends with the last one's newline
     */
    SortedLines(String text, int start) {
        this.text = text;
        this.start = start;
    }

    /** Returns the lines of that name, in their order. */
    List<String> of(String name) {
        String begin = name + '\t';
        List<String> lines = new ArrayList<>();
        for (int at = firstNotBefore(name); text.startsWith(begin, at); at = next(at)) {
            lines.add(text.substring(at, next(at) - 1));
        }
        return lines;
    }

    TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>();
        for (int at = start; at < text.length(); at = next(at)) {
            names.add(name(at));
        }
        return names;
    }

    /**
     * Returns the offset of the first line whose name is that one or a later one; the end of the text if there is none.
     */
    private int firstNotBefore(String name) {
        int low = start;
        int high = text.length();
        while (low < high) {
            int middle = beginning((low + high) >>> 1);
            if (name(middle).compareTo(name) < 0) {
                low = next(middle);
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int beginning(int inLine) {
        return Math.max(start, text.lastIndexOf('\n', inLine - 1) + 1);
    }

    private int next(int line) {
        return text.indexOf('\n', line) + 1;
    }

    private String name(int line) {
        return text.substring(line, text.indexOf('\t', line));
    }
}
