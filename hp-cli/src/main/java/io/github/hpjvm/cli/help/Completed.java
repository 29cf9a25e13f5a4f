package io.github.hpjvm.cli.help;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command as completion scripts need it.
 *
 * @param path its names below the top, such as "bench run"; empty for the top
 * @param line the command
 */
record Completed(String path, CommandLine line) {
    private static final Set<String> PIDS = Set.of("--pid", "--tree");

    /** The command and all commands below it, the top first. */
    static List<Completed> all(CommandLine top) {
        List<Completed> all = new ArrayList<>();
        collect(new Completed("", top), all);
        return all;
    }

    private static void collect(Completed command, List<Completed> all) {
        all.add(command);
        command.line.getSubcommands().forEach((name, below) -> {
            String path = command.path.isEmpty() ? name : command.path + " " + name;
            collect(new Completed(path, below), all);
        });
    }

    /** The options that {@code --help} shows. */
    List<OptionSpec> options() {
        return line.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
    }

    /** The first paragraph of its help. */
    static String description(CommandLine command) {
        return first(command.getCommandSpec().usageMessage().description());
    }

    static String description(ArgSpec argument) {
        return first(argument.description());
    }

    /** Picocli descriptions are format strings. */
    private static String first(String... paragraphs) {
        return paragraphs.length == 0 ? "" : paragraphs[0].replace("%n", " ").replace("%%", "%");
    }

    /** The values that an argument may have: of its enum, or its candidates; none if there is no list of them. */
    static List<String> values(ArgSpec argument) {
        Set<String> values = new LinkedHashSet<>();
        if (argument.completionCandidates() != null) {
            StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .forEach(values::add);
        }
        return List.copyOf(values);
    }

    /** The operands that the command takes if there is a list of them, such as the ids of rules. */
    List<String> operands() {
        return line.getCommandSpec().positionalParameters().stream()
                .flatMap(operand -> values(operand).stream())
                .distinct()
                .toList();
    }

    /** Whether an operand is the PID of a JVM. */
    boolean takesPids() {
        return line.getCommandSpec().positionalParameters().stream()
                .anyMatch(operand -> !operand.hidden() && operand.paramLabel().startsWith("PID"));
    }

    /** Whether the value of an option is the PID of a process. */
    static boolean takesPid(OptionSpec option) {
        return PIDS.contains(option.longestName());
    }

    /** Whether an option takes a value. */
    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }
}
