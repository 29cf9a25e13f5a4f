package io.github.hpjvm.it.matrix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The results of many cases: the number of agreements by release and dimension, and every disagreement. */
final class MatrixSummary {
    private final List<Result> results;
    private final KnownDisagreements known;
    private final List<String> unexpected = new ArrayList<>();
    private final Map<String, List<String>> explained = new LinkedHashMap<>();

    MatrixSummary(List<Result> results, KnownDisagreements known) {
        this.results = List.copyOf(results);
        this.known = known;
        results.forEach(result -> result.verdicts().stream()
                .filter(verdict -> !verdict.agrees())
                .forEach(verdict -> known.cause(result.it(), verdict)
                        .ifPresentOrElse(
                                cause -> explained
                                        .computeIfAbsent(cause, c -> new ArrayList<>())
                                        .add(line(result, verdict)),
                                () -> unexpected.add(line(result, verdict)))));
    }

    /** Returns a line for each dimension of each case that disagrees without a known cause. */
    List<String> unexpected() {
        return List.copyOf(unexpected);
    }

    /** Returns the cases whose host state this machine does not support, each with the missing feature. */
    List<String> impossible() {
        return results.stream()
                .filter(result -> result.observed().isEmpty())
                .map(result -> result.impossible() + ": " + result.it())
                .toList();
    }

    /**
     * Returns the disagreements of a first run that the second run did not confirm: chance, or another user of the
     * pool.
     */
    List<String> otherwiseAtFirst() {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            List<Dimension> still = result.verdicts().stream()
                    .filter(verdict -> !verdict.agrees())
                    .map(Verdict::dimension)
                    .toList();
            result.before()
                    .ifPresent(first -> first.verdicts().stream()
                            .filter(verdict -> !verdict.agrees() && !verdict.open())
                            .filter(verdict -> !still.contains(verdict.dimension()))
                            .map(verdict -> line(first, verdict))
                            .forEach(lines::add));
        }
        return lines;
    }

    /** Returns the summary as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(table());
        section(text, "disagree", unexpected);
        explained.forEach((cause, lines) -> section(text, "known: " + cause, lines));
        section(text, "disagreed in the first run only", otherwiseAtFirst());
        section(text, "not possible on this machine", impossible());
        return text.toString();
    }

    private String table() {
        Map<String, List<Result>> byBuild = results.stream()
                .filter(result -> result.observed().isPresent())
                .sorted(Comparator.comparing(result -> result.it().release()))
                .collect(Collectors.groupingBy(result -> result.it().build(), LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-8s%6s", "JDK", "cases"));
        for (Dimension dimension : Dimension.values()) {
            text.append(String.format(Locale.ROOT, "%11s", dimension.name().toLowerCase(Locale.ROOT)));
        }
        text.append('\n');
        byBuild.forEach((build, some) -> row(text, build, some));
        row(text, "all", byBuild.values().stream().flatMap(List::stream).toList());
        return text + regions();
    }

    /** Returns the share of regions, heap and code, whose prediction is unknown. */
    double unknownShare() {
        List<Verdict> regions = regionVerdicts();
        return regions.isEmpty()
                ? 0
                : (double) regions.stream().filter(Verdict::open).count() / regions.size();
    }

    private List<Verdict> regionVerdicts() {
        return results.stream()
                .flatMap(result -> result.verdicts().stream())
                .filter(verdict -> verdict.dimension() == Dimension.HEAP || verdict.dimension() == Dimension.CODE)
                .toList();
    }

    private String regions() {
        List<Verdict> regions = regionVerdicts();
        long unknown = regions.stream().filter(Verdict::open).count();
        long wrong = regions.stream().filter(it -> !it.agrees() && !it.open()).count();
        return String.format(
                Locale.ROOT,
                "%d regions: %d predicted correctly, %d wrongly, %d unknown (%.1f %%)%n",
                regions.size(),
                regions.size() - unknown - wrong,
                wrong,
                unknown,
                100 * unknownShare());
    }

    /** Appends the number of agreements and of comparisons. */
    private static void row(StringBuilder text, String name, List<Result> some) {
        text.append(String.format(Locale.ROOT, "%-8s%6d", name, some.size()));
        for (Dimension dimension : Dimension.values()) {
            List<Verdict> verdicts = some.stream()
                    .flatMap(result -> result.verdicts().stream())
                    .filter(verdict -> verdict.dimension() == dimension)
                    .toList();
            long agreed = verdicts.stream().filter(Verdict::agrees).count();
            text.append(String.format(Locale.ROOT, "%11s", agreed + "/" + verdicts.size()));
        }
        text.append('\n');
    }

    private static String line(Result result, Verdict verdict) {
        return verdict + "  -Dhp.matrix.case='" + result.it() + "'";
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(lines.size()).append(' ').append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }
}
