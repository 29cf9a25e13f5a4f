package io.github.hpjvm.cli.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The message for arguments that picocli rejects: the rejected argument, the expected value, the nearest known name. */
public final class UsageMessage {
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            int.class, "a whole number",
            Integer.class, "a whole number",
            Long.class, "a whole number",
            double.class, "a number");

    private UsageMessage() {}

    public static String of(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknown(unmatched.getUnmatched().get(0), e.getCommandLine());
        }
        boolean missing = e instanceof CommandLine.MissingParameterException;
        return e.getArgSpec() == null || e.getValue() == null || missing
                ? e.getMessage()
                : expected(e.getArgSpec()) + ", got '" + e.getValue() + "'";
    }

    /** The message for an argument that is neither a known option nor a known command. */
    public static String unknown(String word, CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (word.isEmpty() && spec.positionalParameters().stream().anyMatch(UsageMessage::isProcessId)) {
            return "PID expects a process ID, got ''";
        }
        boolean option = word.startsWith("-");
        boolean group = !spec.subcommands().isEmpty();
        List<String> names = new ArrayList<>();
        if (option) {
            spec.options().stream().map(OptionSpec::names).forEach(all -> names.addAll(List.of(all)));
        } else if (group) {
            names.addAll(spec.subcommands().keySet());
        }
        String kind = option ? "unknown option" : group ? "unknown command" : "unexpected argument";
        return kind + " '" + word + "'"
                + Nearest.to(word, names)
                        .map(name -> " (did you mean " + name + "?)")
                        .orElse("");
    }

    /** picocli does not say that a word is no process ID where a command takes several. */
    private static boolean isProcessId(ArgSpec argument) {
        String name = name(argument);
        return type(argument) == Long.class && (name.startsWith("PID") || name.equals("--pid"));
    }

    private static Class<?> type(ArgSpec argument) {
        return argument.typeInfo().isMultiValue()
                ? argument.auxiliaryTypes()[0]
                : argument.typeInfo().getType();
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String expected(ArgSpec argument) {
        Class<?> type = type(argument);
        String value = type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(Object::toString)
                        .collect(Collectors.joining(", ", "one of ", ""))
                : EXPECTED.getOrDefault(type, argument.paramLabel());
        return name(argument) + " expects " + (isProcessId(argument) ? "a process ID" : value);
    }
}
