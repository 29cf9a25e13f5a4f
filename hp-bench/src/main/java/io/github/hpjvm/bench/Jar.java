package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.jar.JarLooks;
import io.github.hpjvm.bench.run.jar.JarOptions;
import io.github.hpjvm.bench.run.jar.JarSelection;
import io.github.hpjvm.bench.run.jar.JarSubject;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.util.Optional;

/** A campaign of the benchmarks in a JMH jar of the user: {@code hp-cli bench run --jar}. */
public final class Jar {
    private Jar() {}

    /**
     * Forks the jar's benchmarks under each variant, round by round; otherwise like {@link Bench#measure}.
     *
     * @throws UsageException if the options are invalid or the jar is not a JMH jar; then nothing has been measured
     * @throws BenchException if the host or the JVM prevents the campaign
     */
    public static Results measure(BenchOptions options, JarOptions jar, Console console) {
        jar.jmh().requireProfilers();
        TargetJvm jvm = TargetProbe.probe(options.jvm().orElseGet(TargetProbe::defaultHome));
        BenchOptions probed = options.on(TargetProbe::probe);
        JarSelection selection = JarSelection.of(jar, jvm);
        Bench.requirePossibleSlices(options, selection.whyForks());
        requireClassPath(options, selection.whyForks());
        Bench.requireMatchingGates(options.gates(), JarSubject.cases(probed, jar, jvm, selection), options.variants());
        return Bench.measure(probed, console, (interruption, output) -> {
            JarLooks known = probed.continued() ? known(Continuation.read(probed.output()), selection) : JarLooks.NONE;
            JarLooks looks = JarLooks.of(probed, jar, jvm, selection, known, interruption, output);
            if (interruption.requested()) {
                throw Bench.stoppedBeforeTheFirstFork(probed);
            }
            JarSubject subject = JarSubject.of(probed, jar, jvm, selection, looks);
            return new CampaignSetup(
                    subject.cases(),
                    jvm,
                    subject.maker(),
                    Optional.empty(),
                    jar.profilers(),
                    subject.perRun(),
                    jar.timeout(),
                    subject.said(),
                    selection.leftOut());
        });
    }

    /** Rejects options that need hp-bench's own class path for a jar whose path cannot be part of one. */
    static void requireClassPath(BenchOptions options, Optional<String> whyNot) {
        if (whyNot.isEmpty()) {
            return;
        }
        if (options.clock().equals(Optional.of(Clock.CPU))) {
            throw new UsageException(
                    "clock: CPU time cannot be measured: " + whyNot.get() + "; move the jar, or omit --clock cpu");
        }
        options.variants().stream()
                .filter(variant -> !variant.classPath().isEmpty())
                .findFirst()
                .ifPresent(variant -> {
                    throw new UsageException("variant: " + variant.name() + ": classpath: is not possible: "
                            + whyNot.get() + "; move the jar, or omit the variant");
                });
    }

    /** The clock and the division into turns are those of the first rounds: a look may show something else today. */
    private static JarLooks known(SavedCampaign earlier, JarSelection selection) {
        return JarLooks.known(selection, earlier::clock, earlier::look);
    }
}
