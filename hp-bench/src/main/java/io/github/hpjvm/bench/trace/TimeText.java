package io.github.hpjvm.bench.trace;

import java.util.Locale;

/** Times with three significant digits and their unit, the same in every locale. */
public final class TimeText {
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private TimeText() {}

    /** {@code 771 ms}, {@code 3.80 ms}, {@code 0 ns}. */
    public static String of(long nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        String form = unit == 0 || value >= 99.95 ? "%.0f %s" : value >= 9.995 ? "%.1f %s" : "%.2f %s";
        return String.format(Locale.ROOT, form, value, UNITS[unit]);
    }
}
