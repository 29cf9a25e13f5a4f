package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.read.vm.LauncherArguments.Raw;
import java.util.ArrayList;
import java.util.List;

/** The JVM's own list of its arguments, joined by blanks, which arguments may contain. */
final class JoinedArguments {
    /** The number of arguments that the JVM's own list may lack in a row. */
    private static final int MOST_SKIPPED = 1000;

    private JoinedArguments() {}

    /**
     * Splits the list.
     *
     * @param known the arguments of other sources, in the same order, which show where each ends
     */
    static List<Raw> split(String joined, List<Raw> known) {
        List<Raw> all = new ArrayList<>();
        int next = 0;
        int at = 0;
        while (at < joined.length()) {
            if (joined.charAt(at) == ' ') {
                at++;
                continue;
            }
            int found = find(joined, at, known, next);
            Raw argument = found < 0 ? unknown(joined, at) : known.get(found);
            next = found < 0 ? next : found + 1;
            all.add(argument);
            at += argument.text().length();
        }
        return all;
    }

    private static int find(String joined, int at, List<Raw> known, int from) {
        int to = Math.min(known.size(), from + MOST_SKIPPED);
        for (int i = from; i < to; i++) {
            String text = known.get(i).text();
            int end = at + text.length();
            boolean ends = end == joined.length() || end < joined.length() && joined.charAt(end) == ' ';
            if (!text.isEmpty() && ends && joined.startsWith(text, at)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the text up to the next word that looks like an option. Other words are the rest of a value with blanks
     * in it.
     */
    private static Raw unknown(String joined, int at) {
        int end = joined.indexOf(" -", at);
        String text = joined.substring(at, end < 0 ? joined.length() : end).stripTrailing();
        String whole = text.isEmpty() ? joined.substring(at) : text;
        return new Raw(whole, ArgumentOrigin.UNKNOWN);
    }
}
