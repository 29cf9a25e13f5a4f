package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The table columns of {@link TlbRatios}, which both reports show. */
public final class RatioColumns {
    public static final List<String> TITLES = List.of(
            "data walks/op",
            "per 1000 instr",
            "code walks/op",
            "per 1000 instr",
            "cycles walking",
            "memory loads/op",
            "walks to 2M, 1G");

    private RatioColumns() {}

    /** The figure for each title, or a dash. */
    public static List<String> of(TlbRatios ratios) {
        return List.of(
                number(ratios.dataWalksPerOp()),
                number(ratios.dataWalksPer1000Instructions()),
                number(ratios.codeWalksPerOp()),
                number(ratios.codeWalksPer1000Instructions()),
                text(ratios.walkCycleShare(), Figures::percent),
                number(ratios.walkerMemoryLoadsPerOp()),
                text(ratios.largePageWalkShare(), Figures::percent));
    }

    public static String number(OptionalDouble value) {
        return text(value, it -> String.format(Locale.ROOT, "%.4g", it));
    }

    private static String text(OptionalDouble value, Function<Double, String> format) {
        return value.isPresent() && Double.isFinite(value.getAsDouble()) ? format.apply(value.getAsDouble()) : "-";
    }
}
