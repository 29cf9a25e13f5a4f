package io.github.hpjvm.cli.jdk;

import io.github.hpjvm.cli.option.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hp-cli jdk}: examines a build of the JDK. */
@Command(
        name = "jdk",
        description = "Examine a build of the JDK.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, "3:a difference", ExitCodes.PIPE},
        subcommands = JdkVerify.class)
public final class JdkCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no command given");
    }
}
