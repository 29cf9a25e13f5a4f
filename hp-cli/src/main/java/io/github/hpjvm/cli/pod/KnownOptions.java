package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.hotspot.flag.LauncherOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The options of a JVM in a manifest, as far as it has their texts. An option with a reference such as {@code $(HEAP)} to a
 * variable of a secret or of a config map has none: as it stands there, the JVM would refuse it.
 *
 * @param known the words that can be read
 * @param unread the options that cannot
 */
record KnownOptions(List<String> known, List<String> unread) {
    private static final Set<String> NAMES_MAIN = Set.of("-jar", "-m", "--module");

    /** Options whose values change no pages. */
    private static final List<String> HARMLESS = List.of("-D", "--", "-javaagent:", "-agentlib:", "-agentpath:");

    KnownOptions {
        known = List.copyOf(known);
        unread = List.copyOf(unread);
    }

    /**
     * Reads the command line of a JVM, up to its main class or jar.
     *
     * @param words the command line, the launcher first
     * @param references references to variables that have no value in the manifest
     */
    static KnownOptions ofCommand(List<String> words, Set<String> references) {
        List<String> known = new ArrayList<>(words.stream().limit(1).toList());
        List<String> unread = new ArrayList<>();
        boolean ended = false;
        boolean value = false;
        for (String word : words.stream().skip(1).toList()) {
            boolean lost = !ended && !value && isLost(word, references);
            if (lost) {
                unread.add(word);
            }
            boolean option = word.startsWith("-");
            // A reference alone may be the main class: the words after it may be arguments of the program.
            if (!lost || !option) {
                known.add(word);
            }
            boolean isMain = !option && !word.startsWith("@");
            ended |= !value && (isMain || NAMES_MAIN.contains(word));
            value = !value && LauncherOptions.takesNext(word);
        }
        return new KnownOptions(known, unread);
    }

    /** Reads a variable with options of a JVM. */
    static KnownOptions ofVariable(String text, Set<String> references) {
        List<String> known = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String word : text.split("\\s+")) {
            (isLost(word, references) ? unread : known).add(word);
        }
        return unread.isEmpty() ? new KnownOptions(List.of(text), unread) : new KnownOptions(known, unread);
    }

    private static boolean isLost(String word, Set<String> references) {
        boolean option = word.startsWith("-") && HARMLESS.stream().noneMatch(word::startsWith);
        return (option || word.startsWith("$(")) && references.stream().anyMatch(word::contains);
    }
}
