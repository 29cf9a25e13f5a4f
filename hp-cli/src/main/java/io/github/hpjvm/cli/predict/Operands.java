package io.github.hpjvm.cli.predict;

import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Takes process IDs one by one, so that options after them are options of hp-cli. The first other word begins the command
 * line of a JVM: all words after it belong to that command line. No java has a name of digits only.
 */
final class Operands implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec operand, CommandSpec command) {
        List<String> taken = operand.getValue();
        boolean process = isProcessId(words.peek());
        do {
            taken.add(words.pop());
        } while (!process && !words.isEmpty());
    }

    static boolean isProcessId(String word) {
        return word.matches("[0-9]+");
    }
}
