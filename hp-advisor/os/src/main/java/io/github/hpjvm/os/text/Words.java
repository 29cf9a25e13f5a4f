package io.github.hpjvm.os.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a text of the kernel, and the numbers among them, without regular expressions. The first use of these
 * takes as long as reading all facts of a small host.
 */
public final class Words {

    private Words() {}

    /**
     * Returns the words between blanks, tabs and line ends, in their order; none if the text consists of these alone.
     */
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        int from = -1;
        for (int i = 0; i < text.length(); i++) {
            if (isBlank(text.charAt(i))) {
                if (from >= 0) {
                    words.add(text.substring(from, i));
                }
                from = -1;
            } else if (from < 0) {
                from = i;
            }
        }
        if (from >= 0) {
            words.add(text.substring(from));
        }
        return words;
    }

    /**
     * Returns whether a text is a number without a sign: only digits of ASCII, at least one and at most {@code
     * mostDigits}.
     */
    public static boolean isNumber(String text, int mostDigits) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= mostDigits;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }
}
