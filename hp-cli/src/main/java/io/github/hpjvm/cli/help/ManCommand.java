package io.github.hpjvm.cli.help;

import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.console.Consoles;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hp-cli man}: prints the manual page of a command. */
@Command(
        name = "man",
        description = "Print the manual page of a command in the format of man(7).",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  hp-cli man advise | man -l -", "  hp-cli man > /usr/local/share/man/man1/hp-cli.1"},
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
public final class ManCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command. Default: hp-cli.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        Consoles.standard().out().print(ManPage.of(Subcommand.of(spec, words)));
        return ExitCodes.OK;
    }
}
