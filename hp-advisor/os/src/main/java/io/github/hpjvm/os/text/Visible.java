package io.github.hpjvm.os.text;

import java.util.Locale;

/**
 * Makes characters visible that a terminal or a viewer interprets instead of showing them: control characters (C0, DEL,
 * C1), line and paragraph separators, bidirectional and other format characters, and code points that are no characters
 * (lone surrogates, noncharacters). With one of them a text can move the cursor, begin a line of its own, or be shown
 * in another order than it is read.
 *
 * <p>Texts from outside pass here twice. {@link #name} cleans them when they become facts. {@link #line} and {@link
 * #text} escape them in output: they write such a character as <code>&#92;u202e</code>, which is also how a string of
 * JSON and of Java writes it.
 */
public final class Visible {
    private static final char REPLACEMENT = '\ufffd';
    private static final String CUT = "...";
    private static final String NONE = "";
    private static final String LINES = "\n\t";

    /** The only format character below U+0300 and above Latin-1's controls. */
    private static final char SOFT_HYPHEN = '\u00ad';

    private static final int SIMPLE = 0x300;

    private Visible() {}

    /** Returns whether a viewer may not show this character as it is. */
    public static boolean isHidden(int point) {
        if (point < SIMPLE) {
            return point < ' ' || point >= 0x7f && point < 0xa0 || point == SOFT_HYPHEN;
        }
        return switch (Character.getType(point)) {
            case Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> isReserved(point);
        };
    }

    /**
     * Returns whether it is a noncharacter, or in a block that Unicode reserves for more format characters
     * (Default_Ignorable_Code_Point), in any version of Unicode of this JDK.
     */
    private static boolean isReserved(int point) {
        return (point & 0xfffe) == 0xfffe
                || point >= 0xfdd0 && point <= 0xfdef
                || point >= 0x2060 && point <= 0x206f
                || point >= 0xfff0 && point <= 0xfffb
                || point >= 0xe0000 && point <= 0xe0fff;
    }

    /** Returns text of several lines for a viewer or a file: its line ends and tabs stay as they are. */
    public static String text(String text) {
        return escaped(text, LINES);
    }

    /** Returns one line for a viewer: line ends are made visible too. */
    public static String line(String text) {
        return escaped(text, NONE);
    }

    /**
     * Returns a name from outside as a fact: each hidden character becomes U+FFFD, and a text longer than {@code most}
     * characters is cut and ends in three dots.
     */
    public static String name(String text, int most) {
        return cut(replaced(text, REPLACEMENT, NONE), most);
    }

    /** Returns the same as {@link #name}, for a text with tabs between numbers. */
    public static String fields(String text, int most) {
        return cut(replaced(text, REPLACEMENT, "\t"), most);
    }

    /**
     * Returns a text of many lines from outside: line ends and tabs stay, and all other hidden characters become
     * U+FFFD.
     */
    public static String lines(String text) {
        return replaced(text.replace("\r\n", "\n"), REPLACEMENT, LINES);
    }

    /** Returns one line with another character in place of each hidden one, line ends among them. */
    public static String replaced(String text, char with) {
        return replaced(text, with, NONE);
    }

    /** Returns lines with another character in place of each hidden one; their ends stay. */
    public static String replacedInLines(String text, char with) {
        return replaced(text, with, "\n");
    }

    private static String replaced(String text, char with, String allowed) {
        int first = firstHidden(text, allowed);
        if (first < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length()).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (isHidden(point) && allowed.indexOf(point) < 0) {
                clean.append(with);
            } else {
                clean.appendCodePoint(point);
            }
            i += Character.charCount(point);
        }
        return clean.toString();
    }

    /** Returns whether {@link #name} or {@link #fields} may have cut this text. */
    public static boolean isCut(String text, int most) {
        return text.length() >= most - 1 && text.endsWith(CUT);
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - CUT.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    private static String escaped(String text, String allowed) {
        int first = firstHidden(text, allowed);
        if (first < 0) {
            return text;
        }
        StringBuilder visible = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            int point = text.codePointAt(i);
            int end = i + Character.charCount(point);
            if (isHidden(point) && allowed.indexOf(point) < 0) {
                for (int at = i; at < end; at++) {
                    visible.append(String.format(Locale.ROOT, "\\u%04x", (int) text.charAt(at)));
                }
            } else {
                visible.appendCodePoint(point);
            }
            i = end;
        }
        return visible.toString();
    }

    private static int firstHidden(String text, String allowed) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                continue;
            }
            int point = text.codePointAt(i);
            if (isHidden(point) && allowed.indexOf(point) < 0) {
                return i;
            }
            i += Character.charCount(point) - 1;
        }
        return -1;
    }
}
