package io.github.hpjvm.bench;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.jar.JarOptions;
import io.github.hpjvm.bench.run.jar.JarSubject;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.Optional;

/** A campaign about a JMH jar of the user's: {@code hp-cli bench run --jar}. */
public final class Jar {
    private Jar() {}

    /**
     * Forks its benchmarks under each variant, round by round. As {@link Bench#measure} otherwise.
     *
     * @throws UsageException if the options cannot be, or it is no JMH jar, before anything is measured
     * @throws BenchException if the host or the JVM stands in the way
     */
    public static Results measure(BenchOptions options, JarOptions jar, Console console) {
        TargetJvm jvm = TargetProbe.probe(options.jvm().orElseGet(TargetProbe::ownHome));
        JarSubject subject = JarSubject.find(options, jar, jvm);
        Bench.requireSense(options.gates(), subject.cases(), options.variants());
        return Bench.measure(
                options,
                console,
                (interruption, say) -> new Measured(
                        subject.cases(),
                        jvm,
                        subject.maker(),
                        Optional.empty(),
                        subject.perRun(),
                        jar.timeout(),
                        subject.said()));
    }
}
