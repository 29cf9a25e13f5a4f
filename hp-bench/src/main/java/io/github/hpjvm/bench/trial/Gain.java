package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answer of a trial: the cost on huge pages over the cost on base pages.
 *
 * @param ratio over the rounds of which both turns count
 * @param perWork whether the cost is CPU time per unit of work; else it is CPU time per second
 * @param cpus CPUs that the process used on average during the turns
 * @param refilled rounds that do not count because the process got pages back that a split had freed
 */
public record Gain(RatioOfRounds ratio, boolean perWork, double cpus, long refilled) {
    /** Both sides are the same process, so that nothing but time and pages differs, and order is drawn: no bias is expected. */
    private static final Optional<RatioInterval> NO_BIAS = Optional.of(new RatioInterval(1, 1));

    private static final double PER_CENT = 100;

    /** CPU time per second compares pages only under this condition. */
    static final String CONDITION = ", if the rate of the load does not depend on the pages";

    /** A process that uses less of a CPU has no load whose cost could be compared. */
    private static final double IDLE = 0.005;

    /** Compares the turns of each round. */
    public static Gain of(List<TrialTurn> turns) {
        Map<Integer, Double> base = new HashMap<>();
        Map<Integer, Double> huge = new HashMap<>();
        for (TrialTurn turn : turns) {
            OptionalDouble cost = turn.cost();
            if (cost.isPresent()) {
                (turn.state() == PageState.THP ? huge : base).put(turn.round(), cost.getAsDouble());
            }
        }
        List<Double> ratios = new ArrayList<>();
        huge.forEach((round, cost) -> {
            if (base.containsKey(round)) {
                ratios.add(cost / base.get(round));
            }
        });
        return new Gain(
                RatioOfRounds.of(ratios),
                turns.stream().anyMatch(turn -> turn.work().isPresent()),
                turns.stream().mapToDouble(TrialTurn::cpuSeconds).sum()
                        / Math.max(
                                1e-9,
                                turns.stream().mapToDouble(TrialTurn::seconds).sum()),
                turns.stream().filter(TrialTurn::isRefilled).count());
    }

    /** The verdict, as of a comparison of two variants. */
    public Verdict verdict() {
        Verdict verdict = ratio.verdict(NO_BIAS);
        return verdict != Verdict.NOT_REALISED && isIdle() ? Verdict.INCONCLUSIVE : verdict;
    }

    /** The interval; empty if there is no answer: too few rounds count, or the process had no load. */
    public Optional<RatioInterval> interval() {
        return isIdle() ? Optional.empty() : ratio.ci95();
    }

    /** The ratio, also of too few rounds for an interval; empty if no round counts, or the process had no load. */
    public Optional<Double> answered() {
        return isIdle() ? Optional.empty() : ratio.ratio();
    }

    /** Returns whether it had no load. CPU time per second is then that of its own threads, and differs by chance. */
    boolean isIdle() {
        Verdict verdict = ratio.verdict(NO_BIAS);
        return cpus < IDLE && (!perWork || verdict == Verdict.INCONCLUSIVE || verdict == Verdict.NOT_REALISED);
    }

    /** The compared cost, in words. */
    static String cost(boolean perWork) {
        return perWork ? "CPU time per unit of work" : "CPU time";
    }

    /** The answer in one sentence. */
    public String sentence() {
        return sentence(perWork ? " under this load." : " under this load" + CONDITION + ".");
    }

    /** The answer in one sentence, without the condition about the load. */
    String bareSentence() {
        return sentence(" under this load.");
    }

    private String sentence(String load) {
        String what = cost(perWork);
        if (ratio.ci95().isEmpty()) {
            return "No answer: " + rounds() + " of both states " + (ratio.rounds() == 1 ? "counts" : "count")
                    + ", and an interval needs 6."
                    + (refilled == 0
                            ? ""
                            : " In " + refilled + (refilled == 1 ? " round" : " rounds")
                                    + " the process got pages back that the split had freed or unmapped, which costs CPU time too.");
        }
        RatioInterval ci = ratio.ci95().get();
        double estimate = ratio.ratio().orElseThrow();
        Verdict verdict = verdict();
        if (isIdle()) {
            return "No answer: the process used " + String.format(Locale.ROOT, "%.2f", cpus * PER_CENT)
                    + " % of a CPU. Repeat the trial while the process has its load.";
        }
        return switch (verdict) {
            case FASTER ->
                "Huge pages save " + figure(1 - estimate) + " % of " + what + " (95 % interval: "
                        + figure(1 - ci.high()) + " to " + figure(1 - ci.low()) + " %)" + load;
            case SLOWER ->
                "Huge pages cost " + figure(estimate - 1) + " % more " + what + " (95 % interval: "
                        + figure(ci.low() - 1) + " to " + figure(ci.high() - 1) + " %)" + load;
            case SAME ->
                "Huge pages make no difference of more than 1 % to " + what + " (95 % interval: " + change(ci) + ")"
                        + load;
            default ->
                "No difference was found; with huge pages, " + what + " changes by " + signed(estimate - 1)
                        + " % (95 % interval: " + change(ci) + ")" + load;
        };
    }

    private String rounds() {
        return ratio.rounds() + (ratio.rounds() == 1 ? " round" : " rounds");
    }

    private static String change(RatioInterval ci) {
        return signed(ci.low() - 1) + " to " + signed(ci.high() - 1) + " %";
    }

    private static String figure(double share) {
        return String.format(Locale.ROOT, "%.1f", share * PER_CENT);
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.1f", share * PER_CENT);
    }
}
