package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.NoVisibleJvmException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.watch.JvmGlance;
import io.github.hpjvm.bench.run.watch.JvmGlances;
import io.github.hpjvm.bench.run.watch.ProcessTree;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds out which JVM a command starts, what it is told, and which variable reaches it. Of a command that is a java
 * launcher this is read from its words; any other is started once, for a short time, to see.
 *
 * @param jvm the one with the largest heap
 * @param variable how flags get to all of them
 * @param arguments what that JVM is told without us
 * @param need what all of them need of the host; empty if that cannot be told
 * @param said what was found out, a line each
 */
record Discovery(
        TargetJvm jvm,
        OptionVariable variable,
        List<String> arguments,
        Optional<Workload.Need> need,
        List<String> said) {

    private static final int FIRST_WITH_LAUNCHER_VARIABLE = 9;
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** How long a script may take until its first JVM is there, and how long that JVM is watched. */
    private static final Duration UNTIL_JVM = Duration.ofSeconds(60);

    private static final Duration WATCHED = Duration.ofSeconds(10);

    private static final String BY_LAUNCHER = "-Dhp.try.by=JDK_JAVA_OPTIONS";
    private static final String BY_VM = "-Dhp.try.also=JAVA_TOOL_OPTIONS";

    /**
     * @param environment of the caller
     * @param port on which it listens if it is a server and has to be run
     * @param files where the output of a run to see goes
     * @param say shows a line to the user at once
     * @throws BenchException if the command cannot be started or fails
     * @throws NoVisibleJvmException if it starts no HotSpot
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
            Optional<List<String>> arguments = Forecast.arguments(command, environment);
            if (arguments.isPresent()) {
                return ofLauncher(TargetProbe.probe(home.get()), arguments.get());
            }
        }
        say.accept("looking   " + command.get(0)
                + " is no java launcher: it is run for a short time, to see which JVMs it" + " starts");
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
                Forecast.of(jvm, arguments),
                List.of("flags     go in by " + variable
                        + (old ? ", since JDK 8 reads no other before its command line" : "")));
    }

    private static Discovery ofAnything(
            List<String> command, Map<String, String> environment, Path files, Interruption interruption) {
        Map<String, String> marked = OptionVariable.JDK_JAVA_OPTIONS.append(environment, List.of(BY_LAUNCHER));
        marked = OptionVariable.JAVA_TOOL_OPTIONS.append(marked, List.of(BY_VM));
        ProcessTree tree = new ProcessTree();
        Heard heard = new Heard(Optional.empty(), Optional.empty());
        JvmGlances glances = new JvmGlances(tree);
        long start = System.nanoTime();
        interruption.endsBy(tree::kill);
        try (Started started = Started.of(command, new HashMap<>(marked), tree, files, heard)) {
            Duration limit = UNTIL_JVM;
            while (!interruption.requested() && !started.endsWithin(Duration.ofMillis(50))) {
                glances.look();
                if (limit.equals(UNTIL_JVM) && !glances.seen().isEmpty()) {
                    limit = since(start).plus(WATCHED);
                }
                if (since(start).compareTo(limit) > 0) {
                    break;
                }
            }
            boolean ended = !started.isAlive();
            Duration took = since(start);
            tree.end(GRACE);
            started.drain();
            if (interruption.requested()) {
                throw new BenchException("stopped by the user");
            }
            if (glances.seen().isEmpty()) {
                throw noJvm(started, ended, heard, command);
            }
            return ofSeen(glances.seen(), took, ended);
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

    private static BenchException noJvm(Started started, boolean ended, Heard heard, List<String> command) {
        if (ended && started.exitCode() != 0) {
            return new BenchException(command.get(0) + " ends with exit code " + started.exitCode() + " before any JVM"
                    + " was seen; " + heard.lastWords());
        }
        return new NoVisibleJvmException(command.get(0)
                + (ended
                        ? " started no JVM that lived long enough to be seen"
                        : " started no JVM within " + UNTIL_JVM.toSeconds() + " s")
                + ": there is nothing here whose pages could be compared; "
                + heard.lastWords());
    }

    private static Discovery ofSeen(List<JvmGlance> seen, Duration took, boolean ended) {
        List<JvmGlance> hotSpots = seen.stream().filter(JvmGlance::hotSpot).toList();
        if (hotSpots.isEmpty()) {
            throw new NoVisibleJvmException("its JVM, process " + seen.get(0).pid()
                    + ", is no HotSpot: what its heap stands on cannot be told");
        }
        boolean byLauncher = arrived(hotSpots, BY_LAUNCHER);
        if (!byLauncher && !arrived(hotSpots, BY_VM)) {
            throw new BenchException("flags do not reach every JVM of this command: neither JDK_JAVA_OPTIONS nor"
                    + " JAVA_TOOL_OPTIONS arrived at process "
                    + hotSpots.stream()
                            .filter(it -> !it.arguments().contains(BY_VM))
                            .map(it -> String.valueOf(it.pid()))
                            .findFirst()
                            .orElse("?")
                    + "; something between here and there clears the environment");
        }
        List<Told> told = hotSpots.stream().map(Told::of).toList();
        Told largest =
                told.stream().reduce((a, b) -> b.heap() > a.heap() ? b : a).orElseThrow();
        OptionVariable variable = byLauncher ? OptionVariable.JDK_JAVA_OPTIONS : OptionVariable.JAVA_TOOL_OPTIONS;
        List<String> said = new ArrayList<>();
        said.add("looked    ran it for " + took.toMillis() / 100 / 10.0 + " s" + (ended ? "" : " and ended it")
                + " to see which JVMs it starts: "
                + told.stream().map(Told::toString).collect(Collectors.joining("; ")));
        if (told.size() > 1) {
            said.add("          the run is judged by the one with the largest heap, "
                    + largest.glance().main());
        }
        said.add("flags     go in by " + variable
                + (byLauncher
                        ? ", which arrived at each of them"
                        : ", since JDK_JAVA_OPTIONS did not arrive at each of them"));
        List<Workload.Need> needs =
                told.stream().flatMap(it -> it.need().stream()).toList();
        return new Discovery(
                largest.jvm(),
                variable,
                largest.arguments(),
                needs.size() == told.size() ? Forecast.sum(needs) : Optional.empty(),
                said);
    }

    private static boolean arrived(List<JvmGlance> jvms, String mark) {
        return jvms.stream().allMatch(jvm -> jvm.arguments().contains(mark));
    }

    /** A JVM that was seen, without what we told it. */
    private record Told(JvmGlance glance, TargetJvm jvm, List<String> arguments, Optional<Workload.Need> need) {
        static Told of(JvmGlance glance) {
            TargetJvm jvm = TargetProbe.probe(glance.home());
            List<String> arguments = glance.arguments().stream()
                    .filter(it -> !it.equals(BY_LAUNCHER) && !it.equals(BY_VM))
                    .toList();
            return new Told(glance, jvm, arguments, Forecast.of(jvm, arguments));
        }

        long heap() {
            return need.map(it -> it.heap().value()).orElse(0L);
        }

        @Override
        public String toString() {
            return (glance.main().isEmpty() ? "process " + glance.pid() : glance.main()) + " on JDK "
                    + jvm.version().feature()
                    + need.map(it -> ", " + Forecast.describe(it)).orElse("");
        }
    }
}
