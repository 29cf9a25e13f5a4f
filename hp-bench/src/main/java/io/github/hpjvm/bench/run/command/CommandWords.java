package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.read.vm.ReducedCommand;
import io.github.hpjvm.bench.options.QuotedWords;
import java.util.ArrayList;
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

    /**
     * A command as reports show it, in the words of a shell. What may be a credential is masked, or is a number of arguments
     * after the words.
     *
     * @param full whether the arguments of the program are shown
     */
    static String shown(List<String> words, boolean full) {
        if (full || words.isEmpty()) {
            return QuotedWords.joined(Credentials.masked(words));
        }
        ReducedCommand command = ReducedCommand.of(words);
        List<String> kept = new ArrayList<>(command.words());
        // The user typed the path of the program; it is no title, so that it may have blanks.
        kept.set(0, Credentials.masked(words.get(0)));
        return QuotedWords.joined(kept) + command.suffix();
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
