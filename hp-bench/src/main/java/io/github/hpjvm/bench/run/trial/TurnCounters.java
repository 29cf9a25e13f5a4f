package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.bench.run.perf.PerfStat;
import io.github.hpjvm.bench.run.perf.PerfTarget;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.TurnWalks;
import io.github.hpjvm.bench.trial.WalkFigures;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the page walks of a process between turns, by {@code perf stat}, where the CPU has the counters. The kernel switches
 * the counters with each thread, and that time is CPU time of the process (__perf_event_task_sched_in in {@code
 * kernel/events/core.c}); so none runs during a turn.
 */
public final class TurnCounters {
    /** Much shorter than a count: perf may not complete the last interval. */
    private static final Duration INTERVAL = Duration.ofMillis(400);

    private static final Duration END = Duration.ofSeconds(3);

    private final String perf;
    private final Optional<EventChoice> choice;
    private final PerfTarget target;
    private final Map<PageState, List<IntervalCounts>> counts = new EnumMap<>(PageState.class);

    TurnCounters(String perf, Optional<EventChoice> choice, long pid) {
        this.perf = perf;
        this.choice = choice;
        this.target = new PerfTarget(Optional.of(pid));
    }

    /** Looks for the counters of this host. */
    public static TurnCounters of(long pid) {
        PerfSetup setup = PerfProbe.probeWithCodes();
        boolean can =
                MissingCounters.of(setup, new PerfTarget(Optional.of(pid))).isEmpty();
        return new TurnCounters(PerfProbe.binary(), setup.choice().filter(it -> can), pid);
    }

    /** Returns whether this host has them. */
    public boolean exist() {
        return choice.isPresent();
    }

    /** A counting that runs. */
    final class Running {
        private final Interruption interruption = new Interruption();
        private final List<IntervalCounts> intervals = new ArrayList<>();
        private final Optional<Thread> thread;

        private Running() {
            thread = choice.map(events -> new Thread(() -> count(events), "hp-bench counts page walks"));
            thread.ifPresent(it -> {
                it.setDaemon(true);
                it.start();
            });
        }

        private void count(EventChoice events) {
            try {
                new PerfStat(perf, events.specs(), target).count(INTERVAL, Optional.empty(), interruption, counted -> {
                    // perf prints the rest of an interval after the end of the count.
                    if (!interruption.requested()) {
                        add(counted);
                    }
                    return !interruption.requested();
                });
            } catch (BenchException e) {
                // Without perf there are no figures; the trial has its answer all the same.
            }
        }

        private synchronized void add(IntervalCounts counted) {
            intervals.add(counted);
        }

        /** Ends the counting, and returns the counts. */
        synchronized List<IntervalCounts> end() {
            interruption.request();
            return List.copyOf(intervals);
        }

        /** Waits until perf has ended: no step and no turn is beside it. */
        void await() {
            thread.ifPresent(it -> {
                try {
                    it.join(Patience.with(END).toMillis());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    /** Begins to count. */
    Running start() {
        return new Running();
    }

    /** Adds the counts of a state. */
    void add(PageState state, List<IntervalCounts> counted) {
        counts.computeIfAbsent(state, key -> new ArrayList<>()).addAll(counted);
    }

    /** The figures of all counts that were added; empty unless there are some of both states. */
    Optional<TurnWalks> walks() {
        List<IntervalCounts> base = counts.getOrDefault(PageState.BASE, List.of());
        List<IntervalCounts> huge = counts.getOrDefault(PageState.THP, List.of());
        return choice.filter(it -> !base.isEmpty() && !huge.isEmpty())
                .map(it -> new TurnWalks(WalkFigures.of(it, base), WalkFigures.of(it, huge)));
    }
}
