package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** A workload in results.json: what reports need to know of it. */
record WorkloadDocument(String name, String benchmark, Mode mode, Clock clock, Optional<Expectation> expectation) {
    /** The expected effect of huge pages. */
    record Expectation(
            String because, Optional<String> by, long noneUpTo, double within, Optional<Long> gainFrom, boolean small) {
        static Expectation of(ExpectedEffect effect) {
            return new Expectation(
                    effect.because(),
                    effect.by(),
                    effect.noneUpTo(),
                    effect.within(),
                    Optional.of(effect.gainFrom()).filter(from -> from != Long.MAX_VALUE),
                    effect.small());
        }

        ExpectedEffect effect() {
            return new ExpectedEffect(because, by, noneUpTo, within, gainFrom.orElse(Long.MAX_VALUE), small);
        }
    }

    static WorkloadDocument of(Workload workload) {
        return new WorkloadDocument(
                workload.name(),
                workload.benchmark(),
                workload.mode(),
                workload.clock(),
                workload.expectation().map(Expectation::of));
    }

    /** The workload without its parameters and JVM arguments, which its cases have. */
    Workload workload() {
        return new Workload(
                name,
                benchmark,
                mode,
                List.of(),
                Map.of(),
                Map.of(),
                Workload.Selection.DEFAULT,
                expectation.map(Expectation::effect),
                clock);
    }
}
