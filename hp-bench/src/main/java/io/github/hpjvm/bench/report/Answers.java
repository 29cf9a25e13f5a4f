package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What came out of a workload, a sentence for each variant. */
final class Answers {
    /** So many cases are named one by one. */
    private static final int NAMED = 2;

    private Answers() {}

    /** What may be said of a variant on all cases of a workload: {@code costs 30.0 % to 51.4 % less at 3 of 5 cases}. */
    static String sentence(Findings findings, Workload workload, Variant variant) {
        Map<Verdict, List<Comparison>> by = new EnumMap<>(Verdict.class);
        List<Comparison> all = findings.cases(workload).stream()
                .map(subject -> findings.comparison(subject, variant))
                .toList();
        all.forEach(it ->
                by.computeIfAbsent(it.verdict(), verdict -> new ArrayList<>()).add(it));
        List<String> parts = new ArrayList<>();
        by.forEach((verdict, comparisons) -> {
            Predicate<Comparison> tooFew =
                    it -> verdict == Verdict.INCONCLUSIVE && it.ratio().ci95().isEmpty();
            part(findings, verdict, comparisons.stream().filter(tooFew.negate()).toList(), all.size())
                    .ifPresent(parts::add);
            List<Comparison> unjudged = comparisons.stream().filter(tooFew).toList();
            if (!unjudged.isEmpty()) {
                parts.add("has too few rounds for a verdict" + where(unjudged, all.size()));
            }
        });
        return String.join("; ", parts) + ".";
    }

    private static Optional<String> part(Findings findings, Verdict verdict, List<Comparison> comparisons, int all) {
        if (comparisons.isEmpty()) {
            return Optional.empty();
        }
        String where = where(comparisons, all);
        return Optional.of(
                switch (verdict) {
                    case FASTER -> "costs " + change(comparisons, -1) + " less" + where;
                    case SLOWER -> "costs " + change(comparisons, 1) + " more" + where;
                    case SAME -> "costs the same within 1 %" + where;
                    case INCONCLUSIVE -> "cannot be told from noise" + where;
                    case NOT_REALISED ->
                        "has no ratio" + where + " ("
                                + comparisons.stream()
                                        .map(it -> findings.whyNoRatio(it.subject(), it.variant()))
                                        .distinct()
                                        .collect(Collectors.joining(", "))
                                + ")";
                });
    }

    /** With a blank before it; empty of a workload that has one case and no parameter. */
    private static String where(List<Comparison> comparisons, int all) {
        if (all == 1) {
            String params = Figures.params(comparisons.get(0).subject());
            return params.isEmpty() ? "" : " at " + params;
        }
        if (comparisons.size() == all) {
            return (all == 2 ? " at both " : " at all " + all + " ") + cases(comparisons);
        }
        if (comparisons.size() <= NAMED) {
            return comparisons.stream()
                    .map(it -> Figures.params(it.subject()))
                    .collect(Collectors.joining(" and ", " at ", ""));
        }
        return " at " + comparisons.size() + " of " + all + " " + cases(comparisons);
    }

    private static String cases(List<Comparison> comparisons) {
        return comparisons.stream()
                        .allMatch(it -> it.subject().params().keySet().equals(Set.of("size")))
                ? "sizes"
                : "cases";
    }

    /** The smallest and the largest change of the estimates, in per cent. */
    private static String change(List<Comparison> comparisons, int sign) {
        List<Double> changes = comparisons.stream()
                .map(it -> sign * (it.ratio().ratio().orElseThrow() - 1))
                .sorted()
                .toList();
        String least = percent(changes.get(0));
        String most = percent(changes.get(changes.size() - 1));
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
