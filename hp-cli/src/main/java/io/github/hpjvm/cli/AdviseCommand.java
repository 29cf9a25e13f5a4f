package io.github.hpjvm.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hp-cli advise}: examines a JVM and recommends changes. */
@Command(
        name = "advise",
        description = {
            "Show which pages a JVM requested, which pages back its memory, and what to change.",
            "",
            "Read-only. hp-cli attaches to the JVM, as jcmd does, where that is safe. With --no-attach the JVM is not"
                    + " contacted."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  hp-cli advise 4242", "  hp-cli advise --snapshot facts.json --pid 4242 --format json"},
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; no finding at or above --fail-on",
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            ExitCodes.FINDINGS,
            ExitCodes.HEAP_UNKNOWN,
            ExitCodes.PIPE
        })
final class AdviseCommand implements Callable<Integer> {
    @Mixin
    private JvmOptions jvmOptions;

    @Option(
            names = "--fail-on",
            paramLabel = "never|info|warning|critical",
            description = "Lowest severity of a finding for exit code 3. Default: warning.")
    private FailOn failOn = FailOn.DEFAULT;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Option(
            names = "--full-command-line",
            description = "Keep the arguments of the program in JSON. They may contain credentials: check the"
                    + " output before you share it.")
    private boolean fullCommandLine;

    @Option(
            names = "--with",
            paramLabel = "FILE",
            description = "A measurement that bounds the gain: a file of hp-cli tlb --save, the JSON of hp-cli stalls,"
                    + " or a results.json with the benchmark TlbReach.")
    private Path measurement;

    @Override
    public Integer call() {
        return request().answer();
    }

    /** The request that the options describe. */
    AdviseRequest request() {
        return new AdviseRequest(jvmOptions.choice(), failOn, format, fullCommandLine, measurement);
    }
}
