package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.command.CommandSubject;
import io.github.hpjvm.bench.run.command.TryOptions;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.NoVisibleJvmException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A campaign of a command of the user: {@code hp-cli try}. */
public final class Try {
    private Try() {}

    /**
     * Runs the command under each variant, round by round; otherwise like {@link Bench#measure}.
     *
     * @param environment the caller's environment, which the command inherits
     * @throws UsageException if the options are invalid; then nothing has been done
     * @throws NoVisibleJvmException if the command starts no JVM with a readable heap
     * @throws BenchException if the host or the command prevents the campaign
     */
    public static Results measure(
            BenchOptions options, TryOptions command, Map<String, String> environment, Console console) {
        Bench.requirePossibleSlices(options, command.whyForks());
        Bench.requireCompared(options.gates(), options.variants());
        BenchOptions probed = options.on(TargetProbe::probe);
        return Bench.measure(probed, console, (interruption, output) -> {
            CommandSubject subject = CommandSubject.find(probed, command, environment, interruption, output);
            Bench.requireMatchingGates(options.gates(), List.of(subject.subject()), options.variants());
            return new CampaignSetup(
                    List.of(subject.subject()),
                    subject.jvm(),
                    subject.maker(),
                    Optional.empty(),
                    Set.of(),
                    (one, how, profiled) -> Duration.ZERO,
                    command.timeout(),
                    subject.said(),
                    List.of());
        });
    }
}
