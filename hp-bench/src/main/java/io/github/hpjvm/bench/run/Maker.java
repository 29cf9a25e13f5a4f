package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.process.Interruption;
import java.util.List;
import java.util.Optional;

/**
 * Runs jobs: forks of an hp-bench workload, forks of a user's JMH jar, or a command. Rounds, ratios, verdicts and
 * reports are the same for all of them.
 */
public interface Maker {

    /**
     * Starts the job, watches it, waits for its end, and ends all its processes. Never throws for a failure of the
     * program: the run holds its status.
     *
     * @param memory state of free memory now
     * @param interruption receives the action that ends the run, so that the user can stop it
     */
    Run run(Fork fork, MemoryMode memory, Interruption interruption);

    /** The JVM arguments of this job. */
    List<String> arguments(Job job);

    /** The reason why forks of this case cannot take turns; empty if they can. */
    Optional<String> whyForks(Case subject);

    /** The maximum heap of the program that a variant runs, without the flags of the variant; empty if unknown. */
    default Optional<Bytes> heap(Case subject, Variant variant) {
        return HostReader.heap(subject);
    }

    /**
     * Starts several forks of one case, lets them take turns, and waits for the end of all. A fork that fails does not
     * affect the others. Only for cases for which {@link #whyForks} is empty.
     *
     * @param memory state of free memory now
     * @param interruption receives the action that ends the runs, so that the user can stop them
     * @return the runs in the order of the forks
     */
    default List<Run> together(List<Fork> forks, MemoryMode memory, Interruption interruption) {
        throw new UnsupportedOperationException("forks of this kind do not take turns");
    }
}
