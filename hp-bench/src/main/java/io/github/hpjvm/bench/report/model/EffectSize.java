package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** The difference of one comparison in per cent and in absolute units, by one clock. */
public final class EffectSize {
    /** Per cent from which a decimal is not significant. */
    private static final double COARSE = 20;

    /** Width of an interval, in per cent, below which a decimal is significant all the same. */
    private static final double NARROW = 2;

    /** The name of a metric that has only a unit. */
    private static final Map<String, String> TIMES =
            Map.of("ns", "measured time", "us", "measured time", "ms", "measured time", "s", "measured time");

    private final Findings findings;
    private final Comparison comparison;
    private final Clock clock;

    EffectSize(Findings findings, Comparison comparison, Clock clock) {
        this.findings = findings;
        this.comparison = comparison;
        this.clock = clock;
    }

    /** The effect by the clock that decides the verdict. */
    EffectSize(Findings findings, Comparison comparison) {
        this(findings, comparison, comparison.clock());
    }

    /** The estimate: {@code 9.7 % less}. The ratio must be known. */
    String size() {
        double change = change(ratio().ratio().orElseThrow());
        return number(Math.abs(change)) + " %" + (change < 0 ? " less" : " more");
    }

    /** The interval, both ends in the direction of the estimate: {@code 8.8 to 14.1 %}. Empty without an interval. */
    Optional<String> range() {
        double sign = change(ratio().ratio().orElseThrow()) < 0 ? -1 : 1;
        return ratio().ci95().map(it -> {
            double one = sign * change(it.low());
            double other = sign * change(it.high());
            return number(Math.min(one, other)) + " to " + number(Math.max(one, other)) + " %";
        });
    }

    /** The difference in absolute units: {@code saves 3.1 of 32.1 ns}. Empty if the cost of baseline is unknown. */
    Optional<String> absolute() {
        Optional<Cost> base = Cost.of(findings, comparison.subject(), comparison.against(), clock);
        double ratio = ratio().ratio().orElseThrow();
        return base.map(cost -> {
            if (cost.higherIsBetter()) {
                return cost.text() + " becomes " + cost.times(1 / ratio).text();
            }
            Cost difference = cost.times(Math.abs(1 - ratio));
            return (ratio < 1 ? "saves " : "adds ")
                    + difference.number(cost)
                    + (ratio < 1 ? " of " : " on top of ")
                    + cost.text();
        });
    }

    /** Interval and absolute difference in brackets after a blank: {@code  (8.8 to 14.1 %; saves 3.1 of 32.1 ns)}. */
    String details() {
        List<String> parts = java.util.stream.Stream.of(range(), absolute())
                .flatMap(Optional::stream)
                .toList();
        return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
    }

    /** The measured quantity: {@code CPU time per operation}. */
    String noun() {
        return noun(findings, comparison.subject(), clock);
    }

    static String noun(Findings findings, Case subject, Clock clock) {
        boolean command = findings.ofCommand();
        String unit = findings.unit(subject.workload()).orElse("");
        boolean metric = command
                && (findings.results().options().setting().containsKey("metric")
                        || !unit.isEmpty() && !unit.equals("s"));
        boolean server = command && tookTurns(findings, subject);
        String per = !command || server && metric ? "operation" : server ? "load" : "run";
        if (clock == Clock.CPU) {
            return "CPU time per " + per;
        }
        if (metric && unit.isEmpty()) {
            return "metric";
        }
        return metric ? TIMES.getOrDefault(unit, unit) : "wall time per " + per;
    }

    /** Returns whether runs took turns; a command whose runs do is a server under a load. */
    private static boolean tookTurns(Findings findings, Case subject) {
        return findings.results().runs().stream()
                .anyMatch(run ->
                        run.job().subject().equals(subject) && run.timing().interleave() == Interleave.SLICES);
    }

    /** The largest change that an interval does not exclude, rounded up: {@code 4.1 %}. */
    public static String bound(Findings findings, List<Comparison> comparisons) {
        double most = comparisons.stream()
                .map(it -> new EffectSize(findings, it))
                .flatMapToDouble(EffectSize::largest)
                .max()
                .orElse(Double.NaN);
        double percent = Math.max(0.1, most);
        return percent < COARSE
                ? String.format(Locale.ROOT, "%.1f %%", Math.ceil(percent * 10 - 1e-9) / 10)
                : String.format(Locale.ROOT, "%.0f %%", Math.ceil(percent - 1e-9));
    }

    /** The distances of the ends of the interval from no change; none without an interval. */
    private DoubleStream largest() {
        return ratio().ci95().stream()
                .flatMapToDouble(it -> DoubleStream.of(Math.abs(change(it.low())), Math.abs(change(it.high()))));
    }

    /** Returns whether the whole interval lies within the margin that counts as no difference. */
    public static boolean negligible(Comparison comparison) {
        return comparison
                .ratio()
                .ci95()
                .filter(it -> it.inside(new RatioInterval(0.99, 1.01)))
                .isPresent();
    }

    /** The verdict as text: {@code faster}, {@code no difference}, {@code no verdict}. */
    public static String verdict(Verdict verdict) {
        return switch (verdict) {
            case FASTER -> "faster";
            case SLOWER -> "slower";
            case SAME -> "no difference";
            case INCONCLUSIVE -> "no verdict";
            case NOT_REALISED -> "did not get its pages";
        };
    }

    private RatioOfRounds ratio() {
        return comparison.by(clock);
    }

    /** The change in per cent: of the rate if the score is a rate, else of the cost. */
    private double change(double ratio) {
        boolean rate = comparison.subject().workload().higherIsBetter() && findings.ofCommand() && clock == Clock.WALL;
        return 100 * ((rate ? 1 / ratio : ratio) - 1);
    }

    /** A percentage, with a decimal unless the interval is too wide for it. */
    private String number(double percent) {
        boolean wide = ratio().ci95()
                .filter(it -> Math.abs(change(it.high()) - change(it.low())) < NARROW)
                .isEmpty();
        String text = String.format(Locale.ROOT, Math.abs(percent) < COARSE || !wide ? "%.1f" : "%.0f", percent);
        return text.equals("-0.0") ? "0.0" : text;
    }

    /**
     * Cost of an operation: the median of the rounds.
     *
     * @param value the cost in {@code unit}
     */
    public record Cost(double value, String unit, boolean higherIsBetter) {
        private static final List<String> UNITS = List.of("ns", "\u00b5s", "ms", "s");

        /** The median by one clock; empty if no round that counts has a value. */
        static Optional<Cost> of(Findings findings, Case subject, Variant variant, Clock clock) {
            List<Double> values = values(findings, subject, variant, clock);
            if (values.isEmpty()) {
                return Optional.empty();
            }
            double median = Figures.median(values);
            return Optional.of(
                    clock == Clock.CPU
                            ? nanos(median)
                            : new Cost(
                                            median,
                                            unit(findings, subject),
                                            subject.workload().higherIsBetter())
                                    .withoutZeros());
        }

        /** The values of the rounds: nanoseconds of CPU time, or scores. */
        public static List<Double> values(Findings findings, Case subject, Variant variant, Clock clock) {
            return findings.counting(subject, variant).stream()
                    .map(run -> clock == Clock.CPU ? run.timing().cpuPerOperation() : run.score())
                    .filter(OptionalDouble::isPresent)
                    .map(OptionalDouble::getAsDouble)
                    .toList();
        }

        private static String unit(Findings findings, Case subject) {
            String unit = findings.unit(subject.workload()).orElse("");
            // The unit of a command's score is the name of its metric.
            String known = findings.ofCommand() ? findings.unitOf(subject, unit) : "";
            if (!known.isEmpty()) {
                return known;
            }
            boolean time = !findings.ofCommand()
                    && unit.endsWith("/op")
                    && UNITS.contains(unit.substring(0, unit.length() - 3).replace("us", "\u00b5s"));
            return time ? unit.substring(0, unit.length() - 3).replace("us", "\u00b5s") : unit;
        }

        private static Cost nanos(double nanos) {
            double value = nanos;
            int unit = 0;
            while (value >= 1000 && unit < UNITS.size() - 1) {
                value /= 1000;
                unit++;
            }
            return new Cost(value, UNITS.get(unit), false);
        }

        /** This time in a smaller unit if it is below 1: JMH writes seconds by default. Other costs are unchanged. */
        private Cost withoutZeros() {
            int index = higherIsBetter ? -1 : UNITS.indexOf(unit.replace("us", "\u00b5s"));
            double smaller = value;
            while (smaller > 0 && smaller < 1 && index > 0) {
                smaller *= 1000;
                index--;
            }
            return smaller == value ? this : new Cost(smaller, UNITS.get(index), false);
        }

        Cost times(double factor) {
            return new Cost(value * factor, unit, higherIsBetter);
        }

        /** Value and unit: {@code 32.1 ns}. */
        String text() {
            return number(this) + " " + unit;
        }

        /** The value with the decimals of another cost; with two digits if it would be 0 or 1 of the last one. */
        String number(Cost like) {
            int decimals = like.value >= 100 ? 0 : like.value >= 10 ? 1 : Figures.decimals(like.value, 2);
            if (value > 0 && value * Math.pow(10, decimals) < 1) {
                decimals = Figures.decimals(value, 2) - 1;
            }
            return Figures.grouped(String.format(Locale.ROOT, "%." + decimals + "f", value));
        }
    }
}
