package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.os.file.BytePath;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments and variables of this process, byte by byte. The JDK decodes them by the locale, and under {@code
 * LC_ALL=C} each byte that is not ASCII becomes U+FFFD. The kernel still has the bytes ({@link BytePath}).
 */
public final class CallerWords {
    private static final char LOST = '\ufffd';
    private static final Path SELF = Path.of("/proc/self");

    private CallerWords() {}

    /**
     * Returns the arguments of {@code main}.
     *
     * @param decoded as the JDK gives them
     */
    public static String[] arguments(String... decoded) {
        for (String word : decoded) {
            if (word.indexOf(LOST) >= 0) {
                return arguments(words("cmdline"), decoded);
            }
        }
        return decoded;
    }

    /**
     * Returns the arguments, which are the last words of the command line. If a word without loss differs there, the
     * decoded arguments are returned.
     */
    static String[] arguments(List<String> commandLine, String... decoded) {
        int first = commandLine.size() - decoded.length;
        boolean same = first >= 0;
        for (int i = 0; same && i < decoded.length; i++) {
            same = decoded[i].indexOf(LOST) >= 0 || decoded[i].equals(commandLine.get(first + i));
        }
        return same ? commandLine.subList(first, commandLine.size()).toArray(String[]::new) : decoded;
    }

    /**
     * Returns the environment.
     *
     * @param decoded as the JDK gives it
     */
    public static Map<String, String> environment(Map<String, String> decoded) {
        for (String value : decoded.values()) {
            if (value.indexOf(LOST) >= 0) {
                return environment(words("environ"), decoded);
            }
        }
        return decoded;
    }

    static Map<String, String> environment(List<String> environ, Map<String, String> decoded) {
        Map<String, String> whole = new HashMap<>(decoded);
        for (String variable : environ) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                whole.computeIfPresent(
                        variable.substring(0, equals),
                        (name, value) -> value.indexOf(LOST) >= 0 ? variable.substring(equals + 1) : value);
            }
        }
        return whole;
    }

    private static List<String> words(String file) {
        return TextFile.bytes(SELF.resolve(file), TextFile.LIMIT)
                .map(ProcessFile::words)
                .known()
                .orElse(List.of());
    }
}
