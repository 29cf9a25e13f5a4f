package io.github.hpjvm.bench.run;

import java.util.regex.Pattern;

/** Lines that HotSpot prints if it refuses to start because of an option, or of options together. */
public final class RefusedOption {
    /** Of arguments.cpp, and gcConfig.cpp for collectors. No message about lacking pages has these words. */
    private static final Pattern WORDS = Pattern.compile("VM option|Unrecognized option|[+]/- setting"
            + "|Conflicting collector|Multiple garbage collectors|Invalid .* size");

    private RefusedOption() {}

    /** Returns whether a text has such words. */
    public static boolean isNamedIn(String text) {
        return WORDS.matcher(text).find();
    }

    /** Returns whether a line of output is such a message: its first words are those of HotSpot. */
    public static boolean isMessage(String line) {
        return (line.startsWith("Unrecognized ")
                        || line.startsWith("Improperly specified ")
                        || line.startsWith("Missing ")
                        || line.startsWith("Unexpected ")
                        || line.startsWith("Invalid ")
                        || line.startsWith("Conflicting ")
                        || line.startsWith("Error: "))
                && isNamedIn(line);
    }
}
