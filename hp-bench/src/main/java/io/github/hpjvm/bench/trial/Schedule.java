package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.stats.SignedRank;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The rounds of a trial and the lengths of a turn.
 *
 * @param rounds number of rounds
 * @param settle time after a change that is not measured
 * @param measure measured time of a turn, at most 15 s
 */
public record Schedule(int rounds, Duration settle, Duration measure) {
    /** Turns before the first change. */
    static final int FOUND_TURNS = 6;

    /** The part of the time that they take. */
    private static final int FOUND_PART = 4;

    /** Shorter turns would take time that the rounds of a large heap need. */
    private static final Duration LEAST_FOUND = Duration.ofSeconds(1);

    /** khugepaged and the process change pages meanwhile: a long turn does not keep its pages. */
    private static final Duration LONGEST_MEASURE = Duration.ofSeconds(15);

    private static final int MOST_ROUNDS = 100;

    /** Where none of the first rounds counts, the others will not either. */
    private static final int GIVEN_UP = 15;

    private static final Duration USUAL_ROUND = Duration.ofSeconds(20);
    private static final int USUAL_ROUNDS = 20;
    private static final Duration LEAST_MEASURE = Duration.ofMillis(500);
    private static final Duration LONGEST_SETTLE = Duration.ofSeconds(3);
    private static final int SETTLE_PART = 5;

    /** Two turns of the longest time, each with its pause. */
    private static final Duration LONGEST_ROUND =
            LONGEST_MEASURE.plus(LONGEST_SETTLE).multipliedBy(2);

    /** Time of a count of page walks. */
    private static final Duration COUNT = Duration.ofSeconds(3);

    /** The counts of both states take at most this part of the time. */
    private static final int COUNT_PART = 10;

    /** Thrown if the time is too short for the fewest rounds that have an interval. */
    public static final class TooShortException extends Exception {
        private static final long serialVersionUID = 1L;
        private final Duration least;

        TooShortException(Duration least) {
            super("the trial needs at least " + least.toSeconds() + " s");
            this.least = least;
        }

        /** The shortest time that suffices, in whole seconds. */
        public Duration least() {
            return least;
        }
    }

    /**
     * The turns before the first change.
     *
     * @param settle time before the first of them
     * @param measure measured time of each
     */
    public record Found(Duration settle, Duration measure) {

        /** Returns their number. */
        public int turns() {
            return FOUND_TURNS;
        }

        /** Returns their time, without that of readings. */
        Duration time() {
            return settle.plus(measure.multipliedBy(FOUND_TURNS));
        }
    }

    /** Returns the turns before the first change; empty if the time of the trial is too short for them. */
    public static Optional<Found> found(Duration time) {
        Duration part = time.dividedBy(FOUND_PART);
        Duration settle = part.dividedBy((long) FOUND_TURNS * SETTLE_PART);
        Duration measure = part.minus(settle).dividedBy(FOUND_TURNS);
        return measure.compareTo(LEAST_FOUND) < 0
                ? Optional.empty()
                : Optional.of(new Found(shorter(settle, LONGEST_SETTLE), shorter(measure, LONGEST_MEASURE)));
    }

    /** Returns a time of a trial, in whole seconds, that leaves so much behind the turns before its first change. */
    public static Duration total(Duration left) {
        Duration plain = Duration.ofSeconds(left.toSeconds() + 1);
        Duration longest = LONGEST_SETTLE.plus(LONGEST_MEASURE.multipliedBy(FOUND_TURNS));
        Duration total = shorter(left.multipliedBy(FOUND_PART).dividedBy(FOUND_PART - 1L), left.plus(longest));
        return found(plain).isEmpty() ? plain : Duration.ofSeconds(total.toSeconds() + 1);
    }

    /**
     * Returns what a trial has spent beside the turns before its first change: readings, and changes of the pages. A longer trial
     * spends that too.
     *
     * @param time of the trial
     * @param left of it
     * @param found the turns before the first change that were measured. If there were none, a longer trial may have some, with the
     *     readings of each
     * @param reading the time of a reading of the counter
     */
    public static Duration spent(Duration time, Duration left, Optional<Found> found, Duration reading) {
        Duration readings = found.isPresent() ? Duration.ZERO : reading.multipliedBy(2L * FOUND_TURNS);
        return time.minus(left)
                .minus(found.map(Found::time).orElse(Duration.ZERO))
                .plus(readings);
    }

    /**
     * Returns whether another round begins: the fewest rounds always, then as long as the time of a turn is left.
     *
     * @param done rounds that were measured
     * @param left the time of the trial that is left
     */
    public boolean goesOn(int done, Duration left) {
        return done < SignedRank.FEWEST || left.compareTo(settle.plus(measure)) >= 0;
    }

    /**
     * Returns the time of a count of page walks in each state; empty if the trial is too short for it.
     *
     * @param left the time of the trial that is left
     * @param change the time of the change of all blocks to base pages and back
     */
    public static Optional<Duration> count(Duration left, Duration change) {
        Duration both = COUNT.multipliedBy(2);
        boolean fits = left.compareTo(both.multipliedBy(COUNT_PART)) >= 0
                && left.minus(both).compareTo(least(change)) >= 0;
        return fits ? Optional.of(COUNT) : Optional.empty();
    }

    /**
     * Returns whether page walks are counted after the turns of a round: in the last one, if time is left for it.
     *
     * @param left the time of the trial that is left before the round
     */
    public boolean counts(int round, Duration left) {
        return round == rounds
                && left.compareTo(settle.plus(measure).multipliedBy(2).plus(COUNT)) >= 0;
    }

    /**
     * Divides the time.
     *
     * @param left the time of the trial that is left
     * @param change the time of the change of all blocks to base pages and back
     * @throws TooShortException if it is too short
     */
    public static Schedule of(Duration left, Duration change) throws TooShortException {
        // Longer turns first, and more rounds where the turns are as long as they may be: each round changes all pages.
        long usual = Math.min(USUAL_ROUNDS, left.dividedBy(USUAL_ROUND.plus(change)));
        long longest = Math.min(MOST_ROUNDS, left.dividedBy(LONGEST_ROUND.plus(change)));
        int rounds = (int) Math.max(SignedRank.FEWEST, Math.max(usual, longest));
        Duration turn = left.dividedBy(rounds).minus(change).dividedBy(2);
        Duration settle = shorter(turn.dividedBy(SETTLE_PART), LONGEST_SETTLE);
        Duration measure = shorter(turn.minus(settle), LONGEST_MEASURE);
        if (measure.compareTo(LEAST_MEASURE) < 0) {
            throw new TooShortException(least(change));
        }
        return new Schedule(rounds, settle, measure);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * The shortest time that suffices for the fewest rounds, in whole seconds.
     *
     * @param change the time of the change of all blocks to base pages and back
     */
    static Duration least(Duration change) {
        Duration leastTurn = LEAST_MEASURE.multipliedBy(SETTLE_PART).dividedBy(SETTLE_PART - 1L);
        Duration least = leastTurn.multipliedBy(2).plus(change).multipliedBy(SignedRank.FEWEST);
        return Duration.ofSeconds(least.toSeconds() + 1);
    }

    /**
     * Returns whether so many rounds may still count that there is an interval; a round counts if both its turns do.
     *
     * @param found the turns before the first change. If they can be compared, huge pages are compared with them also where the
     *     base pages of a split are no fair comparison ({@link TrialTurn#isRefilled})
     */
    public boolean canAnswer(List<TrialTurn> turns, List<TrialTurn> found) {
        long lost = lost(
                compared(found).isEmpty()
                        ? turns
                        : turns.stream().filter(turn -> !turn.isRefilled()).toList());
        return rounds - lost >= SignedRank.FEWEST && (lost < GIVEN_UP || lost < begun(turns));
    }

    /** Returns those of the turns before the first change that are compared: the first half of them only settles. */
    static List<TrialTurn> compared(List<TrialTurn> found) {
        return found.stream()
                .filter(turn -> turn.round() > FOUND_TURNS / 2)
                .filter(turn -> turn.notCounted().isEmpty())
                .toList();
    }

    /** Why no answer is possible, as a clause. */
    public String lostWords(List<TrialTurn> turns) {
        long lost = lost(turns);
        return rounds - lost < SignedRank.FEWEST
                ? "no answer is possible any more: " + lost + " of " + rounds
                        + " rounds do not count, and an interval needs 6"
                : "none of " + lost + " rounds counts";
    }

    private static int begun(List<TrialTurn> turns) {
        return turns.stream().mapToInt(TrialTurn::round).max().orElse(0);
    }

    /** The number of rounds with a turn that does not count. */
    public static long lost(List<TrialTurn> turns) {
        return turns.stream()
                .filter(turn -> turn.notCounted().isPresent())
                .mapToInt(TrialTurn::round)
                .distinct()
                .count();
    }
}
