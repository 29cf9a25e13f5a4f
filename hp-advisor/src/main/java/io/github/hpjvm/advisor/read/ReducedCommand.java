package io.github.hpjvm.advisor.read;

import java.util.List;

/**
 * The part of a command line that concerns the JVM.
 *
 * @param words the program, the options of the JVM as {@link io.github.hpjvm.advisor.facts.OptionMask} keeps them, and the
 *     main class, the jar or the module
 * @param programArguments the number of all other words
 */
record ReducedCommand(List<String> words, int programArguments) {

    ReducedCommand {
        words = List.copyOf(words);
    }
}
