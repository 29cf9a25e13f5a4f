package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.run.host.IdleMemory;
import io.github.hpjvm.bench.run.watch.ProcessClock;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.TrialTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measures the turns of a trial: CPU time and work of the process at two moments, and its pages before and after. */
final class TurnMeasure {
    private static final double NANOS = 1e9;

    private final TargetProcess target;
    private final Blocks blocks;
    private final NewMemory added;
    private final WorkMeter work;
    private final Pause pause;
    private final List<Double> slowIdleReads = new ArrayList<>();

    /** Creates it for the blocks of a trial. */
    TurnMeasure(TargetProcess target, Blocks blocks, NewMemory added, WorkMeter work, Pause pause) {
        this.target = target;
        this.blocks = blocks;
        this.added = added;
        this.work = work;
        this.pause = pause;
    }

    /** Waits while a turn lasts. */
    interface Pause {
        void sleep(Duration time) throws TargetProcess.EndedException, StopException;
    }

    /** For each turn that was long enough, the share of slow reads of idle memory in per cent. */
    List<Double> slowIdleReads() {
        return slowIdleReads;
    }

    /**
     * Measures a turn.
     *
     * @param split whether the base pages are those of a split
     */
    TrialTurn turn(int round, PageState state, Duration time, boolean split)
            throws TargetProcess.EndedException, StopException {
        PagesSeen atStart = target.look(blocks);
        IdleMemory idle = IdleMemory.start();
        skip();
        Sample before = sample();
        pause.sleep(time);
        Sample after = sample();
        idle.slowReadsPercent().ifPresent(slowIdleReads::add);
        PagesSeen atEnd = target.look(blocks);
        Optional<String> failure = before.failure().or(after::failure);
        boolean counted = before.work().isPresent() && after.work().isPresent();
        return new TrialTurn(
                round,
                state,
                (after.nanos() - before.nanos()) / NANOS,
                (after.cpu() - before.cpu()) / NANOS,
                counted
                        ? OptionalDouble.of(
                                after.work().getAsDouble() - before.work().getAsDouble())
                        : OptionalDouble.empty(),
                atStart.hugeShare(),
                atEnd.hugeShare(),
                split ? Math.max(0, atEnd.basePages() - atStart.basePages()) : 0,
                added.share(),
                failure);
    }

    /** The work of the change before a turn is not counted. A meter that fails says so in the reading that follows. */
    private void skip() {
        try {
            work.skip();
        } catch (WorkMeter.UnreadableWorkException e) {
            return;
        }
    }

    /** CPU time, work and time at one moment. */
    private record Sample(long cpu, OptionalDouble work, long nanos, Optional<String> failure) {}

    private Sample sample() throws TargetProcess.EndedException {
        OptionalDouble count = OptionalDouble.empty();
        Optional<String> failure = Optional.empty();
        try {
            count = work.read();
        } catch (WorkMeter.UnreadableWorkException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        long pid = target.process().pid();
        long cpu = ProcessClock.nanos(pid).orElseThrow(() -> new TargetProcess.EndedException(pid));
        return new Sample(cpu, count, System.nanoTime(), failure);
    }
}
