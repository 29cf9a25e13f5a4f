package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.ChangePace;
import io.github.hpjvm.bench.trial.Growth;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.Schedule;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.bench.trial.TrialTurn;
import io.github.hpjvm.bench.trial.TurnOrder;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** Measures a running process on base pages and on huge pages in turn, and restores its pages. */
public final class TrialRun {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e6;

    private final TargetProcess target;
    private final Blocks blocks;
    private final List<AddressRange> ranges;
    private final StallBound bound;
    private final WorkMeter work;
    private final BooleanSupplier interrupted;
    private final Consumer<String> progress;
    private final TurnCounters counters;
    private final PageChange change;
    private final List<TrialTurn> found = new ArrayList<>();
    private final List<TrialTurn> turns = new ArrayList<>();

    /**
     * Creates a trial.
     *
     * @param ranges of the regions in which the blocks lie
     * @param counters count page walks, where the CPU has the counters
     * @param interrupted whether the user asked to stop
     * @param progress gets a line for each turn
     */
    public TrialRun(
            TargetProcess target,
            Blocks blocks,
            List<AddressRange> ranges,
            StallBound bound,
            WorkMeter work,
            TurnCounters counters,
            BooleanSupplier interrupted,
            Consumer<String> progress) {
        this.counters = counters;
        this.target = target;
        this.blocks = blocks;
        this.ranges = List.copyOf(ranges);
        this.bound = bound;
        this.work = work;
        this.interrupted = interrupted;
        this.progress = progress;
        this.change = new PageChange(target, blocks, bound);
    }

    /**
     * Runs the trial.
     *
     * @param time of the whole trial without the restore
     * @throws BenchException if nothing could be saved, so that nothing was changed
     */
    public TrialResult run(Duration time, long seed) {
        ProcessPagesFile file = ProcessPagesFile.of(
                ProcessPagesFile.Kind.TRIAL, target.process().pid());
        ProcessPages own = Saved.save(file, target, blocks);
        try {
            Saved.requireAlone(target, ProcessPagesFile.Kind.COLLAPSE);
            Saved.requireSame(target, blocks);
        } catch (BenchException e) {
            delete(file, own);
            throw e;
        }
        TrialEnd end = TrialEnd.COMPLETE;
        String reason = "";
        List<Double> slowIdleReads = List.of();
        try {
            TurnMeasure measure =
                    new TurnMeasure(target, blocks, new NewMemory(target, ranges, blocks), work, this::sleep);
            slowIdleReads = measure.slowIdleReads();
            measure(measure, time, seed);
        } catch (StopException e) {
            end = e.end();
            reason = String.valueOf(e.getMessage());
        } catch (TargetProcess.EndedException e) {
            end = TrialEnd.TARGET_ENDED;
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) {
            try {
                restore(file, own)
                        .filter(done -> !done.isComplete())
                        .ifPresent(done -> progress.accept(again(done.text())));
            } catch (RuntimeException again) {
                progress.accept(again("its pages cannot be restored: " + Unreadable.why(again)));
                e.addSuppressed(again);
            }
            throw e;
        }
        return new TrialResult(
                found, turns, end, reason, restoreOrSay(file, own), bound.seen(), slowIdleReads, counters.walks());
    }

    /** Restores the pages at the end of the measurement. Its result is not lost if that fails. */
    private Optional<RestoredPages> restoreOrSay(ProcessPagesFile file, ProcessPages own) {
        try {
            return restore(file, own);
        } catch (RuntimeException e) {
            progress.accept(again("its pages cannot be restored: " + Unreadable.why(e)));
            return Optional.of(RestoredPages.unknown(target.process().pid(), blocks.count()));
        }
    }

    private String again(String what) {
        long pid = target.process().pid();
        return "process " + pid + ": " + what + ". To try again: sudo hp-cli trial " + pid + " --restore";
    }

    private Optional<RestoredPages> restore(ProcessPagesFile file, ProcessPages own) {
        Optional<RestoredPages> restored;
        try {
            bound.permitRestore(interrupted);
            restored = Optional.of(
                    PageRestore.run(target, blocks, bound, OptionalLong.of(blocks.resident()), () -> false));
        } catch (TargetProcess.EndedException e) {
            restored = Saved.ended(own, blocks.count(), () -> false);
        }
        // Else the next command tries again.
        if (restored.map(RestoredPages::isComplete).orElse(true)) {
            try {
                file.delete(own);
            } catch (IOException e) {
                // The result is not lost for that.
                progress.accept("cannot delete " + file.path() + ": " + e.getMessage());
            }
        }
        return restored;
    }

    private static void delete(ProcessPagesFile file, ProcessPages own) {
        try {
            file.delete(own);
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private void measure(TurnMeasure measure, Duration time, long seed)
            throws TargetProcess.EndedException, StopException {
        long begun = System.nanoTime();
        long deadline = begun + time.toNanos();
        readWork();
        Duration reading = Duration.ofNanos(System.nanoTime() - begun);
        Optional<Schedule.Found> before = measureFound(measure, Duration.ofNanos(deadline - System.nanoTime()));
        UnaryOperator<Duration> spent = left -> Schedule.spent(time, left, before, reading);
        // A change of blocks that are huge already takes no time.
        to(PageState.BASE);
        Duration there = toHuge(deadline, spent);
        Duration back = to(PageState.BASE);
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        Optional<Duration> count = counters.exist() ? Schedule.count(left, there.plus(back)) : Optional.empty();
        Duration counts = count.map(it -> it.multipliedBy(2)).orElse(Duration.ZERO);
        Schedule schedule = schedule(left.minus(counts), there.plus(back), spent.apply(left));
        progress.accept(schedule.rounds() + " rounds of 2 turns; " + seconds(schedule.measure())
                + " s of each turn are measured; a change to huge pages and back takes "
                + seconds(there.plus(back)) + " s");
        int round = 0;
        for (List<PageState> order : TurnOrder.draw(schedule.rounds(), seed)) {
            if (!schedule.goesOn(round, Duration.ofNanos(deadline - System.nanoTime()))) {
                progress.accept(
                        "the time is over after " + round + " rounds: the changes of the pages take longer now");
                return;
            }
            round++;
            boolean counted =
                    count.isPresent() && schedule.counts(round, Duration.ofNanos(deadline - System.nanoTime()));
            for (PageState state : order) {
                to(state);
                sleep(schedule.settle());
                TrialTurn turn = measure.turn(round, state, schedule.measure(), true);
                turns.add(turn);
                progress.accept(TrialResult.line(turn, schedule.rounds()));
                requireAnswer(schedule);
                if (hasGrown()) {
                    return;
                }
                if (counted) {
                    count(state, count.orElseThrow());
                }
            }
        }
    }

    /** Counts page walks after a turn, on its pages. */
    private void count(PageState state, Duration time) throws TargetProcess.EndedException, StopException {
        double before = target.hugeShare(blocks);
        TurnCounters.Running running = counters.start();
        List<IntervalCounts> counted;
        try {
            sleep(time);
        } finally {
            counted = running.end();
            running.await();
        }
        if (TrialTurn.isRealised(state, before, target.hugeShare(blocks))) {
            counters.add(state, counted);
        }
    }

    /** Ends a trial that can no longer have an interval. */
    private void requireAnswer(Schedule schedule) throws StopException {
        if (!schedule.canAnswer(turns, found)) {
            TrialTurn last = turns.stream()
                    .filter(turn -> turn.notCounted().isPresent())
                    .reduce((first, second) -> second)
                    .orElseThrow();
            boolean notRealised =
                    last.failure().isEmpty() && (!last.isRealised() || last.isGrown() || last.isRefilled());
            throw new StopException(
                    notRealised ? TrialEnd.NOT_REALISED : TrialEnd.NO_WORK,
                    schedule.lostWords(turns) + "; the last reason: "
                            + last.notCounted().orElse("")
                            + (notRealised && last.isGrown() ? ". " + Growth.REMEDY : ""));
        }
    }

    /** Returns whether the regions have grown for good after the rounds that an answer needs. Without these the trial ends here. */
    private boolean hasGrown() throws StopException {
        Optional<Growth> growth = Growth.lasting(found, turns);
        if (growth.isPresent() && !growth.get().answered()) {
            throw new StopException(TrialEnd.NOT_REALISED, growth.get().reason());
        }
        growth.ifPresent(it -> progress.accept("the trial ends: " + it.reason()));
        return growth.isPresent();
    }

    /**
     * Measures the pages as they are, if they are base pages: no later turn has pages that lie as these do.
     *
     * @return the turns; empty if there are none
     */
    private Optional<Schedule.Found> measureFound(TurnMeasure measure, Duration time)
            throws TargetProcess.EndedException, StopException {
        Optional<Schedule.Found> schedule = Schedule.found(time);
        double share = target.hugeShare(blocks);
        if (schedule.isEmpty() || !TrialTurn.isRealised(PageState.BASE, share, share)) {
            return Optional.empty();
        }
        sleep(schedule.get().settle());
        for (int number = 1; number <= schedule.get().turns(); number++) {
            TrialTurn turn = measure.turn(number, PageState.BASE, schedule.get().measure(), false);
            found.add(turn);
            progress.accept(TrialResult.foundLine(turn));
            // Without a round there is no answer yet: the trial ends if the regions have grown.
            hasGrown();
        }
        return schedule;
    }

    private Schedule schedule(Duration left, Duration change, Duration spent) throws StopException {
        try {
            return Schedule.of(left, change);
        } catch (Schedule.TooShortException e) {
            throw tooShort("", change, spent);
        }
    }

    private static StopException tooShort(String about, Duration change, Duration spent) {
        return new StopException(
                TrialEnd.TOO_SHORT,
                "a change to huge pages and back takes " + about + seconds(change) + " s: type --for "
                        + ChangePace.least(change, spent).toSeconds() + "s or more");
    }

    /**
     * The first change to huge pages. It ends early if its first blocks show that the trial is too short.
     *
     * @param spent what the trial has spent, by the time that is left
     */
    private Duration toHuge(long deadline, UnaryOperator<Duration> spent)
            throws TargetProcess.EndedException, StopException {
        long begun = System.nanoTime();
        Duration left = Duration.ofNanos(deadline - begun);
        ChangePace pace = new ChangePace(blocks.count(), left);
        boolean[] tooSlow = {false};
        Change done = change(
                PageState.THP,
                () -> tooSlow[0] || interrupted.getAsBoolean(),
                nanos -> tooSlow[0] = tooSlow[0] || pace.isTooSlow(nanos));
        requireGoesOn();
        if (tooSlow[0]) {
            throw tooShort("about ", pace.change(), spent.apply(left).plus(pace.change()));
        }
        requireRealised(PageState.THP, done);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Changes all blocks, and returns how long that took. */
    private Duration to(PageState state) throws TargetProcess.EndedException, StopException {
        long begun = System.nanoTime();
        Change done = change(state, interrupted, nanos -> {});
        requireGoesOn();
        requireRealised(state, done);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private Change change(PageState state, BooleanSupplier ends, LongConsumer times)
            throws TargetProcess.EndedException, StopException {
        if (state == PageState.THP) {
            Optional<String> lacking =
                    target.look(blocks).without(PageState.THP) == 0 ? Optional.empty() : target.lacking(blocks);
            if (lacking.isPresent()) {
                throw new StopException(TrialEnd.NO_ROOM, lacking.get());
            }
        }
        Change done = change.to(state, ends, times);
        if (done.lacking().isPresent()) {
            throw new StopException(TrialEnd.NO_ROOM, done.lacking().get());
        }
        if (bound.isReached()) {
            throw new StopException(
                    TrialEnd.STALL_BOUND,
                    String.format(
                            Locale.ROOT,
                            "three steps in a row took longer than --budget-stall, the longest %.1f ms; a larger value"
                                    + " permits longer stalls",
                            bound.seen().longest() / MILLIS));
        }
        return done;
    }

    private void requireRealised(PageState state, Change done) throws TargetProcess.EndedException, StopException {
        PagesSeen now = target.look(blocks);
        if (!TrialTurn.isRealised(state, now.hugeShare(), now.hugeShare())) {
            throw new StopException(TrialEnd.NOT_REALISED, done.notReached(state, now.without(state), now.resident()));
        }
    }

    private void requireGoesOn() throws TargetProcess.EndedException, StopException {
        if (interrupted.getAsBoolean()) {
            throw new StopException(TrialEnd.INTERRUPTED, "it was stopped");
        }
        target.requireAlive();
    }

    private OptionalDouble readWork() throws StopException {
        try {
            return work.read();
        } catch (WorkMeter.UnreadableWorkException e) {
            throw new StopException(TrialEnd.NO_WORK, String.valueOf(e.getMessage()));
        }
    }

    private void sleep(Duration time) throws TargetProcess.EndedException, StopException {
        long until = System.nanoTime() + time.toNanos();
        while (until - System.nanoTime() > 0) {
            LockSupport.parkNanos(Math.min(LOOK.toNanos(), until - System.nanoTime()));
            requireGoesOn();
        }
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / NANOS);
    }
}
