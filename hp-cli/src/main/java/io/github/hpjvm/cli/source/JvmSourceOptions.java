package io.github.hpjvm.cli.source;

import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that choose a JVM. */
public final class JvmSourceOptions {
    private final OptionSpec pid = Options.value("--pid", "N", Long.class, "The PID, given as an option.");

    private final OptionSpec snapshot =
            Options.value("--snapshot", "FILE", Path.class, "Facts that hp-cli snapshot wrote.");

    private final OptionSpec hsErr =
            Options.value("--hs-err", "FILE", Path.class, "Crash log of a JVM (hs_err_pidN.log).");

    private final OptionSpec vmInfo =
            Options.value("--vm-info", "FILE", Path.class, "Saved output of jcmd PID VM.info.");

    private final OptionSpec attach = Options.flag(MannerOptions.ATTACH, MannerOptions.ATTACH_HELP);

    private final OptionSpec noAttach = Options.flag(MannerOptions.NO_ATTACH, MannerOptions.NO_ATTACH_HELP);

    private final OptionSpec timeout =
            Options.value(MannerOptions.TIMEOUT, "T", String.class, MannerOptions.TIMEOUT_HELP);

    private final OptionSpec exact = Options.flag(Options.EXACT, Options.EXACT_HELP);

    private final OptionSpec observed = OptionSpec.builder("--observed")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1")
            .paramLabel("FILE|DIR")
            .initialValue(List.of())
            .description(
                    "Readings of this host at other times: a snapshot, the output of hp-cli watch --format json, or"
                            + " the folder of hp-cli watch --record. advise then tells when the heap lost its huge pages, and to"
                            + " return pool pages that are unused for an hour or more. May be repeated.")
            .build();

    /** Adds these options to a command, and returns it. */
    public CommandSpec addTo(CommandSpec command) {
        return command.addOption(pid)
                .addOption(snapshot)
                .addOption(hsErr)
                .addOption(vmInfo)
                .addOption(attach)
                .addOption(noAttach)
                .addOption(timeout)
                .addOption(exact)
                .addOption(observed);
    }

    /**
     * The choice that these options describe.
     *
     * @param command for messages, such as {@code hp-cli advise}
     * @param process the PID that is given as a parameter; null if there is none
     */
    public JvmChoice choice(String command, Long process) {
        Long option = pid.getValue();
        if (option != null && process != null) {
            throw new UsageException("give the process ID once: " + process + " or --pid " + option);
        }
        Long chosen = option == null ? process : option;
        if (chosen != null && snapshot() == null) {
            Pid.requireProcess(chosen, command);
        }
        return new JvmChoice(
                chosen,
                snapshot(),
                hsErr.getValue(),
                vmInfo.getValue(),
                MannerOptions.manner(attach.getValue(), noAttach.getValue(), timeout.getValue(), exact.getValue()),
                observed.getValue());
    }

    /** Returns whether an option names a JVM; a snapshot alone names a host as well. */
    public boolean isOfJvm() {
        boolean observes = !observed.<List<Path>>getValue().isEmpty();
        return pid.getValue() != null || hsErr.getValue() != null || vmInfo.getValue() != null || observes;
    }

    /** The snapshot; null if not given. */
    public Path snapshot() {
        return snapshot.getValue();
    }
}
