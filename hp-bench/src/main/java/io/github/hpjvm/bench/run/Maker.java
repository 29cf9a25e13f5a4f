package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import java.util.List;
import java.util.Optional;

/**
 * Makes the runs of jobs: forks of an hp-bench workload, forks of a user's JMH jar, or a command. All that is said of
 * runs - rounds, ratios, verdicts, reports - is the same for all of them.
 */
public interface Maker {

    /**
     * Starts it, watches it, waits for its end, and leaves nothing of it running. Never throws for what the program does:
     * how it ended is in the run.
     *
     * @param host what the host offers now
     * @param memory what free memory is like now
     * @param interruption told how to end the run, so that the user can
     */
    Run run(Job job, HostView host, MemoryMode memory, Interruption interruption);

    /** The arguments that the JVM of this job is given. */
    List<String> arguments(Job job);

    /** Why forks of this case cannot take turns; empty if they can. */
    Optional<String> whyForks(Case subject);

    /**
     * Starts several forks of one case, lets them take turns, and waits for the end of all. A fork that fails leaves the
     * others alone. Only for cases of which {@link #whyForks} is empty.
     *
     * @param memory what free memory is like now
     * @param interruption told how to end the runs, so that the user can
     * @return the runs in the order of the forks
     */
    default List<Run> together(List<Fork> forks, MemoryMode memory, Interruption interruption) {
        throw new UnsupportedOperationException("forks of this kind do not take turns");
    }
}
