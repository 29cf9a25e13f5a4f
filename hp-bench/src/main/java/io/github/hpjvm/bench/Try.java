package io.github.hpjvm.bench;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.NothingToSeeException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.command.CommandSubject;
import io.github.hpjvm.bench.run.command.TryOptions;
import io.github.hpjvm.bench.terminal.Console;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A campaign about a command of the user's: {@code hp-cli try}. */
public final class Try {
    private Try() {}

    /**
     * Runs the command under each variant, round by round. As {@link Bench#measure} otherwise.
     *
     * @param environment of the caller, as the command is to see it
     * @throws UsageException if the options cannot be, before anything is done
     * @throws NothingToSeeException if the command starts no JVM whose heap could be seen
     * @throws BenchException if the host or the command stands in the way
     */
    public static Results measure(
            BenchOptions options, TryOptions command, Map<String, String> environment, Console console) {
        requireTurns(options, command);
        Bench.requireCompared(options.gates(), options.variants());
        return Bench.measure(options, console, (interruption, say) -> {
            CommandSubject subject = CommandSubject.find(options, command, environment, interruption, say);
            Bench.requireSense(options.gates(), List.of(subject.subject()), options.variants());
            return new Measured(
                    List.of(subject.subject()),
                    subject.jvm(),
                    subject.maker(),
                    Optional.empty(),
                    Duration.ZERO,
                    command.timeout(),
                    subject.said());
        });
    }

    /** Where the user asks for slices and the command line alone makes them impossible. */
    private static void requireTurns(BenchOptions options, TryOptions command) {
        if (options.interleave().equals(Optional.of(Interleave.SLICES))) {
            command.whyForks().ifPresent(why -> {
                throw new UsageException("interleave: slices are not possible: " + why);
            });
        }
    }
}
