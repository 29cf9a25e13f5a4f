package io.github.hpjvm.cli.help;

import io.github.hpjvm.cli.option.UsageMessage;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Finds a command by its name. */
final class Subcommand {
    private Subcommand() {}

    /**
     * The command below the top of a command tree.
     *
     * @param spec any command of the tree
     * @param words the name, such as {@code bench run}; none for the top
     * @throws UsageException if the command does not exist
     */
    static CommandLine of(CommandSpec spec, List<String> words) {
        CommandLine line = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = line.getSubcommands().get(word);
            if (next == null) {
                throw new UsageException(UsageMessage.unknown(word, line));
            }
            line = next;
        }
        return line;
    }
}
