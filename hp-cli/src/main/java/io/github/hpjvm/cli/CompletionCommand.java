package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Consoles;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hp-cli completion}: prints a completion script for the shell. */
@Command(
        name = "completion",
        description = "Print a script that completes commands and options in bash and zsh.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  source <(hp-cli completion)", "  hp-cli completion > /etc/bash_completion.d/hp-cli"},
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Consoles.standard()
                .out()
                .print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        return ExitCodes.OK;
    }
}
