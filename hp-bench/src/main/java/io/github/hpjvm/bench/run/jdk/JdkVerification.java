package io.github.hpjvm.bench.run.jdk;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.fork.Waits;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkJudge;
import io.github.hpjvm.bench.jdk.JdkLog;
import io.github.hpjvm.bench.jdk.JdkMachine;
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkSighting;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts a build of the JDK once for each case, reads the pages of its heap, and judges them. */
public final class JdkVerification {
    private static final Duration START = Duration.ofSeconds(30);
    private static final int UNIFIED_LOG = 9;

    private final TargetJvm jvm;
    private final JdkStage stage;
    private final Interruption interruption;

    private JdkVerification(TargetJvm jvm, JdkStage stage, Interruption interruption) {
        this.jvm = jvm;
        this.stage = stage;
        this.interruption = interruption;
    }

    /**
     * Returns the verification of a build.
     *
     * @param stage the host
     * @param interruption ends the present JVM, and starts no other
     */
    public static JdkVerification of(TargetJvm jvm, JdkStage stage, Interruption interruption) {
        return new JdkVerification(jvm, stage, interruption);
    }

    /** Returns the build, as it describes itself. */
    public TargetJvm jvm() {
        return jvm;
    }

    /** Returns the cases of this build, in the order in which the host changes least. */
    public List<JdkCase> cases() {
        return JdkCase.of(jvm, HostReader.pmdSize(), stage.changes());
    }

    /**
     * Runs cases, one after the other. After a stop request the result has fewer.
     *
     * @param done called after each case
     */
    public List<JdkResult> run(List<JdkCase> cases, Runnable done) {
        List<JdkResult> results = new ArrayList<>();
        for (JdkCase test : cases) {
            long begin = System.nanoTime();
            JdkResult result = run(test);
            if (interruption.requested()) {
                break;
            }
            results.add(result.within(Duration.ofNanos(System.nanoTime() - begin)));
            done.run();
        }
        return results;
    }

    private JdkResult run(JdkCase test) {
        Optional<String> refusal = stage.turnTo(test, predict(test, host()));
        if (refusal.isPresent()) {
            return JdkResult.without(
                    test, JdkResult.Status.NOT_RUN, Optional.empty(), JdkSighting.none("", false), refusal.get());
        }
        Host host = host();
        Prediction prediction = predict(test, host);
        JdkResult result = new JdkJudge(jvm.version(), machine(host)).judge(test, prediction, start(test));
        Prediction after = predict(test, host());
        boolean steady = heap(after).equals(heap(prediction)) && after.starts().equals(prediction.starts());
        return steady
                ? result
                : JdkResult.without(
                        test,
                        JdkResult.Status.UNKNOWN,
                        result.predicted(),
                        result.seen(),
                        "the settings of the host changed meanwhile");
    }

    private static Host host() {
        return HostFacts.read(Roots.host(), HostReach.PREDICTION);
    }

    /** The kernel does not name its architecture before 6.1. */
    private static JdkMachine machine(Host host) {
        Kernel kernel = host.kernel().known().orElse(new Kernel("", Optional.empty()));
        String architecture = kernel.architecture().orElse(System.getProperty("os.arch"));
        return new JdkMachine(
                new Kernel(kernel.release(), Optional.of(architecture)),
                host.thp().known(),
                Bytes.of(HostReader.basePageBytes()));
    }

    private static Optional<PageKind> heap(Prediction prediction) {
        return prediction.region(RegionName.HEAP).flatMap(RegionForecast::kind);
    }

    /** Predicts for the newest known update of the release, without its known bugs, on the host as it is now. */
    private Prediction predict(JdkCase test, Host host) {
        JavaVersion newest = FlagSettings.newestUpdate(jvm.version().feature()).orElse(jvm.version());
        JavaVersion version = newest.compareTo(jvm.version()) > 0 ? newest : jvm.version();
        List<String> words = new ArrayList<>(List.of("java"));
        words.addAll(test.arguments(version.feature()));
        words.add("Main");
        JavaCommand java = JavaCommand.of(version, jvm.vendor(), words, Map.of());
        return PageModel.predict(java.launchHere(host), host.forAdvice());
    }

    private JdkSighting start(JdkCase test) {
        List<String> command = new ArrayList<>(List.of(jvm.java().toString()));
        command.addAll(test.arguments(jvm.version().feature()));
        if (jvm.version().feature() >= UNIFIED_LOG) {
            command.add("-Xlog:pagesize");
        }
        command.addAll(List.of("-cp", program(), Waits.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS").forEach(builder.environment()::remove);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new BenchException("cannot start " + jvm.java() + ": " + e.getMessage(), e);
        }
        interruption.endsBy(process::destroyForcibly);
        try {
            return look(process);
        } finally {
            interruption.endsBy(null);
            end(process);
        }
    }

    /** Ends the JVM, and waits until its pages are free. */
    private static void end(Process process) {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static JdkSighting look(Process process) {
        StringBuilder log = new StringBuilder();
        CompletableFuture<Boolean> ready = CompletableFuture.supplyAsync(() -> readLog(process, log));
        try {
            if (ready.get(Patience.with(START).toMillis(), TimeUnit.MILLISECONDS)) {
                return sighting(process.pid(), JdkLog.heapPages(log.toString()));
            }
            String last = log.toString().lines().reduce("", (a, b) -> b.isBlank() ? a : b);
            return JdkSighting.none("the JVM ended: " + last, true);
        } catch (TimeoutException e) {
            return JdkSighting.none(
                    "the JVM did not run its program within "
                            + Patience.with(START).toSeconds() + " s",
                    false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted");
        } catch (ExecutionException e) {
            throw new BenchException("cannot read the output of the JVM: " + e.getCause(), e);
        }
    }

    /** Reads the output up to the line of the program; returns false if the JVM ended before. */
    private static boolean readLog(Process process, StringBuilder log) {
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("ready")) {
                    return true;
                }
                log.append(line).append('\n');
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static JdkSighting sighting(long pid, Optional<Bytes> logged) {
        Jvm seen = LiveFacts.takeForAdvice(Roots.host(), List.of(pid), Manner.sparing(Contact.whereDenied()))
                .jvms()
                .get(0);
        Fact<Backing> heap = seen.region(RegionName.HEAP).backing();
        if (heap instanceof Fact.Absent<Backing> absent) {
            return JdkSighting.none("the pages of the heap are unknown: " + absent.source(), false);
        }
        Backing backing = heap.known().orElseThrow().likely();
        return new JdkSighting(
                backing.kind(),
                backing.residentMax(),
                logged,
                backing.kind().isEmpty() ? "the pages of the heap are within bounds only" : "",
                false);
    }

    private static String program() {
        try {
            return Path.of(Waits.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
