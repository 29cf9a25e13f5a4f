package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.cli.source.JvmOptions;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code hp-cli advise}: examines a JVM and recommends changes. */
public final class AdviseCommand implements Callable<Integer> {
    private final JvmOptions jvmOptions = new JvmOptions();

    private final OptionSpec failOn = OptionSpec.builder("--fail-on")
            .type(FailOn.class)
            .paramLabel("never|info|warning|critical")
            .description("Lowest severity of a finding for exit code 3. Default: warning; never with --require.")
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

    private final OptionSpec require =
            Options.value(RequireOption.NAME, RequireOption.LABEL, String.class, RequireOption.HELP);

    private final OptionSpec region =
            Options.value(RequireOption.REGION, RequireOption.REGION_LABEL, String.class, RequireOption.REGION_HELP);

    private final OptionSpec wait = Options.value(
            "--wait",
            "T",
            String.class,
            "With --require: wait until it holds, for at most T, such as 60 or 2m. Default: one reading.");

    private CommandSpec spec;

    /** The command with its options and its help. */
    public CommandSpec spec() {
        spec = Options.command(
                this,
                "advise",
                "0:success; no finding at or above --fail-on",
                ExitCodes.NO_PROCESS,
                ExitCodes.USAGE,
                ExitCodes.FINDINGS + "; also: --require does not hold",
                ExitCodes.HEAP_UNKNOWN + ", or --require does not hold yet",
                ExitCodes.PIPE);
        spec.usageMessage()
                .description(
                        "Show which pages a JVM requested, which pages back its memory, and what to change. --verbose"
                                + " adds explanations, alternatives and all regions.",
                        "",
                        "Read-only. hp-cli reads the memory in which HotSpot describes itself; the JVM takes no part."
                                + " Where that memory may not be read, hp-cli attaches to a JVM of the same user, as jcmd"
                                + " does.")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  hp-cli advise 4242",
                        "  hp-cli advise --snapshot facts.json --pid 4242 --format json",
                        "  hp-cli advise 4242 --require thp --wait 2m");
        return jvmOptions
                .addTo(spec)
                .addOption(failOn)
                .addOption(format)
                .addOption(fullCommandLine)
                .addOption(measurement)
                .addOption(require)
                .addOption(region)
                .addOption(wait);
    }

    @Override
    public Integer call() {
        Optional<Requirement> required = RequireOption.of(require.getValue(), region.getValue());
        FailOn given = failOn.getValue();
        String time = wait.getValue();
        if (time != null && required.isEmpty()) {
            throw new UsageException("--wait needs " + RequireOption.NAME);
        }
        AdviseRequest request = new AdviseRequest(
                jvmOptions.choice(),
                given != null ? given : required.isPresent() ? FailOn.NEVER : FailOn.DEFAULT,
                format.getValue(),
                fullCommandLine.getValue(),
                measurement.getValue(),
                spec.root().findOption("--verbose").<Boolean>getValue(),
                required);
        return time == null ? request.answer() : request.await(Seconds.parse("--wait", time));
    }
}
