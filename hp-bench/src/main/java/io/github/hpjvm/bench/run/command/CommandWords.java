package io.github.hpjvm.bench.run.command;

import java.util.List;

/** Names a command. */
final class CommandWords {
    private CommandWords() {}

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
