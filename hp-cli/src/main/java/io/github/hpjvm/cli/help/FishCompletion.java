package io.github.hpjvm.cli.help;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish: one {@code complete} for each command and option. */
final class FishCompletion {
    private final String name;
    private final StringBuilder script = new StringBuilder();

    private FishCompletion(String name) {
        this.name = name;
    }

    static String of(CommandLine top) {
        return new FishCompletion(top.getCommandName()).text(Completed.all(top));
    }

    private String text(List<Completed> commands) {
        for (Completed command : commands) {
            String condition = condition(command);
            command.line().getSubcommands().forEach((word, below) -> {
                line(condition).append(" -f -a ").append(word);
                described(Completed.description(below));
            });
            String operands = command.takesPids() ? "(__fish_complete_pids)" : String.join(" ", command.operands());
            if (!operands.isEmpty()) {
                line(condition).append(" -a ").append(quoted(operands)).append('\n');
            }
            command.options().forEach(option -> option(condition, option));
        }
        return script.toString();
    }

    private void option(String condition, OptionSpec option) {
        line(condition);
        for (String each : option.names()) {
            script.append(each.startsWith("--") ? " -l " : " -s ").append(each.replaceFirst("^-+", ""));
        }
        List<String> values = Completed.values(option);
        if (Completed.takesPid(option)) {
            script.append(" -x -a '(__fish_complete_pids)'");
        } else if (!values.isEmpty()) {
            script.append(" -x -a ").append(quoted(String.join(" ", values)));
        } else if (Completed.takesValue(option)) {
            script.append(" -r");
        }
        described(Completed.description(option));
    }

    private StringBuilder line(String condition) {
        return script.append("complete -c ").append(name).append(" -n ").append(quoted(condition));
    }

    private void described(String text) {
        script.append(" -d ").append(quoted(text)).append('\n');
    }

    /** The words of the path are there, and no command below it is. */
    private static String condition(Completed command) {
        StringBuilder condition = new StringBuilder();
        for (String word : command.path().split(" ")) {
            if (!word.isEmpty()) {
                condition.append("__fish_seen_subcommand_from ").append(word).append("; and ");
            }
        }
        String below = command.line().getSubcommands().keySet().stream().collect(Collectors.joining(" "));
        return below.isEmpty()
                ? condition.substring(0, condition.length() - "; and ".length())
                : condition + "not __fish_seen_subcommand_from " + below;
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
