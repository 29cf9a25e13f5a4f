package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.process.Interruption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The object of a campaign: own workloads, a JMH jar, or a command.
 *
 * @param cases the cases on which variants are compared
 * @param jvm the JVM of the forks
 * @param maker makes one run
 * @param perf capabilities of perf for profiled rounds; empty if nothing is counted
 * @param profilers further profilers; each has its own round
 * @param perRun expected time of one run
 * @param limit timeout of a run
 * @param notes lines of the plan: how flags reach the JVM, results of preliminary runs
 * @param leftOut what only one of two programs has, so that it is not measured
 */
record CampaignSetup(
        List<Case> cases,
        TargetJvm jvm,
        Maker maker,
        Optional<PerfSetup> perf,
        Set<Profiler> profilers,
        ExpectedTimes.OfFork perRun,
        Duration limit,
        List<String> notes,
        List<String> leftOut) {

    CampaignSetup {
        cases = List.copyOf(cases);
        notes = List.copyOf(notes);
        leftOut = List.copyOf(leftOut);
    }

    /** Computes the setup while the host's lock is held and before the host is changed. */
    interface Preparation {
        /** @param output prints a line immediately */
        CampaignSetup prepare(Interruption interruption, Consumer<String> output);
    }
}
