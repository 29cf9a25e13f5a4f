package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Masks free text in the options of a JVM. An option keeps its name, and its value only if that is a size, a switch, a path
 * or the like. The values of system properties and of agents, and commands, become {@code ***}.
 */
public final class OptionMask {
    private static final String MASK = "***";

    /** System properties whose values the rules use; those with the prefix {@code hp.} belong to hp-jvm. */
    private static final Set<String> PROPERTIES =
            Set.of("jdk.lang.Process.launchMechanism", "java.io.tmpdir", "java.home", "file.encoding");

    private static final List<String> COMMANDS = List.of("OnError", "OnOutOfMemoryError");

    private static final Set<String> AGENTS = Set.of("-javaagent", "-agentlib", "-agentpath");

    /** Options of one dash, up to a colon. */
    private static final Set<String> WORDS = Set.of(
            "-cp",
            "-classpath",
            "-p",
            "-d",
            "-m",
            "-jar",
            "-server",
            "-client",
            "-minimal",
            "-d32",
            "-d64",
            "-ea",
            "-da",
            "-enableassertions",
            "-disableassertions",
            "-esa",
            "-dsa",
            "-enablesystemassertions",
            "-disablesystemassertions",
            "-verbose",
            "-version",
            "-showversion",
            "-fullversion",
            "-splash",
            "-help",
            "-h",
            "-?",
            "-noverify",
            "-verify",
            "-green",
            "-native");

    /** Options of two dashes whose values are modules, packages, paths or keywords. */
    private static final Set<String> VALUED = Set.of(
            "--class-path",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--module",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--describe-module",
            "--enable-native-access",
            "--illegal-access",
            "--illegal-native-access",
            "--illegal-final-field-mutation",
            "--enable-final-field-mutation",
            "--sun-misc-unsafe-memory-access",
            "--finalization",
            "--source");

    private OptionMask() {}

    /**
     * One option, or a word that belongs to the option before it, such as a class path. Hidden characters become spaces
     * first, so that one of them cannot join a secret to the name of an option.
     */
    public static String masked(String option) {
        String visible = Visible.replaced(option, ' ');
        if (visible.startsWith("-") && visible.length() > 1) {
            return Credentials.masked(kept(visible));
        }
        return Credentials.masked(visible);
    }

    /** Several options in a row. */
    public static List<String> masked(List<String> options) {
        List<String> masked = new ArrayList<>(options.size());
        for (String option : options) {
            masked.add(masked(option));
        }
        return List.copyOf(masked);
    }

    /** The variable {@code GLIBC_TUNABLES}: tunables between colons; the names of the tunables of glibc are known. */
    public static String maskedTunables(String value) {
        StringBuilder kept = new StringBuilder();
        for (String tunable : value.split(":", -1)) {
            kept.append(kept.length() == 0 ? "" : ":");
            kept.append(tunable.startsWith("glibc.") || tunable.isEmpty() ? Credentials.masked(tunable) : MASK);
        }
        return kept.toString();
    }

    /** Returns whether the value of that flag of HotSpot is a command for a shell. */
    public static boolean isCommand(String flag) {
        return flag.startsWith("On") && COMMANDS.contains(flag);
    }

    private static String kept(String option) {
        if (option.startsWith("-XX:")) {
            return flag(option);
        }
        if (option.startsWith("-D")) {
            return property(option);
        }
        if (option.startsWith("-X")) {
            return option.startsWith("-Xrun") ? upTo(option, ':') : sized(option);
        }
        int equals = option.indexOf('=');
        if (option.startsWith("--")) {
            boolean known = equals < 0 || VALUED.contains(option.substring(0, equals));
            return known ? option : upTo(option, '=');
        }
        int colon = option.indexOf(':');
        String name = colon < 0 ? option : option.substring(0, colon);
        if (AGENTS.contains(name)) {
            return upTo(option, '=');
        }
        return isWord(name) || option.indexOf(' ') < 0 ? option : upTo(option, '=');
    }

    /** An option such as {@code -Xmx1g}; the name alone if the value begins with a digit and is not a size. */
    private static String sized(String option) {
        int digits = 2;
        while (digits < option.length() && Character.isLetter(option.charAt(digits))) {
            digits++;
        }
        int end = digits;
        while (end < option.length() && Character.isDigit(option.charAt(end))) {
            end++;
        }
        boolean isHexadecimal = option.startsWith("0x", digits);
        boolean isSize = end == digits || option.length() - end <= 1 || isHexadecimal;
        return isSize ? option : option.substring(0, digits) + MASK;
    }

    private static boolean isWord(String name) {
        return WORDS.contains(name) || AGENTS.contains(name);
    }

    /**
     * Returns whether a text that begins with a dash can be an option of a JVM: a password may begin with one as well.
     */
    public static boolean isKnown(String text) {
        int colon = text.indexOf(':');
        return text.startsWith("-X")
                || text.startsWith("-D")
                || text.startsWith("--")
                || isWord(colon < 0 ? text : text.substring(0, colon));
    }

    /** A value with blanks in it is a command or a list of options. */
    private static String flag(String option) {
        int equals = option.indexOf('=');
        boolean command = equals > 0 && isCommand(option.substring(4, equals));
        return command || option.indexOf(' ') >= 0 ? upTo(option, '=') : option;
    }

    private static String property(String option) {
        int equals = option.indexOf('=');
        boolean known = equals < 0
                || equals == option.length() - 1
                || option.startsWith("-Dhp.")
                || PROPERTIES.contains(option.substring(2, equals));
        return known ? option : upTo(option, '=');
    }

    /** Masks the text after the first such character; the whole option if it has blanks and no such character. */
    private static String upTo(String option, char end) {
        int at = option.indexOf(end);
        if (at >= 0) {
            return option.substring(0, at + 1) + MASK;
        }
        int blank = option.indexOf(' ');
        return blank < 0 ? option : option.substring(0, blank + 1) + MASK;
    }
}
