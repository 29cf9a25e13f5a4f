package io.github.hpjvm.bench.trial;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a trial.
 *
 * @param turns the measured turns, in their order
 * @param reason why it ended early; empty if it is complete
 * @param restore what the restore of the pages did; empty if the process had ended
 * @param steps the times of all steps
 */
public record TrialResult(
        List<TrialTurn> turns, TrialEnd end, String reason, Optional<RestoredPages> restore, StallHistogram steps) {
    public TrialResult {
        turns = List.copyOf(turns);
    }

    /** The answer. */
    public Gain gain() {
        return Gain.of(turns);
    }

    /** A turn in one line. */
    public static String line(TrialTurn turn, int rounds) {
        String work = turn.work().isPresent()
                ? String.format(Locale.ROOT, ", work %.0f", turn.work().getAsDouble())
                : "";
        String counts = turn.notCounted().map(why -> "; does not count: " + why).orElse("");
        return String.format(
                Locale.ROOT,
                "round %d of %d, %s: %.2f s CPU in %.2f s%s%s",
                turn.round(),
                rounds,
                turn.state().words(),
                turn.cpuSeconds(),
                turn.seconds(),
                work,
                counts);
    }
}
