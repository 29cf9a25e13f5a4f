package io.github.hpjvm.os.proc;

import io.github.hpjvm.os.text.MalformedTextException;

/** A file of sysfs that lists all choices and puts the active one in brackets. */
public final class Choice {

    private Choice() {}

    /**
     * Returns the word in brackets, {@code madvise} of {@code always [madvise] never}.
     *
     * @throws MalformedTextException unless there is exactly one
     */
    public static String selected(String text) {
        int open = text.indexOf('[');
        int close = text.indexOf(']', open + 1);
        boolean more = text.indexOf('[', open + 1) >= 0 || text.indexOf(']', close + 1) >= 0;
        if (open < 0 || close <= open + 1 || more) {
            throw new MalformedTextException("no single word in brackets", text.strip());
        }
        String word = text.substring(open + 1, close);
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c == '_' || c == '+')) {
                throw new MalformedTextException("no single word in brackets", text.strip());
            }
        }
        return word;
    }

    /**
     * Returns the number in a file that holds one number, not negative.
     *
     * @throws MalformedTextException for anything else
     */
    public static long number(String text) {
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new MalformedTextException("not a number", text.strip());
        }
        throw new MalformedTextException("a negative number", text.strip());
    }
}
