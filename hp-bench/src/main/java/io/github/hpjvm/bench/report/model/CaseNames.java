package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Names cases of a workload: {@code at 100 MB}, {@code up to 1 MB}, {@code at 2 of 5 sizes}. */
public final class CaseNames {
    /** Up to this number, cases are listed one by one. */
    private static final int MAX_LISTED = 3;

    private static final List<String> DECIMAL = List.of("bytes", "KB", "MB", "GB");

    private CaseNames() {}

    /** The name of one case: {@code 100 MB}, {@code entries 1 000}. */
    public static String name(Case subject) {
        if (subject.workload().name().startsWith("ByteArrayTouch.")
                && subject.params().keySet().equals(java.util.Set.of("size"))) {
            return bytes(subject.params().getOrDefault("size", ""));
        }
        return CaseFigures.params(subject);
    }

    private static String bytes(String digits) {
        if (!digits.matches("[1-9]\\d{0,17}")) {
            return "size " + digits;
        }
        double value = Long.parseLong(digits);
        int unit = 0;
        while (value >= 1000 && unit < DECIMAL.size() - 1) {
            value /= 1000;
            unit++;
        }
        String text = value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
        return Figures.grouped(text) + " " + DECIMAL.get(unit);
    }

    /**
     * Names the cases of a group, after a blank. Empty for a workload with one case and no parameter.
     *
     * @param all the comparisons of the workload, in the order of tables
     */
    static String at(List<Comparison> group, List<Comparison> all) {
        List<Case> cases = group.stream().map(Comparison::subject).toList();
        List<Case> every = all.stream().map(Comparison::subject).toList();
        if (every.size() == 1) {
            String name = name(every.get(0));
            return name.isEmpty() ? "" : " at " + name;
        }
        if (cases.size() == every.size()) {
            return " at " + (every.size() == 2 ? "both " : "all " + every.size() + " ") + noun(every);
        }
        if (cases.size() > 1 && ascending(every)) {
            int n = cases.size();
            if (cases.equals(every.subList(0, n))) {
                return " up to " + name(cases.get(n - 1));
            }
            if (cases.equals(every.subList(every.size() - n, every.size())) && n > MAX_LISTED) {
                return " from " + name(cases.get(0)) + " on";
            }
        }
        if (cases.size() <= MAX_LISTED) {
            int last = cases.size() - 1;
            String names = cases.subList(0, last).stream().map(CaseNames::name).collect(Collectors.joining(", "));
            return " at " + names + (last > 0 ? " and " : "") + name(cases.get(last));
        }
        return " at " + cases.size() + " of " + every.size() + " " + noun(every);
    }

    private static String noun(List<Case> cases) {
        return cases.stream().allMatch(it -> it.params().keySet().equals(java.util.Set.of("size"))) ? "sizes" : "cases";
    }

    /** Returns whether the only parameter is a number that increases from case to case. */
    private static boolean ascending(List<Case> cases) {
        long before = Long.MIN_VALUE;
        for (Case subject : cases) {
            Map<String, String> params = subject.params();
            String value = params.size() == 1 ? params.values().iterator().next() : "";
            if (!value.matches("\\d{1,18}") || Long.parseLong(value) <= before) {
                return false;
            }
            before = Long.parseLong(value);
        }
        return true;
    }
}
