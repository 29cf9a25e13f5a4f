package io.github.hpjvm.advisor.read.vm;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a command line that concerns the JVM.
 *
 * @param words the program, the options of the JVM as {@link io.github.hpjvm.advisor.facts.OptionMask} keeps them, and the
 *     main class, the jar or the module
 * @param programArguments the number of all other words
 */
public record ReducedCommand(List<String> words, int programArguments) {

    public ReducedCommand {
        words = List.copyOf(words);
    }

    /**
     * Returns the part of the command of any program: of {@code java} its options, of another program the name.
     *
     * @param words with the program first, which may be a title that the program writes
     */
    public static ReducedCommand of(List<String> words) {
        return LauncherArguments.isJava(words.get(0))
                ? new LauncherArguments(Map.of(), file -> Optional.empty(), Optional.empty())
                        .add(words)
                        .command()
                : new ReducedCommand(List.of(LauncherArguments.program(words.get(0))), words.size() - 1);
    }

    /** Returns the number of arguments as text after the words: {@code  (2 arguments)}; empty without arguments. */
    public String suffix() {
        return programArguments == 0
                ? ""
                : " (" + programArguments + (programArguments == 1 ? " argument)" : " arguments)");
    }
}
