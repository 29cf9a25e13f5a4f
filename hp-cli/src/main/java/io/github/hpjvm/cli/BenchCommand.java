package io.github.hpjvm.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hp-cli bench}: the campaigns of hp-bench, outside Maven. */
@Command(
        name = "bench",
        description = "Measure what huge pages do, with proof that each JVM got them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {BenchRun.class, BenchCompare.class, BenchDoctor.class, BenchRestore.class})
final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }
}
