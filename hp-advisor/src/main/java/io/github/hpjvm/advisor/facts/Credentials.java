package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Masks credentials in arguments whose ends are known. */
public final class Credentials {

    private static final String MASK = "***";
    /** The longest text that is not cut. */
    public static final int LONGEST = 8 * 1024;

    private Credentials() {}

    /**
     * One argument: all that follows a name such as {@code password=}, and the user and password of a URL, become
     * {@code ***}. A text of more than 8192 characters is cut, and characters that a viewer does not show become spaces.
     */
    public static String masked(String argument) {
        boolean cut = argument.length() > LONGEST;
        String text = Visible.replaced(cut ? argument.substring(0, LONGEST) : argument, ' ');
        boolean separated = text.indexOf('=') >= 0 || text.indexOf(':') >= 0 || text.indexOf(' ') >= 0;
        if (!separated || !SecretWords.mayBeIn(text)) {
            return text;
        }
        text = Forms.USER_INFO.matcher(text).replaceAll("$1" + MASK + "@");
        if (cut && text.lastIndexOf("://") > text.lastIndexOf('@')) {
            text = text.substring(0, text.lastIndexOf("://") + 3) + MASK;
        }
        text = Forms.SCHEME.matcher(text).replaceAll("$1" + MASK);
        text = Forms.BLANK.matcher(text).replaceFirst("$1" + MASK);
        return Forms.ASSIGNED.matcher(text).replaceFirst("$1" + MASK);
    }

    /**
     * Several arguments in a row: as {@link #masked(String)}, and also the argument after {@code --token}. A secret may
     * begin with a dash, so the next argument is masked even if it looks like a switch. Only clear options of HotSpot,
     * {@code -Xmx1g} or {@code -XX:}, are not masked.
     */
    public static List<String> masked(List<String> arguments) {
        List<String> masked = new ArrayList<>(arguments.size());
        boolean secretFollows = false;
        for (String argument : arguments) {
            masked.add(secretFollows && !argument.startsWith("-X") ? MASK : masked(argument));
            secretFollows = argument.length() < 200
                    && SecretWords.mayBeIn(argument)
                    && Forms.OPTION.matcher(argument).matches();
        }
        return List.copyOf(masked);
    }

    /** A class of its own, because compiling the expressions takes longer than all the rest. */
    private static final class Forms {

        private static final String KEY = SecretWords.KEY;

        static final Pattern ASSIGNED =
                Pattern.compile("(" + KEY + "[\\w.-]*+[\"']?\\s*[=:]).+", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        static final Pattern BLANK = Pattern.compile(
                "((?<!\\S)--?[\\w.-]*" + KEY + "[\\w.-]*+\\s+).+", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        static final Pattern OPTION = Pattern.compile("--?[\\w.-]*" + KEY + "[\\w.-]*", Pattern.CASE_INSENSITIVE);
        static final Pattern SCHEME = Pattern.compile("\\b((?:Bearer|Basic)\\s+)\\S.*", Pattern.DOTALL);
        static final Pattern USER_INFO = Pattern.compile("(://)[^\\s]*@");

        private Forms() {}
    }
}
