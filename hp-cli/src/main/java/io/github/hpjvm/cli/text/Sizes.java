package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.term.Bytes;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Sizes with three significant digits in binary units, the same in every locale. */
final class Sizes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Sizes() {}

    /** {@code 23.5 GiB}, {@code 512 MiB}, {@code 0}. */
    static String of(Bytes size) {
        double value = size.value();
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        if (size.isZero()) {
            return "0";
        }
        boolean whole = value == Math.rint(value) || value >= 100;
        int decimals = whole ? 0 : value >= 10 ? 1 : 2;
        // The same rounding as String.format, which would load the number formats of all locales first.
        return BigDecimal.valueOf(value)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString() + " " + UNITS[unit];
    }
}
