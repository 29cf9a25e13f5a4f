package io.github.hpjvm.bench.run.jdk;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
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
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkSighting;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
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
import java.util.function.Consumer;

/** Starts a build of the JDK once for each case, reads the pages of its heap, and judges them. It changes no host setting. */
public final class JdkVerification {
    private static final Duration START = Duration.ofSeconds(30);
    private static final int UNIFIED_LOG = 9;

    private final TargetJvm jvm;

    private JdkVerification(TargetJvm jvm) {
        this.jvm = jvm;
    }

    /** Returns the verification of the build in a Java home. */
    public static JdkVerification of(Path home) {
        return new JdkVerification(TargetProbe.probe(home));
    }

    /** Returns the build, as it describes itself. */
    public TargetJvm jvm() {
        return jvm;
    }

    /**
     * Runs all cases, one after the other.
     *
     * @param progress gets the name of each case before it runs
     */
    public List<JdkResult> run(Consumer<String> progress) {
        List<JdkResult> results = new ArrayList<>();
        for (JdkCase test : JdkCase.of(jvm)) {
            progress.accept(test.name());
            results.add(run(test));
        }
        return results;
    }

    private JdkResult run(JdkCase test) {
        Prediction prediction = predict(test);
        if (prediction.starts().equals(Optional.of(false))) {
            return new JdkResult(
                    test,
                    JdkResult.Status.NOT_RUN,
                    Optional.empty(),
                    JdkSighting.none("", false),
                    prediction.refusal().lines().findFirst().orElse("the JVM does not start"),
                    List.of());
        }
        JdkResult result = new JdkJudge(jvm.version()).judge(test, prediction, start(test));
        boolean steady = heap(predict(test)).equals(heap(prediction));
        return steady
                ? result
                : new JdkResult(
                        test,
                        JdkResult.Status.UNKNOWN,
                        result.predicted(),
                        result.seen(),
                        "the settings of the host changed meanwhile",
                        List.of());
    }

    private static Optional<PageKind> heap(Prediction prediction) {
        return prediction.region(RegionName.HEAP).flatMap(RegionForecast::kind);
    }

    /** Predicts for the newest known update of the release, without its known bugs, on the host as it is now. */
    private Prediction predict(JdkCase test) {
        Host host = HostFacts.read(Roots.host(), HostReach.PREDICTION);
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
        try {
            return look(process);
        } finally {
            process.destroyForcibly();
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
