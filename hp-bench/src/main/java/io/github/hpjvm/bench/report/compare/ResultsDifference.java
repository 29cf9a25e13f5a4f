package io.github.hpjvm.bench.report.compare;

import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.bench.stats.Interval;
import io.github.hpjvm.bench.stats.TwoSamples;
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
 * Two campaigns side by side. Their rounds are not paired: they are two samples, of other hours or other machines.
 *
 * @param settings what differs between them, beside the figures
 * @param rows a line for each case and variant that both measured
 * @param onlyIn workloads, cases and variants that one of them lacks, in lines
 */
public record ResultsDifference(
        SavedResults before, SavedResults after, List<Setting> settings, List<Row> rows, List<String> onlyIn) {
    private static final String BASELINE = "baseline";

    /** Of 2 and 11 rounds there is an interval too, in theory; but two rounds show nothing of their spread. */
    private static final int FEWEST = 4;

    /** One of the circumstances; empty where a file does not say. */
    public record Setting(String what, Optional<String> before, Optional<String> after) {}

    /** A ratio of B to A, from so many rounds of each; without an interval where these are too few. */
    public record Shift(int roundsBefore, int roundsAfter, double ratio, Optional<Interval> ci95) {}

    /**
     * @param cost of the variant in B over that in A
     * @param relative the same of its ratio to baseline, in which the machine cancels out; empty for baseline itself and
     *     where one of the two has no round with both
     */
    public record Row(Side side, Shift cost, Optional<Shift> relative) {
        /** Whether there is no ratio to baseline where there could be one. */
        boolean lacksBaseline() {
            return relative.isEmpty() && !side.variant().startsWith(BASELINE);
        }
    }

    /** @throws UsageException if there is nothing that can be compared */
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
            throw new UsageException("nothing can be told: "
                    + rows.get(0).side().subject() + " "
                    + rows.get(0).side().variant() + " has " + first.roundsBefore() + " rounds in " + before.name()
                    + " and " + first.roundsAfter() + " in " + after.name()
                    + ", and no other has more; an interval takes " + FEWEST + " of each");
        }
        List<String> onlyIn = new ArrayList<>(onlyIn(before, after));
        onlyIn.addAll(onlyIn(after, before));
        return new ResultsDifference(before, after, settings(before, after), List.copyOf(rows), List.copyOf(onlyIn));
    }

    /** What the other lacks: the workloads of which it has nothing on one line, else a line for each case. */
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
            throw new UsageException(side.subject() + " " + side.variant() + " is in " + unitBefore + " in "
                    + before.name() + " and in " + unitAfter + " in " + after.name() + ": these cannot be compared");
        }
    }

    /** All differences of two samples are sorted: their number is the product of the rounds. */
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
                .map(round -> round.getValue() / baseline.get(round.getKey()))
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
                        .map(it -> new Interval(Math.exp(it.low()), Math.exp(it.high()))));
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
