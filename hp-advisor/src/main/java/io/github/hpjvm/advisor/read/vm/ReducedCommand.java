package io.github.hpjvm.advisor.read.vm;

import java.util.List;

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
}
