package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.console.error.BenchException;
import java.util.List;
import java.util.Optional;

/**
 * The runs of a campaign whose rounds have ended.
 *
 * @param stopped the reason why the rounds ended
 * @param whole whether all forks of the plan were run
 * @param failure why a round could not be completed, for example because the disk is full
 */
record EndedRounds(List<Run> runs, StopReason stopped, boolean whole, Optional<BenchException> failure) {
    /** Returns whether the user stopped the campaign before its first fork: it has nothing to report. */
    boolean nothingForked() {
        return stopped == StopReason.INTERRUPTED && runs.stream().noneMatch(Run::forked);
    }

    /**
     * Runs the timed rounds, then the profiled ones.
     *
     * @throws BenchException if forks cannot be run, and none has succeeded before
     */
    static EndedRounds of(Rounds rounds, Rounds.Forks forks, Campaign.Listener listener) {
        int before = forks.run(List.of(), listener).size();
        try {
            StopReason stopped = rounds.run(forks, listener);
            List<Run> timed = forks.run(List.of(), listener);
            if (stopped == StopReason.FAILED || stopped == StopReason.INTERRUPTED) {
                return new EndedRounds(timed, stopped, false, Optional.empty());
            }
            List<Job> profiled = rounds.profiled();
            List<Run> runs = forks.run(profiled, listener);
            boolean whole = runs.size() == timed.size() + profiled.size()
                    && runs.stream().skip(before).noneMatch(run -> run.status() == RunStatus.INTERRUPTED);
            return new EndedRounds(runs, whole ? stopped : StopReason.INTERRUPTED, whole, Optional.empty());
        } catch (BenchException e) {
            List<Run> runs = forks.run(List.of(), listener);
            if (runs.stream().skip(before).noneMatch(run -> run.status() == RunStatus.OK)) {
                throw e;
            }
            return new EndedRounds(runs, StopReason.INTERRUPTED, false, Optional.of(e));
        }
    }
}
