package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.regex.Pattern;

/** Makes a short excerpt of a text that is safe to show: few lines, few characters, no credentials. */
final class Excerpt {

    /** Only this many characters are read; a longer text loses its last word, which may be incomplete. */
    private static final int LOOKED_AT = 8 * 1024;

    private Excerpt() {}

    static String of(String text, int maxLines, int maxChars) {
        if (text.isEmpty()) {
            return text;
        }
        String lines = Visible.replacedInLines(firstLines(bounded(text), maxLines), ' ');
        return cut(SecretWords.mayBeIn(lines) ? Masks.masked(lines) : lines, maxChars);
    }

    private static String bounded(String text) {
        if (text.length() <= LOOKED_AT) {
            return text;
        }
        int end = LOOKED_AT;
        while (end > 0 && !isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || c >= 0x7f && c < 0xa0;
    }

    private static String firstLines(String text, int maxLines) {
        int end = -1;
        for (int line = 0; line < maxLines; line++) {
            end = text.indexOf('\n', end + 1);
            if (end < 0) {
                return text;
            }
        }
        return text.substring(0, end);
    }

    private static String cut(String text, int maxChars) {
        if (text.length() <= maxChars) {
            return text;
        }
        boolean halfPair = Character.isHighSurrogate(text.charAt(maxChars - 1));
        return text.substring(0, halfPair ? maxChars - 1 : maxChars);
    }

    /** A class of its own, because compiling the expressions takes longer than all the rest. */
    private static final class Masks {

        private static final String KEY = "[\\w.-]*?" + SecretWords.KEY + "[\\w.-]*";
        private static final String VALUE = "(?:\"[^\"\\n]*\"?|'[^'\\n]*'?|[^\\s\"'])++";

        private record Rule(Pattern pattern, String replacement) {
            Rule(String regex, String replacement) {
                this(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), replacement);
            }
        }

        private static final List<Rule> RULES = List.of(
                new Rule("(://)\\S*@", "$1***@"),
                new Rule("\\b((?:Bearer|Basic)[ \\t]+)" + VALUE, "$1***"),
                new Rule("(?<![\\w.-])(" + KEY + "[\"']?[ \\t]*[=:][ \\t]*)" + VALUE, "$1***"),
                new Rule("(?<!\\S)(--?" + KEY + "[ \\t]+)" + VALUE, "$1***"));

        private Masks() {}

        static String masked(String text) {
            String masked = text;
            for (Rule rule : RULES) {
                masked = rule.pattern.matcher(masked).replaceAll(rule.replacement);
            }
            return masked;
        }
    }
}
