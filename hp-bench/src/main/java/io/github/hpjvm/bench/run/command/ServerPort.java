package io.github.hpjvm.bench.run.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The port of one start of a server. Its command and its load get it in place of {@code {port}} in their arguments and
 * in the environment variable {@code HP_PORT}.
 *
 * @param number from 1 to 65535
 */
record ServerPort(int number) {
    static final String PLACEHOLDER = "{port}";
    static final String VARIABLE = "HP_PORT";

    static ServerPort free() {
        return new ServerPort(FreePort.find());
    }

    /** Returns whether hp-bench chooses the port of a program with these arguments. */
    static boolean isOpen(List<String> words) {
        return words.stream().anyMatch(word -> word.contains(PLACEHOLDER) || word.contains(VARIABLE));
    }

    /** The arguments with the number in place of the placeholder. */
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
