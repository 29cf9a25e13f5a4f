package io.github.hpjvm.bench.run.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The port on which one start of a server listens, and how its command and its load are told of it: by the placeholder
 * {@code {port}} in their words and by the variable {@code HP_PORT} in their environment.
 *
 * @param number from 1 to 65535
 */
record ServerPort(int number) {
    static final String PLACEHOLDER = "{port}";
    static final String VARIABLE = "HP_PORT";

    static ServerPort free() {
        return new ServerPort(FreePort.find());
    }

    /** Whether the port of a program with these words is ours to choose. */
    static boolean isOpen(List<String> words) {
        return words.stream().anyMatch(word -> word.contains(PLACEHOLDER) || word.contains(VARIABLE));
    }

    /** The words with the number in the place of the placeholder. */
    List<String> in(List<String> words) {
        return words.stream()
                .map(word -> word.replace(PLACEHOLDER, Integer.toString(number)))
                .toList();
    }

    /** The environment with the variable. */
    Map<String, String> in(Map<String, String> environment) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(VARIABLE, Integer.toString(number));
        return more;
    }
}
