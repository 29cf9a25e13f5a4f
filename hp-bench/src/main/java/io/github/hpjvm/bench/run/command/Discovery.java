package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.bench.run.watch.UnattachedJvm;
import io.github.hpjvm.bench.run.watch.UnattachedJvms;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.NoVisibleJvmException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds the JVM that a command starts, its arguments, and the variable that reaches it. For a java launcher this is
 * parsed from the command line; any other command is run once for a short time.
 *
 * @param jvm the one with the largest heap
 * @param variable variable that passes flags to all JVMs
 * @param arguments that JVM's own arguments
 * @param need host resources that all JVMs need; empty if unknown
 * @param unreached a process that no variable reaches; empty if one reaches all JVMs
 * @param said lines that describe the command for the user
 */
record Discovery(
        TargetJvm jvm,
        OptionVariable variable,
        List<String> arguments,
        Optional<Workload.Need> need,
        OptionalLong unreached,
        List<String> said) {

    /** The beginning of the line on the variable. */
    static final String FLAGS = "flags     passed in ";

    private static final int FIRST_WITH_LAUNCHER_VARIABLE = 9;
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Time limit until a script has started its first JVM, and time for which that JVM is watched. */
    private static final Duration UNTIL_JVM = Duration.ofSeconds(60);

    private static final Duration WATCHED = Duration.ofSeconds(10);

    private static final String BY_LAUNCHER = "-Dhp.try.by=JDK_JAVA_OPTIONS";
    private static final String BY_VM = "-Dhp.try.also=JAVA_TOOL_OPTIONS";

    /**
     * @param environment of the caller
     * @param port on which it listens if it is a server and is run
     * @param files path of the output of that run
     * @param say shows a line to the user at once
     * @throws BenchException if the command cannot be started or fails
     * @throws NoVisibleJvmException if it does not start a HotSpot JVM
     */
    static Discovery of(
            List<String> command,
            Map<String, String> environment,
            Optional<ServerPort> port,
            Path files,
            Interruption interruption,
            Consumer<String> say) {
        Optional<Path> home =
                JavaCommand.home(command, environment.getOrDefault("PATH", "")).known();
        if (home.isPresent()) {
            Optional<List<String>> arguments = NeedPrediction.arguments(command, environment);
            if (arguments.isPresent()) {
                return ofLauncher(TargetProbe.probe(home.get()), arguments.get());
            }
        }
        say.accept("looking   " + command.get(0) + " is not a java launcher: a short run shows which JVMs it starts");
        return ofAnything(
                port.map(it -> it.in(command)).orElse(command),
                port.map(it -> it.in(environment)).orElse(environment),
                files,
                interruption);
    }

    private static Discovery ofLauncher(TargetJvm jvm, List<String> arguments) {
        boolean old = jvm.version().feature() < FIRST_WITH_LAUNCHER_VARIABLE;
        OptionVariable variable = old ? OptionVariable.JAVA_TOOL_OPTIONS : OptionVariable.JDK_JAVA_OPTIONS;
        return new Discovery(
                jvm,
                variable,
                arguments,
                NeedPrediction.of(jvm, arguments),
                OptionalLong.empty(),
                List.of(FLAGS + variable + (old ? ": JDK 8 reads no other variable before its command line" : "")));
    }

    private static Discovery ofAnything(
            List<String> command, Map<String, String> environment, Path files, Interruption interruption) {
        Map<String, String> marked = OptionVariable.JDK_JAVA_OPTIONS.append(environment, List.of(BY_LAUNCHER));
        marked = OptionVariable.JAVA_TOOL_OPTIONS.append(marked, List.of(BY_VM));
        StartedProcesses tree = new StartedProcesses();
        OutputScan output = new OutputScan(Optional.empty(), Optional.empty());
        UnattachedJvms jvms = new UnattachedJvms(tree);
        long start = System.nanoTime();
        interruption.endsBy(tree::kill);
        try (PreparedProgram program = PreparedProgram.prepare();
                Started started = program.start(command, marked, tree, files, output)) {
            Duration untilJvm = Patience.with(UNTIL_JVM);
            Duration limit = untilJvm;
            while (!interruption.requested() && !started.isGoneWithin(Duration.ofMillis(50), tree)) {
                jvms.sample();
                if (limit.equals(untilJvm) && !jvms.all().isEmpty()) {
                    limit = since(start).plus(Patience.with(WATCHED));
                }
                if (since(start).compareTo(limit) > 0) {
                    break;
                }
            }
            boolean ended = started.isGoneWithin(Duration.ZERO, tree);
            Duration took = since(start);
            tree.end(Patience.with(GRACE));
            started.drain();
            if (interruption.requested()) {
                throw new BenchException("stopped by the user");
            }
            if (jvms.all().isEmpty()) {
                throw noJvm(started, ended, output, command);
            }
            return ofJvms(jvms.all(), took, ended);
        } catch (IOException e) {
            throw new UsageException("cannot start " + command.get(0) + ": " + Started.reason(e));
        } finally {
            tree.kill();
            interruption.endsBy(null);
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static BenchException noJvm(Started started, boolean ended, OutputScan output, List<String> command) {
        if (ended && started.exitCode() != 0) {
            return new BenchException(command.get(0) + " ended with exit code " + started.exitCode() + " before a JVM"
                    + " appeared; " + output.lastLine());
        }
        return new NoVisibleJvmException(command.get(0)
                + (ended
                        ? " did not start a JVM that lived long enough to be examined"
                        : " did not start a JVM within "
                                + Patience.with(UNTIL_JVM).toSeconds() + " s")
                + ": hp-cli try needs a command that starts a JVM; "
                + output.lastLine());
    }

    static Discovery ofJvms(List<UnattachedJvm> seen, Duration took, boolean ended) {
        List<UnattachedJvm> hotSpots =
                seen.stream().filter(UnattachedJvm::hotSpot).toList();
        if (hotSpots.isEmpty()) {
            throw new NoVisibleJvmException("the command's JVM, process "
                    + seen.get(0).pid() + ", is not HotSpot: hp-bench cannot determine which pages back its heap");
        }
        boolean byLauncher = arrived(hotSpots, BY_LAUNCHER);
        OptionalLong unreached = byLauncher
                ? OptionalLong.empty()
                : hotSpots.stream()
                        .filter(it -> !it.arguments().contains(BY_VM))
                        .mapToLong(UnattachedJvm::pid)
                        .findFirst();
        List<FoundJvm> found = hotSpots.stream().map(FoundJvm::of).toList();
        FoundJvm largest =
                found.stream().reduce((a, b) -> b.heap() > a.heap() ? b : a).orElseThrow();
        OptionVariable variable = byLauncher ? OptionVariable.JDK_JAVA_OPTIONS : OptionVariable.JAVA_TOOL_OPTIONS;
        List<String> said = new ArrayList<>();
        said.add("looked    ran the command for " + Math.floor(took.toMillis() / 100.0) / 10 + " s"
                + (ended ? "" : " and ended it")
                + "; JVMs: "
                + found.stream().map(FoundJvm::toString).collect(Collectors.joining("; ")));
        if (found.size() > 1) {
            said.add("          the JVM with the largest heap decides: "
                    + largest.glance().main());
        }
        if (unreached.isEmpty()) {
            said.add(FLAGS
                    + variable
                    + (byLauncher ? ", which reached each of them" : ": JDK_JAVA_OPTIONS did not reach each of them"));
        }
        List<Workload.Need> needs =
                found.stream().flatMap(it -> it.need().stream()).toList();
        return new Discovery(
                largest.jvm(),
                variable,
                largest.arguments(),
                needs.size() == found.size() ? NeedPrediction.sum(needs) : Optional.empty(),
                unreached,
                said);
    }

    /**
     * Checks that the flags and variables of variants reach the JVMs; a JVM or a class path is passed in variables, too.
     * Variants that have none can run any command.
     *
     * @param variants that run this command
     * @throws BenchException if a variant has some, and they do not
     */
    void requireReached(List<Variant> variants) {
        boolean needed = variants.stream()
                .anyMatch(it -> !it.arguments(jvm).isEmpty()
                        || !it.environment().isEmpty()
                        || !it.classPath().isEmpty()
                        || !it.jvm(jvm).equals(jvm));
        if (unreached.isPresent() && needed) {
            throw new BenchException("flags do not reach every JVM of this command: neither JDK_JAVA_OPTIONS nor"
                    + " JAVA_TOOL_OPTIONS reached process " + unreached.getAsLong()
                    + "; a process in between clears the environment");
        }
    }

    private static boolean arrived(List<UnattachedJvm> jvms, String mark) {
        return jvms.stream().allMatch(jvm -> jvm.arguments().contains(mark));
    }

    /** A JVM of the trial run, without the arguments that hp-bench added. */
    private record FoundJvm(UnattachedJvm glance, TargetJvm jvm, List<String> arguments, Optional<Workload.Need> need) {
        static FoundJvm of(UnattachedJvm glance) {
            TargetJvm jvm = TargetProbe.probe(glance.home());
            List<String> arguments = glance.arguments().stream()
                    .filter(it -> !it.equals(BY_LAUNCHER) && !it.equals(BY_VM))
                    .toList();
            return new FoundJvm(glance, jvm, arguments, NeedPrediction.of(jvm, arguments));
        }

        long heap() {
            return need.map(it -> it.heap().value()).orElse(0L);
        }

        @Override
        public String toString() {
            return (glance.main().isEmpty() ? "process " + glance.pid() : glance.main()) + " on JDK "
                    + jvm.version().feature()
                    + need.map(it -> ", " + NeedPrediction.describe(it)).orElse("");
        }
    }
}
