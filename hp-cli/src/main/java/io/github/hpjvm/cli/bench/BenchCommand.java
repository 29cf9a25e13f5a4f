package io.github.hpjvm.cli.bench;

import io.github.hpjvm.cli.option.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hp-cli bench}: runs and compares campaigns of hp-bench without Maven. */
@Command(
        name = "bench",
        description = "Measure the effect of huge pages, and verify the pages of each JVM.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            ExitCodes.GATE,
            ExitCodes.NO_HOTSPOT,
            ExitCodes.PIPE
        },
        subcommands = {BenchRun.class, BenchCompare.class, BenchReport.class, BenchDoctor.class, BenchRestore.class})
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no command given");
    }
}
