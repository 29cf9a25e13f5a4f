package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.ForkFiles;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Interruption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;

/**
 * A command as the subject of a campaign.
 *
 * @param subject its only case
 * @param jvm the JVM that it starts, with that of the second command
 * @param maker runs it
 * @param said lines that describe the command for the user
 */
public record CommandSubject(Case subject, TargetJvm jvm, Maker maker, List<String> said) {

    /**
     * Examines the command; may run it for a short time.
     *
     * @param environment of the caller
     * @param say shows a line to the user at once
     * @throws UsageException if its own flags contradict those of a variant, or there is no program for the load
     */
    public static CommandSubject find(
            BenchOptions options,
            TryOptions command,
            Map<String, String> environment,
            Interruption interruption,
            Consumer<String> say) {
        command.server().ifPresent(it -> LoadProgram.require(it, environment));
        Path folder = ForkFiles.folder(options);
        ForkFiles.prepareLooks(options);
        Discovery found = Discovery.of(
                command.command(),
                environment,
                command.server().map(it -> ServerPort.free()),
                folder.resolve("round0-look"),
                interruption,
                say);
        Optional<Discovery> second = command.second()
                .map(words -> Discovery.of(
                        words,
                        environment,
                        command.server().map(it -> ServerPort.free()),
                        folder.resolve("round0-look-" + TryOptions.SECOND),
                        interruption,
                        say));
        ProgramChange.requireClassPath(command.command(), environment, options.variants());
        // Each command with the variants that run it
        List<Variant> ofSecond = options.variants().stream()
                .filter(it -> second.isPresent() && it.name().equals(TryOptions.SECOND))
                .toList();
        List<Variant> ofFirst =
                options.variants().stream().filter(it -> !ofSecond.contains(it)).toList();
        found.requireReached(ofFirst);
        second.ifPresent(it -> it.requireReached(ofSecond));
        List<Conflicts.Conflict> conflicts = new ArrayList<>(Conflicts.find(found.arguments(), ofFirst, found.jvm()));
        second.ifPresent(it -> conflicts.addAll(Conflicts.find(it.arguments(), ofSecond, it.jvm())));
        if (!conflicts.isEmpty() && !command.override()) {
            throw new UsageException("the command has flags that contradict a variant: "
                    + conflicts.stream().map(Conflicts.Conflict::toString).collect(Collectors.joining("; "))
                    + "; remove them from the command, name other --variants, or add --override so that the"
                    + " variant's flags win");
        }
        OptionVariable variable = variable(options, command, found, second);
        List<String> said = new ArrayList<>(said(found, second, variable));
        command.second()
                .ifPresent(it -> said.add("programs  baseline is " + command.shown(command.command()) + "; "
                        + TryOptions.SECOND + " is " + command.shown(it)));
        if (command.override()) {
            said.add("override  flags are passed in _JAVA_OPTIONS, which overrides the command line");
        }
        command.server()
                .filter(it -> options.interleave().orElse(Interleave.SLICES) == Interleave.SLICES
                        && command.whyForks().isEmpty())
                .ifPresent(it -> said.add("turns     one load each: 1 unmeasured, then " + it.turns()
                        + " measured, for each start of a server"));
        Workload workload = new Workload(
                CommandWords.shortName(command.command()),
                command.shown(command.command()),
                command.higherIsBetter() ? Mode.Throughput : Mode.SingleShotTime,
                found.arguments(),
                Map.of(),
                Map.of(),
                Workload.Selection.BY_NAME,
                Optional.empty(),
                found.need(),
                options.clock().orElse(Clock.WALL));
        TargetJvm jvm = second.map(it -> found.jvm().and(it.jvm())).orElse(found.jvm());
        return new CommandSubject(
                new Case(workload, Map.of()),
                jvm,
                new CommandMaker(
                        command,
                        jvm,
                        variable,
                        environment,
                        second.flatMap(Discovery::need).map(Workload.Need::heap),
                        options.seed(),
                        folder),
                said);
    }

    /** The lines on both commands; the line on the variable is that of a command if it is the one that is used. */
    private static List<String> said(Discovery found, Optional<Discovery> second, OptionVariable variable) {
        List<String> said = new ArrayList<>(found.said());
        second.ifPresent(it -> said.addAll(it.said()));
        if (found.unreached().isPresent()
                || second.filter(it -> it.unreached().isPresent()).isPresent()) {
            said.removeIf(line -> line.startsWith(Discovery.FLAGS));
            said.add(
                    "flags     a process clears the environment before a JVM, and no variant of that command has flags");
        } else if (found.variable() != variable
                || second.filter(it -> it.variable() != variable).isPresent()) {
            said.removeIf(line -> line.startsWith(Discovery.FLAGS));
            said.add(Discovery.FLAGS + variable + ", which each JVM of the campaign reads");
        }
        return said.stream().distinct().toList();
    }

    /** The variable that every JVM of the campaign reads: JDK 8 has no JDK_JAVA_OPTIONS. */
    private static OptionVariable variable(
            BenchOptions options, TryOptions command, Discovery found, Optional<Discovery> second) {
        if (command.override()) {
            return OptionVariable._JAVA_OPTIONS;
        }
        boolean old = options.variants().stream()
                .anyMatch(variant -> variant.jvm(found.jvm()).version().feature() < 9);
        boolean other = second.filter(it -> it.variable() == OptionVariable.JAVA_TOOL_OPTIONS)
                .isPresent();
        return old || other ? OptionVariable.JAVA_TOOL_OPTIONS : found.variable();
    }
}
