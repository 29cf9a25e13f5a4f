package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command that was given as one text, without a shell: blanks separate words, single or double quotes join
 * them.
 */
final class CommandWords {
    private CommandWords() {}

    /** @throws UsageException if a quote is not closed */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (char c : text.toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new UsageException("load: a closing quote is missing: " + text);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** The name of a command in tables: its jar or main class, else its program, without folders. */
    static String shortName(List<String> command) {
        int jar = command.indexOf("-jar");
        String word = jar >= 0 && jar + 1 < command.size() ? command.get(jar + 1) : program(command);
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** The class of {@code java -cp x Main args}; of any other command the program. */
    private static String program(List<String> command) {
        if (!command.get(0).endsWith("java")) {
            return command.get(0);
        }
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (io.github.hpjvm.advisor.hotspot.flag.LauncherOptions.takesNext(word)) {
                i++;
            } else if (word.startsWith("@")) {
                // The file may name the main class; then the next word is an argument of the program.
                return command.get(0);
            } else if (!word.startsWith("-")) {
                return word;
            }
        }
        return command.get(0);
    }
}
