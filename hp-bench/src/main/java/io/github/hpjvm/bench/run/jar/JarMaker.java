package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.read.TextFile;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.run.Command;
import io.github.hpjvm.bench.run.Disturbance;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.FolioCount;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.Job;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.MemoryMode;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.RunStatus;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.run.watch.ProcessTree;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Makes one fork of a benchmark by the JMH that is in its jar, in a process of its own, and looks at the forked JVM from
 * outside: when the first measured iteration begins, and in the last one.
 */
final class JarMaker implements Maker {
    private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";
    private static final Bytes RESULT_LIMIT = Bytes.ofMiB(64);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Into the last iteration: late enough to be in it, early enough to be done before it ends. */
    private static final double SHARE = 0.6;

    private final JarOptions options;
    private final TargetJvm jvm;
    private final Map<Workload, ForkedJvm> forked;
    private final Path folder;

    JarMaker(JarOptions options, TargetJvm jvm, Map<Workload, ForkedJvm> forked, Path folder) {
        this.options = options;
        this.jvm = jvm;
        this.forked = Map.copyOf(forked);
        this.folder = folder;
    }

    @Override
    public List<String> arguments(Job job) {
        List<String> arguments = new ArrayList<>(job.subject().workload().jvmArgs());
        arguments.addAll(job.variant().arguments(jvm));
        return Credentials.masked(arguments);
    }

    @Override
    public Run run(Job job, HostView host, MemoryMode memory, Interruption interruption) {
        Path files = folder.resolve(job.fileName());
        Path result = files.resolveSibling(files.getFileName() + ".json");
        ProcessTree tree = new ProcessTree();
        FolioCount folios = FolioCount.start(job.variant());
        DisturbanceProbe probe = DisturbanceProbe.start();
        interruption.endsBy(tree::kill);
        RunWatch watch = RunWatch.startFor(tree, FORK);
        JmhHeard heard = new JmhHeard(watch, SHARE);
        End end;
        try {
            end = end(command(job, result), environment(job), tree, files, heard, watch, interruption);
        } catch (IOException e) {
            throw new BenchException("cannot start " + jvm.java() + ": " + Started.reason(e), e);
        } finally {
            tree.kill();
            interruption.endsBy(null);
            watch.close();
        }
        Disturbance disturbance = probe.end();
        OptionalLong grown = folios.grown();
        Optional<JmhResultJson> said = end.status() == RunStatus.OK ? read(result) : Optional.empty();
        End outcome = end.status() == RunStatus.OK && said.isEmpty()
                ? new End(RunStatus.CRASHED, Optional.of("JMH left no result; " + heard.failure()))
                : end;
        Evidence evidence = outcome.status() == RunStatus.OK
                ? watch.judge(job.variant(), host, grown)
                : Evidence.unseen("the fork did not end by itself: " + outcome.status());
        return new Run(
                job,
                outcome.status(),
                arguments(job),
                said.map(JmhResultJson::score).orElse(OptionalDouble.empty()),
                said.map(JmhResultJson::unit).orElse(""),
                said.map(JmhResultJson::iterations).orElse(List.of()),
                evidence,
                watch.price(OptionalLong.empty()),
                memory,
                disturbance,
                Map.of(),
                Map.of(),
                outcome.failure(),
                Optional.empty(),
                Map.of(),
                Optional.of(watch.seen(job.variant().arguments(jvm))));
    }

    private record End(RunStatus status, Optional<String> failure) {}

    private End end(
            List<String> command,
            Map<String, String> environment,
            ProcessTree tree,
            Path files,
            JmhHeard heard,
            RunWatch watch,
            Interruption interruption)
            throws IOException {
        long deadline = System.nanoTime() + options.timeout().toNanos();
        try (Started started = Started.of(command, environment, tree, files, heard)) {
            while (!started.endsWithin(POLL)) {
                if (interruption.requested()) {
                    return new End(RunStatus.INTERRUPTED, Optional.of("stopped by the user"));
                }
                if (System.nanoTime() > deadline) {
                    tree.end(GRACE);
                    return new End(
                            RunStatus.TIMED_OUT,
                            Optional.of("killed: it had not ended after "
                                    + options.timeout().toSeconds() + " s; a longer time: --timeout"));
                }
            }
            watch.ended();
            started.drain();
            if (started.exitCode() == 0 && !heard.failed()) {
                return new End(RunStatus.OK, Optional.empty());
            }
            if (interruption.requestedSoon()) {
                return new End(RunStatus.INTERRUPTED, Optional.of("stopped by the user"));
            }
            return new End(
                    heard.measured() ? RunStatus.CRASHED : heard.refused() ? RunStatus.NOT_STARTED : RunStatus.CRASHED,
                    Optional.of(heard.failure()));
        }
    }

    /** The words of one fork. */
    private List<String> command(Job job, Path result) throws IOException {
        Files.deleteIfExists(result);
        Workload workload = job.subject().workload();
        List<String> words = new ArrayList<>(List.of(
                jvm.java().toString(),
                // JMH would lock a file in a folder that everybody can write to; the campaign has a lock.
                "-Djmh.ignoreLock=true",
                "-jar",
                options.jar().toString(),
                "^" + Pattern.quote(workload.benchmark()) + "$",
                "-bm",
                workload.mode().shortLabel(),
                "-f",
                "1",
                "-wf",
                "0",
                "-foe",
                "true",
                "-rf",
                "json",
                "-rff",
                result.toString()));
        job.subject().params().forEach((name, value) -> words.addAll(List.of("-p", name + "=" + value)));
        words.addAll(options.jmh().words());
        ForkedJvm arguments = forked.get(workload);
        words.addAll(
                options.override() ? arguments.overridden(job.variant(), jvm) : arguments.options(job.variant(), jvm));
        return words;
    }

    private Map<String, String> environment(Job job) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(Command.JVM_OPTION_VARIABLES);
        environment.putAll(job.variant().environment());
        return environment;
    }

    private static Optional<JmhResultJson> read(Path result) {
        return TextFile.read(result, RESULT_LIMIT)
                .known()
                .flatMap(JmhResultJson::parse)
                .filter(it -> it.score().isPresent());
    }
}
