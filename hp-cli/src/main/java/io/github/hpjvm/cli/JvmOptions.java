package io.github.hpjvm.cli;

import io.github.hpjvm.bench.error.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options and the parameter that choose a JVM. */
final class JvmOptions {
    private final PositionalParamSpec process = PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .type(Long.class)
            .paramLabel("PID")
            .description("A process of this host, or a JVM of the snapshot.")
            .build();

    private final OptionSpec pid = Options.value("--pid", "N", Long.class, "The PID, given as an option.");

    private final OptionSpec snapshot =
            Options.value("--snapshot", "FILE", Path.class, "Facts that hp-cli snapshot wrote.");

    private final OptionSpec hsErr =
            Options.value("--hs-err", "FILE", Path.class, "Crash log of a JVM (hs_err_pidN.log).");

    private final OptionSpec vmInfo =
            Options.value("--vm-info", "FILE", Path.class, "Saved output of jcmd PID VM.info.");

    private final OptionSpec noAttach =
            Options.flag("--no-attach", "Do not contact the JVM. Some facts are unknown then.");

    private final OptionSpec observed = OptionSpec.builder("--observed")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1")
            .paramLabel("FILE")
            .initialValue(List.of())
            .description("A snapshot of this host, an hour or more apart: pages that are unused in both are advised to"
                    + " be returned. May be repeated.")
            .build();

    /** Adds these options to a command, and returns it. */
    CommandSpec addTo(CommandSpec command) {
        return command.addPositional(process)
                .addOption(pid)
                .addOption(snapshot)
                .addOption(hsErr)
                .addOption(vmInfo)
                .addOption(noAttach)
                .addOption(observed);
    }

    /** The choice that these options describe. */
    JvmChoice choice() {
        Long asOption = pid.getValue();
        Long asParameter = process.getValue();
        if (asOption != null && asParameter != null) {
            throw new UsageException("give the process ID once: " + asParameter + " or --pid " + asOption);
        }
        return new JvmChoice(
                asOption == null ? asParameter : asOption,
                snapshot.getValue(),
                hsErr.getValue(),
                vmInfo.getValue(),
                !noAttach.<Boolean>getValue(),
                observed.getValue());
    }
}
