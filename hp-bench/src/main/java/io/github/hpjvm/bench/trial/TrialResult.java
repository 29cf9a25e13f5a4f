package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.plan.SlowIdleReads;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The result of a trial.
 *
 * @param found the turns before the first change; none if the blocks were not on base pages
 * @param turns the measured turns, in their order
 * @param reason why it ended early; empty if it is complete
 * @param restore what the restore of the pages did; empty if the process had ended
 * @param steps the times of all steps
 * @param slowIdleReads for each turn that lasted a second or more: of the pages of hp-cli that nothing had read during it, the
 *     share that took more than 2 µs to read, in per cent
 * @param walks figures of the CPU's counters; empty if this host has none
 */
public record TrialResult(
        List<TrialTurn> found,
        List<TrialTurn> turns,
        TrialEnd end,
        String reason,
        Optional<RestoredPages> restore,
        StallHistogram steps,
        List<Double> slowIdleReads,
        Optional<TurnWalks> walks) {
    public TrialResult {
        found = List.copyOf(found);
        turns = List.copyOf(turns);
        slowIdleReads = List.copyOf(slowIdleReads);
    }

    private static final int MEDIAN = 50;

    /** The result of a trial that the user declined: all blocks have the pages of before. */
    public static TrialResult declined(long pid, Blocks blocks, StallHistogram steps) {
        return new TrialResult(
                List.of(),
                List.of(),
                TrialEnd.DECLINED,
                "the user did not agree",
                Optional.of(new RestoredPages(pid, 0, 0, blocks.count(), OptionalLong.of(0))),
                steps,
                List.of(),
                Optional.empty());
    }

    /** The answer. */
    public Gain gain() {
        return Gain.of(turns);
    }

    /**
     * The comparison with the pages before the trial; empty if too few turns count, or if the host took idle memory away in half of
     * the turns. On such a host the copy to other memory alone can lower the cost, and these turns have no drawn order.
     */
    public Optional<FoundGain> foundGain() {
        return isIdleMemorySlow() ? Optional.empty() : FoundGain.of(found, turns);
    }

    private boolean isIdleMemorySlow() {
        double[] shares =
                slowIdleReads.stream().mapToDouble(Double::doubleValue).toArray();
        return shares.length > 0 && SlowIdleReads.isTooMuch(StatUtils.percentile(shares, MEDIAN));
    }

    /**
     * The answer in sentences. If the pages before the trial were measured, the comparison with them comes first: these pages
     * are what the service has. The condition about the load is in the first sentence only.
     */
    public List<String> answer() {
        if (!found.isEmpty() && isIdleMemorySlow()) {
            return List.of(
                    gain().sentence(),
                    "Huge pages are not compared with the pages before the trial, because the host takes idle memory away.");
        }
        return foundGain()
                .map(found -> List.of(found.sentence(), besides(found.perWork(), gain().bareSentence())))
                .orElse(List.of(gain().sentence()));
    }

    private static String besides(boolean perWork, String answer) {
        return "Compared with split pages, which lie together" + (perWork ? "" : ", under the same condition") + ": "
                + answer.substring(0, 1).toLowerCase(Locale.ROOT) + answer.substring(1);
    }

    /** The warning that the host takes idle memory away; empty if it does not. */
    public Optional<String> warning() {
        return SlowIdleReads.warning(slowIdleReads.stream().mapToDouble(Double::doubleValue));
    }

    /** A turn in one line. */
    public static String line(TrialTurn turn, int rounds) {
        return line(
                "round " + turn.round() + " of " + rounds + ", " + turn.state().words(), turn);
    }

    /** A turn before the first change, in one line. */
    public static String foundLine(TrialTurn turn) {
        return line("before a change, " + turn.round() + " of " + Schedule.FOUND_TURNS, turn);
    }

    private static String line(String name, TrialTurn turn) {
        String work = turn.work().isPresent()
                ? String.format(Locale.ROOT, ", work %.0f", turn.work().getAsDouble())
                : "";
        String counts = turn.notCounted().map(why -> "; does not count: " + why).orElse("");
        return String.format(
                Locale.ROOT, "%s: %.2f s CPU in %.2f s%s%s", name, turn.cpuSeconds(), turn.seconds(), work, counts);
    }
}
