package io.github.hpjvm.cli.advise;

import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.cli.source.JvmOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code hp-cli advise}: examines a JVM and recommends changes. */
public final class AdviseCommand implements Callable<Integer> {
    private final JvmOptions jvmOptions = new JvmOptions();

    private final OptionSpec failOn = OptionSpec.builder("--fail-on")
            .type(FailOn.class)
            .paramLabel("never|info|warning|critical")
            .initialValue(FailOn.DEFAULT)
            .description("Lowest severity of a finding for exit code 3. Default: warning.")
            .build();

    private final OptionSpec format = Options.format();

    private final OptionSpec fullCommandLine = Options.flag(
            "--full-command-line",
            "Keep the arguments of the program in JSON. They may contain credentials: check the output before you share"
                    + " it.");

    private final OptionSpec measurement = Options.value(
            "--with",
            "FILE",
            Path.class,
            "A measurement that bounds the gain: a file of hp-cli tlb --save, the JSON of hp-cli stalls, or a"
                    + " results.json with the benchmark TlbReach.");

    /** The command with its options and its help. */
    public CommandSpec spec() {
        CommandSpec spec = Options.command(
                this,
                "advise",
                "0:success; no finding at or above --fail-on",
                ExitCodes.NO_PROCESS,
                ExitCodes.USAGE,
                ExitCodes.FINDINGS,
                ExitCodes.HEAP_UNKNOWN,
                ExitCodes.PIPE);
        spec.usageMessage()
                .description(
                        "Show which pages a JVM requested, which pages back its memory, and what to change.",
                        "",
                        "Read-only. hp-cli reads the memory in which HotSpot describes itself; the JVM takes no part. A"
                                + " user who may not read that memory asks the JVM, as jcmd does.")
                .footerHeading("%nExamples:%n")
                .footer("  hp-cli advise 4242", "  hp-cli advise --snapshot facts.json --pid 4242 --format json");
        return jvmOptions
                .addTo(spec)
                .addOption(failOn)
                .addOption(format)
                .addOption(fullCommandLine)
                .addOption(measurement);
    }

    @Override
    public Integer call() {
        return new AdviseRequest(
                        jvmOptions.choice(),
                        failOn.getValue(),
                        format.getValue(),
                        fullCommandLine.getValue(),
                        measurement.getValue())
                .answer();
    }
}
