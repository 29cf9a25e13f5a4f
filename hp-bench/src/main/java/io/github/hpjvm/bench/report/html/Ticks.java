package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.console.terminal.Figures;
import java.math.BigDecimal;
import java.util.Locale;

/** Labels of an axis. */
final class Ticks {
    private static final int LONGEST = 13;

    private Ticks() {}

    /** The label of a tick: {@code 0.95}, {@code 1 000}; in scientific notation if that would be long. */
    static String plain(BigDecimal tick) {
        String text = Figures.grouped(tick.stripTrailingZeros().toPlainString());
        if (text.length() <= LONGEST) {
            return text;
        }
        return String.format(Locale.ROOT, "%.0e", tick);
    }
}
