package io.github.hpjvm.bench.report;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.report.Table.Cell;
import io.github.hpjvm.bench.report.Table.Column;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.RunStatus;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report for people: cost by size and variant, the noise floor, what was proven, what it cost. */
public final class TextReport {
    private static final String INDENT = "  ";

    private final Results results;
    private final Comparisons comparisons;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private TextReport(Results results, boolean colour) {
        this.results = results;
        this.comparisons = results.comparisons();
        this.colour = colour;
    }

    /** The report as text, ending in a newline. */
    public static String write(Results results, boolean colour) {
        return new TextReport(results, colour).text();
    }

    private String text() {
        if (results.partial()) {
            lines.add("");
            lines.add(
                    Style.WARN.of("PARTIAL: stopped before the plan was done; what follows is what there is", colour));
        }
        results.cases().stream().map(Case::workload).distinct().forEach(this::workload);
        walks();
        notes();
        proven();
        price();
        counters();
        failures();
        return String.join("\n", lines) + "\n";
    }

    private void workload(Workload workload) {
        List<Case> cases = results.cases().stream()
                .filter(subject -> subject.workload().equals(workload))
                .toList();
        lines.add("");
        lines.add(Style.BOLD.of(workload.name(), colour) + "  " + unit(workload)
                + ", median of the rounds; ratio: cost against baseline, below 1 is better");
        lines.add("");
        List<Column> columns = new ArrayList<>();
        workload.params().keySet().forEach(name -> columns.add(Column.right(name)));
        columns.add(Column.right("baseline"));
        for (Variant variant : compared()) {
            columns.addAll(List.of(
                    Column.right(variant.name()),
                    Column.right("ratio"),
                    Column.left("95 % interval"),
                    Column.left("")));
        }
        Table table = new Table(columns);
        for (Case subject : cases) {
            List<Cell> row = new ArrayList<>();
            subject.params().values().forEach(value -> row.add(Cell.of(Figures.grouped(value))));
            row.add(Cell.of(score(subject, Variants.baseline())));
            compared().forEach(variant -> row.addAll(comparison(subject, variant)));
            table.row(row);
        }
        lines.addAll(table.lines(INDENT, colour));
        noiseFloor(cases);
    }

    private List<Cell> comparison(Case subject, Variant variant) {
        Comparison comparison = comparisons.against().stream()
                .filter(it -> it.subject().equals(subject) && it.variant().equals(variant))
                .findFirst()
                .orElseThrow();
        RatioOfRounds ratio = comparison.ratio();
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            return List.of(Cell.of("-"), Cell.of("-"), new Cell(why(subject, variant), Style.WARN), Cell.of(""));
        }
        return List.of(
                Cell.of(score(subject, variant)),
                Cell.of(ratio.ratio().map(Figures::ratio).orElse("-")),
                ratio.ci95()
                        .map(it -> Cell.of(Figures.interval(it)))
                        .orElse(new Cell("needs " + SignedRank.FEWEST + " rounds", Style.DIM)),
                verdict(comparison.verdict()));
    }

    /** No round has both sides; baseline may be the one that lacks. */
    private String why(Case subject, Variant variant) {
        for (Variant side : List.of(variant, Variants.baseline())) {
            List<Run> forks = runs(side).stream()
                    .filter(run -> run.job().subject().equals(subject))
                    .toList();
            String whose = side == variant ? "" : side.name() + " ";
            if (forks.isEmpty()) {
                return whose + "not measured";
            }
            if (forks.stream().noneMatch(run -> run.status() == RunStatus.OK)) {
                return whose + "did not end well";
            }
            if (forks.stream().noneMatch(run -> run.evidence().realised())) {
                return whose + "not realised";
            }
        }
        return "never in one round";
    }

    private static Cell verdict(Verdict verdict) {
        String word = verdict.name().toLowerCase(Locale.ROOT);
        return switch (verdict) {
            case FASTER -> new Cell(word, Style.GOOD);
            case SLOWER -> new Cell(word, Style.BAD);
            case SAME -> new Cell(word, Style.PLAIN);
            default -> new Cell(word, Style.DIM);
        };
    }

    private void noiseFloor(List<Case> cases) {
        if (cases.stream().anyMatch(comparisons.noiseFloor()::containsKey)) {
            lines.add("");
        }
        for (Case subject : cases) {
            RatioOfRounds floor = comparisons.noiseFloor().get(subject);
            if (floor != null) {
                String interval = floor.ci95()
                        .map(Figures::interval)
                        .orElse("no interval below " + SignedRank.FEWEST + " rounds");
                lines.add(INDENT + "noise floor  baseline against itself at " + Figures.params(subject) + ": "
                        + floor.ratio().map(Figures::ratio).orElse("-") + " " + interval);
            }
        }
    }

    private void notes() {
        TextNotes notes = new TextNotes(results, comparisons);
        if (!notes.lines().isEmpty()) {
            lines.add("");
            notes.lines().forEach(note -> lines.add(INDENT + note));
        }
        if (!results.gates().isEmpty()) {
            lines.add("");
        }
        for (GateResult gate : results.gates()) {
            lines.add(INDENT + (gate.holds() ? Style.GOOD : Style.BAD).of(TextNotes.gate(gate), colour));
        }
    }

    private void proven() {
        lines.add("");
        Table table = new Table(
                Column.left("proven"),
                Column.right("forks"),
                Column.left("heap is on"),
                Column.right("huge"),
                Column.left(""));
        for (Variant variant : shown()) {
            List<Run> runs = runs(variant);
            List<Run> realised =
                    runs.stream().filter(run -> run.evidence().realised()).toList();
            String kinds = distinct(
                    realised, run -> run.evidence().kind().map(Enum::name).orElse("?"));
            String share = realised.isEmpty() ? "-" : Figures.percent(share(realised, variant));
            table.row(List.of(
                    Cell.of(variant.name()),
                    Cell.of(realised.size() + " of " + runs.size()),
                    Cell.of(kinds.isEmpty() ? "-" : kinds),
                    Cell.of(share),
                    realised(runs.size(), realised.size())));
        }
        lines.addAll(table.lines(INDENT, colour));
        for (Variant variant : shown()) {
            reasons(variant);
        }
    }

    private static Cell realised(int forks, int realised) {
        if (forks == 0) {
            return Cell.of("");
        }
        return forks == realised
                ? new Cell("realised", Style.GOOD)
                : new Cell("NOT realised: " + (forks - realised), Style.WARN);
    }

    /** The worst share of huge pages among runs: the least where they are wanted, the most where they are not. */
    private static double share(List<Run> runs, Variant variant) {
        List<Double> shares = runs.stream()
                .map(Run::evidence)
                .map(it -> it.heap().isZero()
                        ? 1
                        : (double) it.huge().value() / it.heap().value())
                .sorted()
                .toList();
        return variant.asks() == PageKind.BASE ? shares.get(shares.size() - 1) : shares.get(0);
    }

    private void reasons(Variant variant) {
        Map<String, Long> reasons = count(runs(variant).stream()
                .filter(run -> run.status() == RunStatus.OK)
                .map(Run::evidence)
                .flatMap(it -> it.reason().stream())
                .toList());
        reasons.forEach((reason, times) ->
                lines.add(INDENT + INDENT + Style.WARN.of(variant.name() + ": " + reason + times(times), colour)));
        count(runs(variant).stream()
                        .map(Run::evidence)
                        .map(Evidence::fix)
                        .flatMap(Optional::stream)
                        .toList())
                .forEach((fix, times) -> lines.add(INDENT + INDENT + "type: " + Style.BOLD.of(fix, colour)));
        count(runs(variant).stream()
                        .flatMap(run -> run.evidence().notes().stream())
                        .toList())
                .forEach((note, times) -> lines.add(INDENT + INDENT + variant.name() + ": " + note + times(times)));
    }

    private void price() {
        Table table = new Table(
                Column.left("price"),
                Column.right("resident"),
                Column.right("page tables"),
                Column.right("start to ready"),
                Column.left(""));
        for (Variant variant : shown()) {
            List<Run> runs = runs(variant).stream()
                    .filter(run ->
                            run.status() == RunStatus.OK && run.evidence().realised())
                    .toList();
            if (!runs.isEmpty()) {
                table.row(List.of(
                        Cell.of(variant.name()),
                        Cell.of(medianBytes(runs, run -> run.price().resident(), Figures::mebibytes)),
                        Cell.of(medianBytes(runs, run -> run.price().pageTables(), Figures::fineMebibytes)),
                        Cell.of(medianStart(runs)),
                        new Cell("medians", Style.DIM)));
            }
        }
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(INDENT, colour));
        }
    }

    private static String medianBytes(
            List<Run> runs, Function<Run, Optional<Bytes>> size, Function<Bytes, String> format) {
        List<Double> known = runs.stream()
                .flatMap(run -> size.apply(run).stream())
                .map(it -> (double) it.value())
                .toList();
        return known.isEmpty() ? "unknown" : format.apply(Bytes.of(Math.round(Figures.median(known))));
    }

    private static String medianStart(List<Run> runs) {
        List<Double> known = runs.stream()
                .filter(run -> run.price().startMillis().isPresent())
                .map(run -> (double) run.price().startMillis().getAsLong())
                .toList();
        return known.isEmpty() ? "unknown" : String.format(Locale.ROOT, "%.2f s", Figures.median(known) / 1000);
    }

    private void counters() {
        CountersText.lines(results, colour).forEach(line -> lines.add(line.isEmpty() ? "" : INDENT + line));
    }

    private void walks() {
        for (WalkCurve curve : results.walkCurves()) {
            lines.add("");
            lines.add(Style.BOLD.of("TlbReach", colour) + "  what address translation adds to a load at random");
            lines.add("");
            WalkText.lines(curve, colour).forEach(line -> lines.add(line.isEmpty() ? "" : INDENT + line));
        }
    }

    private void failures() {
        List<Run> failed = results.runs().stream()
                .filter(run -> run.status() != RunStatus.OK)
                .toList();
        if (!failed.isEmpty()) {
            lines.add("");
        }
        count(failed.stream()
                        .map(run -> run.status() + "  " + run.job().variant().name()
                                + run.failure().map(it -> ": " + it).orElse(""))
                        .toList())
                .forEach((what, times) -> lines.add(INDENT + Style.BAD.of(what + times(times), colour)));
    }

    private String score(Case subject, Variant variant) {
        List<Double> scores = runs(variant).stream()
                .filter(run -> run.job().subject().equals(subject) && run.counts())
                .map(run -> run.score().getAsDouble())
                .toList();
        return scores.isEmpty() ? "-" : Figures.score(Figures.median(scores));
    }

    private String unit(Workload workload) {
        return results.runs().stream()
                .filter(run -> run.job().subject().workload().equals(workload)
                        && !run.unit().isEmpty())
                .map(Run::unit)
                .findFirst()
                .orElse("no score");
    }

    private List<Variant> compared() {
        return results.options().variants().stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .toList();
    }

    /** The variants in the order of tables, the twin after all others. */
    private List<Variant> shown() {
        List<Variant> shown = new ArrayList<>(results.options().variants());
        if (!comparisons.noiseFloor().isEmpty()) {
            shown.add(Variants.twin());
        }
        return shown;
    }

    private List<Run> runs(Variant variant) {
        return results.runs().stream()
                .filter(run -> run.job().variant().equals(variant)
                        && run.job().profiler().isEmpty())
                .toList();
    }

    private static String distinct(List<Run> runs, Function<Run, String> of) {
        return runs.stream().map(of).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static Map<String, Long> count(List<String> texts) {
        return texts.stream().collect(Collectors.groupingBy(it -> it, LinkedHashMap::new, Collectors.counting()));
    }

    private static String times(long times) {
        return times > 1 ? "  (" + times + " forks)" : "";
    }
}
