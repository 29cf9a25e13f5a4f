package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a campaign measures: workloads of ours, a JMH jar, or a command.
 *
 * @param cases what variants are compared on
 * @param jvm the JVM that does the work
 * @param maker makes one run
 * @param perf what perf can do in rounds of their own; empty where nothing is counted
 * @param perRun how long one run is expected to take; zero if that is not known
 * @param limit after which a run is ended
 * @param said lines that belong to the plan: how flags go in, what was found out before
 */
record Measured(
        List<Case> cases,
        TargetJvm jvm,
        Maker maker,
        Optional<PerfSetup> perf,
        Duration perRun,
        Duration limit,
        List<String> said) {

    Measured {
        cases = List.copyOf(cases);
        said = List.copyOf(said);
    }

    /** Finds all of it out, when the host's lock is held and before anything on the host is changed. */
    interface Preparation {
        /** @param say shows a line to the user at once */
        Measured prepare(Interruption interruption, Consumer<String> say);
    }
}
