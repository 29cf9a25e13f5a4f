package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.counters.Event;
import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.IntervalCounts;
import io.github.hpjvm.bench.counters.Meaning;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.counters.TlbMeter;
import java.util.List;
import java.util.Optional;

/**
 * The figures of the CPU's counters on one kind of pages. A figure is empty if an event that it needs was not counted.
 *
 * @param dataWalksPer1000Instructions page walks of loads and stores
 * @param walkCyclesShare cycles with an active page walk as a share of all cycles
 */
public record WalkFigures(
        Optional<Double> dataWalksPer1000Instructions,
        Optional<Double> walkCyclesShare,
        Optional<Double> cyclesPerInstruction) {

    /** The figures of all intervals together. */
    public static WalkFigures of(EventChoice choice, List<IntervalCounts> intervals) {
        TlbFigures figures = new TlbMeter(choice).summary(intervals);
        Optional<Double> cycles = sum(choice, Meaning.CYCLES, intervals);
        Optional<Double> instructions = sum(choice, Meaning.INSTRUCTIONS, intervals);
        return new WalkFigures(
                figures.value(TlbFigure.DTLB_MPKI),
                figures.value(TlbFigure.WALK_CYCLES_SHARE),
                cycles.flatMap(some -> instructions.filter(it -> it > 0).map(it -> some / it)));
    }

    /** The count of an event; empty if it was not counted in all intervals. */
    private static Optional<Double> sum(EventChoice choice, Meaning meaning, List<IntervalCounts> intervals) {
        return choice.chosen().stream()
                .filter(event -> event.meaning() == meaning)
                .map(Event::name)
                .findFirst()
                .filter(name -> intervals.stream().allMatch(it -> it.counts().containsKey(name)))
                .map(name -> intervals.stream()
                        .mapToDouble(it -> it.counts().get(name))
                        .sum());
    }
}
