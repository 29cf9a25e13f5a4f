package io.github.hpjvm.bench.terminal;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.console.terminal.Figures;
import java.util.stream.Collectors;

/** Formats what a campaign has beside plain numbers, independently of the locale. */
public final class CaseFigures {
    private CaseFigures() {}

    /** An interval of ratios: {@code [0.880, 1.002]}. */
    public static String interval(RatioInterval interval) {
        return "[" + Figures.ratio(interval.low()) + ", " + Figures.ratio(interval.high()) + "]";
    }

    /** The parameters of a case: {@code size 1 000}. */
    public static String params(Case subject) {
        return subject.params().entrySet().stream()
                .map(param -> param.getKey() + " " + Figures.grouped(param.getValue()))
                .collect(Collectors.joining(", "));
    }
}
