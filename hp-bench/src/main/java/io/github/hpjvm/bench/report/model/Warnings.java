package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All warnings below the answer: those of the banner, and results that no ratio contains. */
public final class Warnings {
    private Warnings() {}

    /** The warnings, each as a short label, a colon and a sentence; empty if there are none. */
    public static List<String> lines(Findings findings) {
        List<String> lines = new ArrayList<>(Banner.lines(findings));
        for (Variant variant : findings.shown()) {
            leftOut(findings, findings.ended(variant), variant)
                    .ifPresent(it -> lines.add("Left out: " + it
                            + ". A ratio needs results above 0, so these runs, or these turns of them, do not count."));
        }
        return lines;
    }

    /** {@code 5 of 12 runs of b have a result of 0 or less}; empty if each run of this case has a larger one. */
    static Optional<String> leftOut(Findings findings, Case subject, Variant variant) {
        List<Run> ended = findings.ended(variant).stream()
                .filter(run -> run.job().subject().equals(subject))
                .toList();
        return leftOut(findings, ended, variant);
    }

    private static Optional<String> leftOut(Findings findings, List<Run> ended, Variant variant) {
        long without = ended.stream().filter(Run::isLeftOut).count();
        return without == 0
                ? Optional.empty()
                : Optional.of(without + " of " + ended.size() + " " + findings.runWord()
                        + (ended.size() == 1 ? "" : "s") + " of " + variant.name() + (without == 1 ? " has" : " have")
                        + " a result of 0 or less");
    }
}
