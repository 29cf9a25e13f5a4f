package io.github.hpjvm.cli.help;

import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.console.Consoles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hp-cli completion}: prints a completion script for the shell. */
@Command(
        name = "completion",
        description = "Print a script that completes commands and options in bash, zsh or fish.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(hp-cli completion bash)",
            "  hp-cli completion zsh > /usr/local/share/zsh/site-functions/_hp-cli",
            "  hp-cli completion fish > ~/.config/fish/completions/hp-cli.fish"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "bash|zsh|fish",
            description = "The shell. Default: bash; zsh can load that script too, after bashcompinit.")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        Consoles.standard().out().print(shell.script(spec.root().commandLine()));
        return ExitCodes.OK;
    }
}
