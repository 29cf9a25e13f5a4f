package io.github.hpjvm.bench.report.compare;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.TwoSamples;
import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The comparison of two campaigns. Their rounds are not paired: they are two samples from different times or machines.
 *
 * @param settings the settings that differ
 * @param rows one row for each case and variant that both measured
 * @param onlyIn lines that list workloads, cases and variants of only one campaign
 */
public record ResultsDifference(
        SavedResults before, SavedResults after, List<Setting> settings, List<Row> rows, List<String> onlyIn) {
    private static final String BASELINE = "baseline";

    /**
     * Rounds that an interval needs. In theory 2 and 11 rounds have one too, but two rounds do not show their spread.
     */
    private static final int FEWEST = 4;

    /** Two load averages whose distance and quotient are below these are alike: a campaign itself adds one to two. */
    private static final double NEAR = 2;

    private static final double ALIKE = 1.5;

    /** One setting; empty where a file does not record it. */
    public record Setting(String name, Optional<String> before, Optional<String> after) {}

    /** A ratio of B to A with the number of rounds of each; without an interval if there are too few rounds. */
    public record Shift(int roundsBefore, int roundsAfter, double ratio, Optional<RatioInterval> ci95) {}

    /**
     * One case and variant.
     *
     * @param cost cost of the variant in B over its cost in A
     * @param relative ratio to baseline in B over the ratio in A, in which a slower machine cancels out; empty for baseline
     *     itself and if A or B has no round with both
     */
    public record Row(Side side, Shift cost, Optional<Shift> relative) {
        /** Returns whether the ratio to baseline is missing for a variant other than baseline. */
        boolean lacksBaseline() {
            return relative.isEmpty() && !side.variant().startsWith(BASELINE);
        }
    }

    /**
     * Compares two campaigns.
     *
     * @throws UsageException if they have nothing in common, or too few rounds
     */
    public static ResultsDifference of(SavedResults before, SavedResults after) {
        List<Row> rows = new ArrayList<>();
        Set<Side> sides = new LinkedHashSet<>(before.sides());
        sides.addAll(after.sides());
        for (Side side : sides) {
            Optional<String> unitBefore = before.unit(side);
            Optional<String> unitAfter = after.unit(side);
            if (unitBefore.isPresent() && unitAfter.isPresent()) {
                requireSameUnit(side, before, unitBefore.get(), after, unitAfter.get());
                requireFewRounds(side, before);
                requireFewRounds(side, after);
                rows.add(row(side, before, after));
            }
        }
        if (rows.isEmpty()) {
            throw new UsageException(before.name() + " and " + after.name() + " have no case and variant in common");
        }
        if (rows.stream().allMatch(row -> row.cost().ci95().isEmpty())) {
            Shift first = rows.get(0).cost();
            throw new UsageException("too few rounds to compare: "
                    + rows.get(0).side().subject() + " "
                    + rows.get(0).side().variant() + " has " + first.roundsBefore() + " rounds in " + before.name()
                    + " and " + first.roundsAfter() + " in " + after.name()
                    + ", no other case has more, and an interval needs " + FEWEST
                    + " of each; add rounds with --continue DIR");
        }
        List<String> onlyIn = new ArrayList<>(onlyIn(before, after));
        onlyIn.addAll(onlyIn(after, before));
        return new ResultsDifference(before, after, settings(before, after), List.copyOf(rows), List.copyOf(onlyIn));
    }

    /** Returns whether both campaigns recorded their load, and it differs clearly. */
    boolean isUnderAnotherLoad() {
        double least = Math.min(before.load().orElse(Double.NaN), after.load().orElse(Double.NaN));
        double most = Math.max(before.load().orElse(Double.NaN), after.load().orElse(Double.NaN));
        return most - least >= NEAR && most >= ALIKE * least;
    }

    /** Lists what only the first campaign has: one line for whole workloads, then one line for each case. */
    private static List<String> onlyIn(SavedResults one, SavedResults other) {
        Set<String> known = other.sides().stream().map(Side::workload).collect(Collectors.toSet());
        Set<String> workloads = new LinkedHashSet<>();
        Map<String, String> cases = new LinkedHashMap<>();
        for (Side side : one.sides()) {
            if (!known.contains(side.workload())) {
                workloads.add(side.workload());
            } else if (other.unit(side).isEmpty()) {
                cases.merge(side.subject(), " " + side.variant(), (first, next) -> first + "," + next);
            }
        }
        List<String> lines = new ArrayList<>();
        String where = "only in " + one.name() + ": ";
        if (!workloads.isEmpty()) {
            lines.add(where + String.join(", ", workloads));
        }
        cases.forEach((subject, variants) -> lines.add(where + subject + variants));
        return lines;
    }

    private static void requireSameUnit(
            Side side, SavedResults before, String unitBefore, SavedResults after, String unitAfter) {
        if (!unitBefore.equals(unitAfter)) {
            throw new UsageException(side.subject() + " " + side.variant() + " cannot be compared: its unit is "
                    + unitBefore + " in " + before.name() + " and " + unitAfter + " in " + after.name());
        }
        if (!before.higherIsBetter(side).equals(after.higherIsBetter(side))) {
            boolean first = before.higherIsBetter(side).equals(Optional.of(true));
            throw new UsageException(side.subject() + " " + side.variant() + " cannot be compared: more " + unitBefore
                    + " is better in " + (first ? before : after).name() + ", and worse in "
                    + (first ? after : before).name());
        }
    }

    /**
     * Limits the rounds, because all differences of two samples are sorted and their number is the product of the
     * rounds.
     */
    private static void requireFewRounds(Side side, SavedResults results) {
        int rounds = results.costs(side).size();
        if (rounds > BenchOptions.MOST_ROUNDS) {
            throw new UsageException(side.subject() + " " + side.variant() + " has " + rounds + " rounds in "
                    + results.name() + "; at most " + BenchOptions.MOST_ROUNDS + " can be compared");
        }
    }

    private static Row row(Side side, SavedResults before, SavedResults after) {
        Shift cost = shift(before.costs(side).values(), after.costs(side).values());
        Collection<Double> relativeBefore = relative(side, before);
        Collection<Double> relativeAfter = relative(side, after);
        Optional<Shift> relative =
                side.variant().equals(BASELINE) || relativeBefore.isEmpty() || relativeAfter.isEmpty()
                        ? Optional.empty()
                        : Optional.of(shift(relativeBefore, relativeAfter));
        return new Row(side, cost, relative);
    }

    private static Collection<Double> relative(Side side, SavedResults results) {
        Map<Integer, Double> baseline = results.costs(side.as(BASELINE));
        return results.costs(side).entrySet().stream()
                .filter(round -> baseline.containsKey(round.getKey()))
                .map(round -> round.getValue() / baseline.getOrDefault(round.getKey(), Double.NaN))
                .toList();
    }

    private static Shift shift(Collection<Double> before, Collection<Double> after) {
        TwoSamples logs = new TwoSamples(logs(before), logs(after));
        return new Shift(
                before.size(),
                after.size(),
                Math.exp(logs.shift()),
                logs.interval95()
                        .filter(it -> before.size() >= FEWEST && after.size() >= FEWEST)
                        .map(it -> new RatioInterval(Math.exp(it.low()), Math.exp(it.high()))));
    }

    private static double[] logs(Collection<Double> costs) {
        return costs.stream().mapToDouble(Math::log).toArray();
    }

    private static List<Setting> settings(SavedResults before, SavedResults after) {
        Set<String> names = new LinkedHashSet<>(before.setting().keySet());
        names.addAll(after.setting().keySet());
        return names.stream()
                .map(name -> new Setting(
                        name,
                        Optional.ofNullable(before.setting().get(name)),
                        Optional.ofNullable(after.setting().get(name))))
                .filter(setting -> !Objects.equals(setting.before(), setting.after()))
                .toList();
    }
}
