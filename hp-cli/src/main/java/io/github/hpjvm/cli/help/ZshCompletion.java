package io.github.hpjvm.cli.help;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for zsh, a function of its folder of functions: one case for each command. */
final class ZshCompletion {
    private final StringBuilder script = new StringBuilder();

    private ZshCompletion() {}

    static String of(CommandLine top) {
        return new ZshCompletion().text(top.getCommandName(), Completed.all(top));
    }

    private String text(String name, List<Completed> commands) {
        script.append("#compdef ").append(name).append("\n\nlocal below= word\nlocal -a entries\n");
        script.append("for word in ${words[2,CURRENT-1]}; do\n  case \"$below $word\" in\n    ");
        script.append(commands.stream()
                .map(Completed::path)
                .filter(path -> !path.isEmpty())
                .map(path -> quoted(" " + path))
                .collect(Collectors.joining(" | ")));
        script.append(") below=\"$below $word\" ;;\n  esac\ndone\n\n");
        script.append("case \"$below ${words[CURRENT-1]}\" in\n");
        commands.forEach(command ->
                command.options().stream().filter(Completed::takesValue).forEach(option -> values(command, option)));
        script.append("esac\n\ncase $below in\n");
        commands.forEach(this::command);
        return script.append("esac\n").toString();
    }

    /** Completes the value after an option. */
    private void values(Completed command, OptionSpec option) {
        for (String name : option.names()) {
            List<String> values = Completed.values(option);
            String others = Completed.takesPid(option) ? ") _pids" : ") _files";
            script.append("  ")
                    .append(quoted(prefix(command) + " " + name))
                    .append(values.isEmpty() ? others : ") compadd -- " + String.join(" ", values))
                    .append("; return ;;\n");
        }
    }

    private void command(Completed command) {
        script.append("  ").append(quoted(prefix(command))).append(")\n");
        if (!command.line().getSubcommands().isEmpty()) {
            script.append("    entries=(\n");
            command.line().getSubcommands().forEach((word, below) -> entry(word, Completed.description(below)));
            script.append("    )\n    _describe command entries\n");
        }
        script.append("    entries=(\n");
        for (OptionSpec option : command.options()) {
            for (String name : option.names()) {
                entry(name, Completed.description(option));
            }
        }
        script.append("    )\n    _describe -o option entries\n");
        List<String> operands = command.operands();
        if (command.takesPids()) {
            script.append("    _pids\n");
        } else if (!operands.isEmpty()) {
            script.append("    compadd -- ").append(String.join(" ", operands)).append('\n');
        }
        script.append(command.line().getSubcommands().isEmpty() ? "    _files ;;\n" : "    ;;\n");
    }

    private static String prefix(Completed command) {
        return command.path().isEmpty() ? "" : " " + command.path();
    }

    private void entry(String word, String description) {
        script.append("      ").append(quoted(word + ":" + description)).append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
