package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.stats.Agreement;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Text on the expectation of a workload: the expectation with its reason, and how the results agree with it. */
public final class ExpectationText {
    private final Findings findings;
    private final Workload workload;

    public ExpectationText(Findings findings, Workload workload) {
        this.findings = findings;
        this.workload = workload;
    }

    /**
     * The expectation: {@code a gain from 100 MB on, none up to 10 KB: each read is ...}. Empty if the workload has
     * none.
     */
    public Optional<String> expected() {
        return workload.expectation().map(it -> effect(it) + ": " + it.because());
    }

    private String effect(ExpectedEffect it) {
        if (it.noneUpTo() == Long.MAX_VALUE) {
            return "no gain";
        }
        String gain = it.small() ? "a small gain" : "a gain";
        if (it.by().isEmpty()) {
            return gain;
        }
        String none = "up to " + caseName(it, it.noneUpTo());
        return it.gainFrom() == Long.MAX_VALUE
                ? "no gain " + none
                : gain + " from " + caseName(it, it.gainFrom()) + " on, none " + none;
    }

    private String caseName(ExpectedEffect it, long value) {
        return CaseNames.name(new Case(workload, Map.of(it.by().orElseThrow(), String.valueOf(value))));
    }

    /** The agreement: {@code 3 of 4, none against}. Empty if no comparison has both a verdict and an expectation. */
    public Optional<String> asExpected() {
        List<Agreement> all = List.copyOf(agreements().values());
        if (all.stream().allMatch(it -> it == Agreement.OPEN)) {
            return Optional.empty();
        }
        long unexpected = count(all, Agreement.UNEXPECTED);
        return Optional.of(count(all, Agreement.AS_EXPECTED) + " of " + all.size() + ", "
                + (unexpected == 0 ? "none" : String.valueOf(unexpected)) + " against");
    }

    private static long count(List<Agreement> all, Agreement wanted) {
        return all.stream().filter(it -> it == wanted).count();
    }

    /** The unexpected results: {@code thp at 1 KB is slower, 1.031 [1.027, 1.034], where ...}. */
    public List<String> unexpected() {
        List<String> lines = new ArrayList<>();
        agreements().forEach((comparison, agreement) -> {
            if (agreement == Agreement.UNEXPECTED) {
                lines.add(unexpected(comparison));
            }
        });
        return lines;
    }

    private static String unexpected(Comparison it) {
        String params = CaseNames.name(it.subject());
        boolean control = it.subject()
                .workload()
                .expectation()
                .flatMap(expectation -> expectation.of(it.subject().params()))
                .equals(Optional.of(ExpectedEffect.Effect.NONE));
        return it.variant().name() + (params.isEmpty() ? "" : " at " + params) + " is "
                + it.verdict().name().toLowerCase(java.util.Locale.ROOT)
                + ", " + it.ratio().ratio().map(Figures::ratio).orElse("-") + " "
                + it.ratio().ci95().map(CaseFigures::interval).orElse("") + ", where "
                + (control ? "no difference" : "a gain") + " was expected";
    }

    private Map<Comparison, Agreement> agreements() {
        Map<Comparison, Agreement> agreements = new LinkedHashMap<>();
        findings.comparisons().against().stream()
                .filter(it -> it.subject().workload().equals(workload))
                .forEach(it -> Agreement.of(it).ifPresent(agreement -> agreements.put(it, agreement)));
        return agreements;
    }
}
