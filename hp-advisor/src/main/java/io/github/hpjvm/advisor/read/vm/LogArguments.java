package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Arguments;
import java.util.Optional;

/**
 * The section {@code VM Arguments:} of VM.command_line, VM.info and crash logs: Arguments::print_on of
 * {@code src/hotspot/share/runtime/arguments.cpp}.
 */
public final class LogArguments {

    private LogArguments() {}

    /** Returns the arguments in the text, with the ends and the origins of {@code seen}. */
    static Arguments of(LauncherArguments seen, String text) {
        return seen.arguments(
                line(text, "jvm_args: ").orElse(""),
                line(text, "jvm_flags: ").orElse(""),
                line(text, "java_command: ").filter(c -> !c.startsWith("<")).orElse(""));
    }

    /** Returns whether the text has such a section. */
    public static boolean isIn(String text) {
        return text.lines().anyMatch(line -> line.startsWith("VM Arguments:"));
    }

    private static Optional<String> line(String text, String start) {
        return text.lines()
                .dropWhile(l -> !l.startsWith("VM Arguments:"))
                .filter(l -> l.startsWith(start))
                .findFirst()
                .map(l -> l.substring(start.length()).stripTrailing());
    }
}
