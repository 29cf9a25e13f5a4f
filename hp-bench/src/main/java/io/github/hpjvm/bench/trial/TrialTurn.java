package io.github.hpjvm.bench.trial;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured turn.
 *
 * @param round its round, from 1
 * @param state the pages that it was to have
 * @param seconds measured wall time
 * @param cpuSeconds CPU time of the process in this time
 * @param work increase of the counter of work; empty without such a counter
 * @param hugeAtStart share of the blocks that a huge page backed at its start
 * @param hugeAtEnd the same at its end
 * @param refilled base pages of the blocks that got memory in it, after a split
 * @param grown memory of the regions that got pages after the trial began, as a share of the blocks: it does not alternate
 * @param failure why the turn could not be measured; empty if it was
 */
public record TrialTurn(
        int round,
        PageState state,
        double seconds,
        double cpuSeconds,
        OptionalDouble work,
        double hugeAtStart,
        double hugeAtEnd,
        long refilled,
        double grown,
        Optional<String> failure) {

    /** CPU time of a page fault, which clears a page: 0.5 to 1 µs on hardware, more on a virtual machine. */
    private static final double FAULT_SECONDS = 1e-6;

    /** Share of the CPU time of a turn that these faults may be. */
    private static final double MOST_FAULTS = 0.01;

    /** Share of the blocks that must have the pages of the turn, at its start and at its end. */
    static final double REALISED = 0.95;

    /** Returns whether the blocks had the pages of the turn at its start and at its end. */
    public boolean isRealised() {
        return isRealised(state, hugeAtStart, hugeAtEnd);
    }

    /** Returns whether shares of huge blocks at two moments are those of a state. */
    public static boolean isRealised(PageState state, double atStart, double atEnd) {
        return state == PageState.THP ? Math.min(atStart, atEnd) >= REALISED : Math.max(atStart, atEnd) <= 1 - REALISED;
    }

    /** Why the turn does not count, as a clause; empty if it does. */
    public Optional<String> notCounted() {
        if (failure.isPresent()) {
            return failure;
        }
        if (!isRealised()) {
            double worse = state == PageState.THP ? Math.min(hugeAtStart, hugeAtEnd) : Math.max(hugeAtStart, hugeAtEnd);
            return Optional.of(String.format(Locale.ROOT, "%.0f %% of the blocks are huge", worse * 100));
        }
        if (isGrown()) {
            return Optional.of(grownWords());
        }
        if (!(work.orElse(seconds) > 0)) {
            return Optional.of("the counter of work did not grow");
        }
        if (isRefilled()) {
            return Optional.of("the process got " + refilled
                    + " base pages back by page faults: a split had freed or unmapped them");
        }
        return isUsual(cpuSeconds) && isUsual(cost(work.orElse(seconds)))
                ? Optional.empty()
                : Optional.of("the process used no CPU time, or the counter of work grew too far");
    }

    /** How far the regions have grown, as a clause. */
    String grownWords() {
        return String.format(
                Locale.ROOT,
                "the regions have grown by %.0f %% of the blocks since the trial began, and the new memory does not"
                        + " alternate",
                grown * 100);
    }

    /** Returns whether so much memory has the same pages in both states that the ratio is too near to 1. */
    public boolean isGrown() {
        return grown > 1 - REALISED;
    }

    /**
     * Returns whether the cost contains page faults that the trial has made. Since Linux 6.12 a split frees base pages that are full
     * of zeros (try_to_map_unused_to_zeropage in {@code mm/migrate.c}), and the next write to each is a fault. A split of shared
     * memory unmaps its pages, and the next access to each is a fault ({@code TargetProcess.mapAgain} makes these before). Neither huge pages
     * nor the pages before the trial have these faults, so they are no cost of base pages.
     */
    public boolean isRefilled() {
        return state == PageState.BASE && refilled * FAULT_SECONDS > MOST_FAULTS * cpuSeconds;
    }

    /** CPU seconds per unit of work, or per second if work is not counted; empty if the turn does not count. */
    OptionalDouble cost() {
        return notCounted().isPresent() ? OptionalDouble.empty() : OptionalDouble.of(cost(work.orElse(seconds)));
    }

    private double cost(double units) {
        return cpuSeconds / units;
    }

    /** Returns whether a ratio of two such numbers is positive and finite. */
    private static boolean isUsual(double value) {
        return value > 1e-150 && value < 1e150;
    }
}
