package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of docs/METHOD.md, from seeded simulations: the same figures on every machine. */
final class MethodTables {
    static final int TRIALS = 2000;
    static final int[] ROUNDS = {6, 10, 20};

    private static final long SEED = 20260101;
    private static final double RATIO = 0.95;
    private static final int MOST_ROUNDS = 40;

    private MethodTables() {}

    /** The share of 2000 simulated campaigns with a property. */
    static double share(long seed, Function<Random, Boolean> trial) {
        Random random = new Random(seed);
        return IntStream.range(0, TRIALS).filter(i -> trial.apply(random)).count() / (double) TRIALS;
    }

    static double coverage(Noise noise, int rounds) {
        return share(
                seed(1, noise.ordinal(), rounds),
                random -> SimulatedCampaign.of(noise::series, rounds, RATIO, random)
                        .ratio()
                        .ci95()
                        .orElseThrow()
                        .contains(RATIO));
    }

    /** The share of FASTER and SLOWER without a difference. */
    static double falseAlarms(Noise noise, int rounds) {
        return share(
                seed(2, noise.ordinal(), rounds),
                random -> decided(SimulatedCampaign.of(noise::series, rounds, 1, random)));
    }

    /**
     * JMH in the same time. It has no second baseline, so three forks of hp-bench are one and a half of each of its
     * sides.
     */
    static double jmh(
            long seed,
            BiFunction<Integer, Random, double[][]> noise,
            int rounds,
            double ratio,
            Predicate<SimulatedJmh> says) {
        return share(seed, random -> says.test(SimulatedJmh.of(noise, rounds * 3 / 2, ratio, random)));
    }

    private static boolean decided(SimulatedCampaign campaign) {
        Verdict verdict = campaign.verdict();
        return verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
    }

    static long seed(int table, int row, int column) {
        return SEED + 1_000_000L * table + 1000L * row + column;
    }

    /** Lines of text, and rows that are computed when they are read. */
    private static final class Table {
        private final List<String> text = new ArrayList<>();
        private final List<Supplier<String>> rows = new ArrayList<>();

        void add(String line) {
            text.add(line);
        }

        void row(Supplier<String> row) {
            rows.add(row);
        }

        /** The first rows of it, up to a number. */
        List<String> lines(int most) {
            return Stream.concat(text.stream(), rows.stream().limit(most).map(Supplier::get))
                    .toList();
        }
    }

    /** All tables, as Markdown. */
    static String all() {
        return tables().parallelStream()
                .map(table -> String.join("\n", table.lines(Integer.MAX_VALUE)) + "\n")
                .collect(Collectors.joining("\n"));
    }

    /** The text and the first row of each table: the part of {@link #all} that is computed in seconds. */
    static List<List<String>> beginnings() {
        return tables().parallelStream().map(table -> table.lines(1)).toList();
    }

    private static Table coverageTable() {
        Table table = new Table();
        table.add("Share of " + TRIALS
                + " campaigns per cell in which the 95 % interval contains the true ratio (0.95):");
        table.add("");
        table.add("| machine | 6 rounds | 10 rounds | 20 rounds |");
        table.add("|---|---|---|---|");
        for (Noise noise : Noise.values()) {
            table.row(() -> row(
                    noise.label(),
                    IntStream.of(ROUNDS)
                            .mapToDouble(rounds -> coverage(noise, rounds))
                            .toArray()));
        }
        table.row(() -> row(
                "theory, for every machine",
                IntStream.of(ROUNDS).mapToDouble(SignedRank::confidence).toArray()));
        return table;
    }

    /** The tables; each has its own seeds. */
    private static List<Table> tables() {
        List<Table> tables = new ArrayList<>(List.of(coverageTable(), biasTable(), falseAlarmTable(), powerTable()));
        List<RecordedNoise> recorded = RecordedNoise.ofThisProject();
        for (int i = 0; i < recorded.size(); i++) {
            tables.add(recordedTable(recorded.get(i), 10 + 3 * i));
        }
        RecordedSlices.ofThisProject().forEach(noise -> tables.add(slicesTable(noise)));
        tables.addAll(List.of(sequentialTable(), forVerdictTable(), unevenTable()));
        return tables;
    }

    /** Compared rules for the bias of an A/A pair. */
    enum Rule {
        NONE("A/A pair ignored") {
            @Override
            double distance(SignedRank pair, RatioInterval interval) {
                return 0;
            }
        },
        NEAR_END("near end of the A/A interval") {
            @Override
            double distance(SignedRank pair, RatioInterval interval) {
                return Math.max(0, Math.max(interval.low(), -interval.high()));
            }
        },
        SHOWN("A/A estimate, if its interval excludes 1") {
            @Override
            double distance(SignedRank pair, RatioInterval interval) {
                return interval.contains(0) ? 0 : Math.abs(pair.estimate());
            }
        },
        ESTIMATE("A/A estimate (current rule)") {
            @Override
            double distance(SignedRank pair, RatioInterval interval) {
                return Math.abs(pair.estimate());
            }
        },
        WIDTH("whole A/A interval (previous rule)") {
            @Override
            double distance(SignedRank pair, RatioInterval interval) {
                return Math.max(Math.abs(interval.low()), Math.abs(interval.high()));
            }
        };

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        /** In logarithms. */
        abstract double distance(SignedRank pair, RatioInterval interval);
    }

    /**
     * FASTER or SLOWER by a rule, on forks that differ by normal luck and nothing else.
     *
     * @param bias by which the second baseline and the variant cost more than baseline, in standard errors of a ratio
     * @param gain of the variant, in the same unit
     */
    static double underBias(double bias, double gain, int rounds, Rule rule) {
        double error = Math.sqrt(2.0 / rounds);
        return share(seed(40, (int) (10 * bias + gain), rounds), random -> {
            double[] pair = new double[rounds];
            double[] variant = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double baseline = random.nextGaussian();
                pair[round] = random.nextGaussian() - baseline + bias * error;
                variant[round] = random.nextGaussian() - baseline + (bias - gain) * error;
            }
            SignedRank aa = new SignedRank(pair);
            double distance = rule.distance(aa, aa.interval95().orElseThrow());
            RatioInterval interval = new SignedRank(variant).interval95().orElseThrow();
            return interval.high() < -distance || interval.low() > distance;
        });
    }

    private static Table biasTable() {
        Table lines = new Table();
        lines.add("Share of campaigns with the verdict FASTER or SLOWER after 20 rounds, by the rule that takes the"
                + " bias from the A/A pair. Bias and gain are in standard errors of a ratio. Without a gain each of"
                + " these verdicts is false:");
        lines.add("");
        lines.add("| rule for the bias | bias 0, no gain | 1 | 2 | 3 | 5 | bias 0, gain 3 | 4 | 5 |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        for (Rule rule : Rule.values()) {
            lines.row(() -> biasRow(rule));
        }
        return lines;
    }

    private static String biasRow(Rule rule) {
        List<Double> cells = new ArrayList<>();
        for (int bias : new int[] {0, 1, 2, 3, 5}) {
            cells.add(underBias(bias, 0, 20, rule));
        }
        for (int gain : new int[] {3, 4, 5}) {
            cells.add(underBias(0, gain, 20, rule));
        }
        return row(rule.label, cells);
    }

    private static Table falseAlarmTable() {
        Table lines = new Table();
        lines.add("Share of " + TRIALS + " campaigns per cell that find a difference where there is none (A/A). JMH has"
                + " as many forks as take the same time, 9 and 30 of each side:");
        lines.add("");
        lines.add(
                "| machine | FASTER or SLOWER, 6 rounds | 20 rounds | JMH, disjoint 99.9 % bars, 6 rounds' time | 20 |"
                        + " Welch on iterations at 95 %, 6 rounds' time | 20 |");
        lines.add("|---|---|---|---|---|---|---|");
        for (Noise noise : Noise.values()) {
            lines.row(() -> row(
                    noise.label(),
                    falseAlarms(noise, 6),
                    falseAlarms(noise, 20),
                    jmh(seed(3, noise.ordinal(), 6), noise::series, 6, 1, SimulatedJmh::barsAreDisjoint),
                    jmh(seed(3, noise.ordinal(), 20), noise::series, 20, 1, SimulatedJmh::barsAreDisjoint),
                    jmh(seed(4, noise.ordinal(), 6), noise::series, 6, 1, SimulatedJmh::welchSaysDifferent),
                    jmh(seed(4, noise.ordinal(), 20), noise::series, 20, 1, SimulatedJmh::welchSaysDifferent)));
        }
        return lines;
    }

    private static Table powerTable() {
        Table lines = new Table();
        lines.add("Share of campaigns that find a real gain (FASTER), by the variation between forks on an otherwise"
                + " quiet machine, and on a machine with all kinds of noise (JMH's bars are disjoint as often there"
                + " without any gain, see above):");
        lines.add("");
        lines.add("| machine | gain | 6 rounds | 10 rounds | 20 rounds | interval below 1, 20 rounds |"
                + " JMH, disjoint 99.9 % bars, 20 rounds' time |");
        lines.add("|---|---|---|---|---|---|---|");
        for (int luck : new int[] {1, 2, 5}) {
            BiFunction<Integer, Random, double[][]> noise =
                    (forks, random) -> Noise.luckOf(luck / 100.0, forks, random);
            addPowerRows(lines, "fork variation " + luck + " %", noise, luck);
        }
        addPowerRows(lines, Noise.ALL.label(), Noise.ALL::series, 0);
        return lines;
    }

    private static void addPowerRows(
            Table lines, String label, BiFunction<Integer, Random, double[][]> noise, int row) {
        for (int gain : new int[] {2, 3, 5, 10}) {
            lines.row(() -> powerRow(label, noise, row, gain));
        }
    }

    private static String powerRow(String label, BiFunction<Integer, Random, double[][]> noise, int row, int gain) {
        double ratio = 1 - gain / 100.0;
        List<Double> cells = new ArrayList<>();
        for (int rounds : ROUNDS) {
            cells.add(share(
                    seed(5, 20 * row + gain, rounds),
                    random -> SimulatedCampaign.of(noise, rounds, ratio, random).verdict() == Verdict.FASTER));
        }
        cells.add(share(
                seed(5, 20 * row + gain, 20),
                random -> SimulatedCampaign.of(noise, 20, ratio, random)
                                .ratio()
                                .ci95()
                                .orElseThrow()
                                .high()
                        < 1));
        cells.add(jmh(seed(6, 20 * row + gain, 20), noise, 20, ratio, SimulatedJmh::barsAreDisjoint));
        return row(label + " | " + gain + " %", cells);
    }

    /** Gains that are added to recorded noise of a real machine. */
    private static Table recordedTable(RecordedNoise recorded, int number) {
        Table lines = new Table();
        lines.add("The same with recorded noise: " + recorded.size() + " forks in the order in which they ran, cut at"
                + " random places (" + recorded.origin() + "). The first row is A/A:");
        lines.add("");
        lines.add("| gain | FASTER or SLOWER, 6 rounds | 10 rounds | 20 rounds | interval contains the gain, 6 rounds |"
                + " 20 | JMH, disjoint 99.9 % bars, 6 rounds' time | 20 |");
        lines.add("|---|---|---|---|---|---|---|---|");
        for (int gain : new int[] {0, 2, 3, 5, 10}) {
            lines.row(() -> recordedRow(recorded, number, gain));
        }
        return lines;
    }

    private static String recordedRow(RecordedNoise recorded, int number, int gain) {
        double ratio = 1 - gain / 100.0;
        List<Double> cells = new ArrayList<>();
        for (int rounds : ROUNDS) {
            cells.add(share(
                    seed(number, gain, rounds),
                    random -> decided(SimulatedCampaign.of(recorded::series, rounds, ratio, random))));
        }
        for (int rounds : new int[] {6, 20}) {
            cells.add(share(
                    seed(number + 1, gain, rounds),
                    random -> SimulatedCampaign.of(recorded::series, rounds, ratio, random)
                            .ratio()
                            .ci95()
                            .orElseThrow()
                            .contains(ratio)));
        }
        for (int rounds : new int[] {6, 20}) {
            cells.add(jmh(
                    seed(number + 2, gain, rounds), recorded::series, rounds, ratio, SimulatedJmh::barsAreDisjoint));
        }
        return row(gain + " %", cells);
    }

    /** FASTER or SLOWER in campaigns of recorded turns. */
    static double decidedBySlices(RecordedSlices noise, Clock clock, int rounds, int gain) {
        return share(
                seed(50 + clock.ordinal(), gain, rounds),
                random -> decided(noise.campaign(clock, rounds, 1 - gain / 100.0, random)));
    }

    static double coverageOfSlices(RecordedSlices noise, Clock clock, int rounds) {
        return share(
                seed(52 + clock.ordinal(), 0, rounds),
                random -> noise.campaign(clock, rounds, 1, random)
                        .ratio()
                        .ci95()
                        .orElseThrow()
                        .contains(1));
    }

    private static Table slicesTable(RecordedSlices noise) {
        Table lines = new Table();
        lines.add("Share of campaigns with the verdict FASTER or SLOWER on recorded turns of " + noise.size()
                + " rounds (" + noise.origin() + "). The columns on the right are of as many forks that ran one after"
                + " the other in the next minutes, by wall time: as rounds, and as plain JMH. The first row is A/A:");
        lines.add("");
        lines.add("| gain | slices, CPU time, 6 rounds | 10 | 20 | slices, wall time, 6 | 10 | 20 |"
                + " forks, 6 | 10 | 20 | JMH, disjoint bars, 6 rounds' time | 20 |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (int gain : new int[] {0, 1, 2, 3, 5}) {
            lines.row(() -> slicesRow(noise, gain));
        }
        lines.row(() -> slicesCoverage(noise));
        return lines;
    }

    private static String slicesRow(RecordedSlices noise, int gain) {
        double ratio = 1 - gain / 100.0;
        List<Double> cells = new ArrayList<>();
        for (Clock clock : Clock.values()) {
            for (int rounds : ROUNDS) {
                cells.add(decidedBySlices(noise, clock, rounds, gain));
            }
        }
        for (int rounds : ROUNDS) {
            cells.add(share(
                    seed(54, gain, rounds),
                    random -> decided(SimulatedCampaign.of(noise::series, rounds, ratio, random))));
        }
        for (int rounds : new int[] {6, 20}) {
            cells.add(jmh(seed(55, gain, rounds), noise::series, rounds, ratio, SimulatedJmh::barsAreDisjoint));
        }
        return row(gain + " %", cells);
    }

    private static String slicesCoverage(RecordedSlices noise) {
        List<Double> cells = new ArrayList<>();
        for (Clock clock : Clock.values()) {
            for (int rounds : ROUNDS) {
                cells.add(coverageOfSlices(noise, clock, rounds));
            }
        }
        return row("interval contains 1", cells) + " | | | | |";
    }

    /** Campaigns with a precision. */
    record Sequential(double coverage, double falseAlarms, double meanRounds) {}

    /** Two sides that do not differ; at most 40 rounds. */
    static Sequential sequential(Noise noise, double precision) {
        Precision wish = new Precision(precision);
        Random random = new Random(seed(7, noise.ordinal(), (int) Math.round(precision * 1000)));
        int covered = 0;
        int alarms = 0;
        long rounds = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            SimulatedCampaign campaign =
                    SimulatedCampaign.of(noise::series, MOST_ROUNDS, 1, random).until(wish);
            rounds += campaign.ratios().size();
            covered += campaign.ratio().ci95().orElseThrow().contains(1) ? 1 : 0;
            alarms += decided(campaign) ? 1 : 0;
        }
        return new Sequential(covered / (double) TRIALS, alarms / (double) TRIALS, rounds / (double) TRIALS);
    }

    private static Table sequentialTable() {
        Table lines = new Table();
        lines.add("Rounds added until intervals are precise enough (from 6 rounds, at most " + MOST_ROUNDS
                + "): coverage, share of FASTER or SLOWER where nothing differs, mean number of rounds:");
        lines.add("");
        lines.add("| machine | precision 5 % | 3 % | 2 % | 1 % |");
        lines.add("|---|---|---|---|---|");
        for (Noise noise : Noise.values()) {
            lines.row(() -> sequentialRow(noise));
        }
        return lines;
    }

    private static String sequentialRow(Noise noise) {
        StringBuilder row = new StringBuilder("| " + noise.label() + " |");
        for (double precision : new double[] {0.05, 0.03, 0.02, 0.01}) {
            Sequential it = sequential(noise, precision);
            row.append(String.format(
                    Locale.ROOT, " %s, %s, %.0f |", percent(it.coverage), percent(it.falseAlarms), it.meanRounds));
        }
        return row.toString();
    }

    private static Table forVerdictTable() {
        Table lines = new Table();
        lines.add("Accuracy of the rounds given for a verdict: share of campaigns, inconclusive after 10 rounds, that"
                + " have a verdict after the N more rounds, and after twice as many (N up to 50; 5 % gain):");
        lines.add("");
        lines.add("| fork variation | inconclusive after 10 | N, median | verdict after N | after 2 N |");
        lines.add("|---|---|---|---|---|");
        for (int luck : new int[] {2, 3, 5}) {
            lines.row(() -> forVerdictRow(luck));
        }
        return lines;
    }

    private static String forVerdictRow(int luck) {
        Random random = new Random(seed(8, luck, 0));
        int open = 0;
        int once = 0;
        int twice = 0;
        List<Integer> advised = new ArrayList<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            SimulatedCampaign whole =
                    SimulatedCampaign.of((forks, it) -> Noise.luckOf(luck / 100.0, forks, it), 110, RATIO, random);
            SimulatedCampaign ten = whole.first(10);
            if (ten.verdict() == Verdict.INCONCLUSIVE) {
                open++;
                int more = ten.forVerdict().orElseThrow().moreRounds();
                if (more <= 50) {
                    advised.add(more);
                    once += whole.first(10 + more).verdict() != Verdict.INCONCLUSIVE ? 1 : 0;
                    twice += whole.first(10 + 2 * more).verdict() != Verdict.INCONCLUSIVE ? 1 : 0;
                }
            }
        }
        advised.sort(null);
        return String.format(
                Locale.ROOT,
                "| %d %% | %s | %d | %s | %s |",
                luck,
                percent(open / (double) TRIALS),
                advised.get(advised.size() / 2),
                percent(once / (double) advised.size()),
                percent(twice / (double) advised.size()));
    }

    /** Noise of the variant only, and only upwards, which violates the assumption of the signed-rank interval. */
    static double unevenCoverage(int rounds) {
        return share(seed(9, 0, rounds), random -> {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                double luck = -0.05 * StrictMath.log(1 - random.nextDouble());
                ratios.add(RATIO * StrictMath.exp(luck - 0.05 + 0.01 * random.nextGaussian()));
            }
            return RatioOfRounds.of(ratios).ci95().orElseThrow().contains(RATIO);
        });
    }

    private static Table unevenTable() {
        Table lines = new Table();
        lines.add("Share of campaigns in which the interval contains the ratio of geometric means, if only the variant"
                + " varies, and only to higher cost (exponential, 5 %). The coverage is below 95 %:");
        lines.add("");
        lines.add("| 6 rounds | 10 rounds | 20 rounds |");
        lines.add("|---|---|---|");
        lines.row(() -> "| " + percent(unevenCoverage(6)) + " | " + percent(unevenCoverage(10)) + " | "
                + percent(unevenCoverage(20)) + " |");
        return lines;
    }

    private static String row(String label, List<Double> shares) {
        return row(label, shares.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String row(String label, double... shares) {
        StringBuilder row = new StringBuilder("| " + label + " |");
        for (double share : shares) {
            row.append(' ').append(percent(share)).append(" |");
        }
        return row.toString();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
