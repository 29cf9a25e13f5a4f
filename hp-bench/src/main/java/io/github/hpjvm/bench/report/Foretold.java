package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Expectation;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Agreement;
import io.github.hpjvm.bench.stats.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was expected of a workload and why, and whether the results bear it out. */
final class Foretold {
    private final Findings findings;
    private final Workload workload;

    Foretold(Findings findings, Workload workload) {
        this.findings = findings;
        this.workload = workload;
    }

    /** {@code a gain from size 100 000 000 on, none up to size 10 000: each read is ...}; empty if nothing was expected. */
    Optional<String> expected() {
        return workload.expectation().map(it -> effect(it) + ": " + it.because());
    }

    private static String effect(Expectation it) {
        if (it.noneUpTo() == Long.MAX_VALUE) {
            return "no gain";
        }
        String gain = it.small() ? "a small gain" : "a gain";
        if (it.by().isEmpty()) {
            return gain;
        }
        String by = " " + it.by().get() + " ";
        String none = "up to" + by + Figures.grouped(String.valueOf(it.noneUpTo()));
        return it.gainFrom() == Long.MAX_VALUE
                ? "no gain " + none
                : gain + " from" + by + Figures.grouped(String.valueOf(it.gainFrom())) + " on, none " + none;
    }

    /** {@code by 3 of 4 comparisons, contradicted by none}; empty if none of them has an interval, or is foretold. */
    Optional<String> borneOut() {
        List<Agreement> all = List.copyOf(agreements().values());
        if (all.stream().allMatch(it -> it == Agreement.OPEN)) {
            return Optional.empty();
        }
        long contradicted = count(all, Agreement.CONTRADICTED);
        return Optional.of("by " + count(all, Agreement.BORNE_OUT) + " of " + all.size()
                + (all.size() == 1 ? " comparison" : " comparisons") + ", contradicted by "
                + (contradicted == 0 ? "none" : String.valueOf(contradicted)));
    }

    private static long count(List<Agreement> all, Agreement wanted) {
        return all.stream().filter(it -> it == wanted).count();
    }

    /** Each result that contradicts it: {@code thp at size 1 000 is slower, 1.031 [1.027, 1.034], where ...}. */
    List<String> contradictions() {
        List<String> lines = new ArrayList<>();
        agreements().forEach((comparison, agreement) -> {
            if (agreement == Agreement.CONTRADICTED) {
                lines.add(contradiction(comparison));
            }
        });
        return lines;
    }

    private static String contradiction(Comparison it) {
        String params = Figures.params(it.subject());
        boolean control = it.subject()
                .workload()
                .expectation()
                .flatMap(expectation -> expectation.of(it.subject().params()))
                .equals(Optional.of(Expectation.Effect.NONE));
        return it.variant().name() + (params.isEmpty() ? "" : " at " + params) + " is " + Words.verdict(it.verdict())
                + ", " + it.ratio().ratio().map(Figures::ratio).orElse("-") + " "
                + it.ratio().ci95().map(Figures::interval).orElse("") + ", where "
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
