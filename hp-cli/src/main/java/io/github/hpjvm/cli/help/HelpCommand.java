package io.github.hpjvm.cli.help;

import io.github.hpjvm.cli.option.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hp-cli help}: prints the help of a command. */
@Command(
        name = "help",
        description = "Print the help of a command; the same as COMMAND --help.",
        sortOptions = false,
        footerHeading = "%nExample:%n",
        footer = "  hp-cli help bench run",
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
public final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command. Default: hp-cli.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandLine line = Subcommand.of(spec, words);
        line.usage(spec.commandLine().getOut());
        return ExitCodes.OK;
    }
}
