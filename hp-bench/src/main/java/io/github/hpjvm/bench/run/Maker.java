package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.HostView;
import java.util.List;

/**
 * Makes one run of a job: a fork of a workload of ours, a fork of somebody's JMH jar, or a command. All that is said of
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
}
