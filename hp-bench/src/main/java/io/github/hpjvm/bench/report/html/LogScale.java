package io.github.hpjvm.bench.report.html;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A logarithmic axis: positive values on one side, pixels on the other.
 *
 * @param low smallest value, at the pixel {@code from}
 * @param high largest value, at the pixel {@code to}
 */
record LogScale(double low, double high, double from, double to) {
    private static final List<String> ROUNDEST_FIRST = List.of(
            "1", "2", "5", "3", "7", "1.5", "4", "6", "8", "9", "1.2", "1.1", "9.5", "1.05", "9.8", "1.02", "9.9",
            "1.01");

    /** Powers of ten up to which an axis has ticks between them. */
    private static final int DECADES = 5;

    /** Ticks that suffice on an axis over more than two powers of ten, so that none at 9 or 1.2 are needed. */
    private static final int ENOUGH = 5;

    private static final double WIDE = 100;

    private static final Set<String> USUAL = Set.of("1", "2", "5", "3");

    /** Width of a character of a label, in pixels, in the widest fonts of the style sheet. */
    private static final double LETTER = 6.8;

    LogScale {
        if (!(low > 0) || !(high > low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException("no logarithmic axis: " + low + " to " + high);
        }
    }

    /** An axis that contains these values; values without a logarithm are ignored. */
    static LogScale around(List<Double> values, double from, double to) {
        double[] usable = values.stream()
                .filter(LogScale::takes)
                .mapToDouble(Double::doubleValue)
                .toArray();
        double low = Double.MAX_VALUE;
        double high = 0;
        for (double value : usable) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        if (usable.length == 0) {
            return new LogScale(0.1, 10, from, to);
        }
        double room = Math.max((Math.log(high) - Math.log(low)) * 0.06, 0.02);
        return new LogScale(
                Math.max(Double.MIN_NORMAL, low * Math.exp(-room)),
                Math.min(Double.MAX_VALUE, high * Math.exp(room)),
                from,
                to);
    }

    /** Returns whether a value has a logarithm. */
    static boolean takes(double value) {
        return value >= Double.MIN_NORMAL && value <= Double.MAX_VALUE;
    }

    double pixel(double value) {
        return from + (to - from) * (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
    }

    /** The ticks: as many round values as fit, powers of ten first. */
    List<BigDecimal> ticks() {
        List<BigDecimal> ticks = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(low));
        int last = (int) Math.ceil(Math.log10(high));
        for (String digits : last - first > DECADES ? List.of("1") : ROUNDEST_FIRST) {
            if (high / low > WIDE && ticks.size() >= ENOUGH && !USUAL.contains(digits)) {
                break;
            }
            for (int power = first; power <= last; power++) {
                add(ticks, new BigDecimal(digits).scaleByPowerOfTen(power));
            }
        }
        Collections.sort(ticks);
        return ticks;
    }

    private void add(List<BigDecimal> ticks, BigDecimal tick) {
        double value = tick.doubleValue();
        if (value >= low && value <= high && ticks.stream().allMatch(other -> apart(tick, other))) {
            ticks.add(tick);
        }
    }

    /** Returns whether both labels fit: side by side on the lower axis, one above the other on the left axis. */
    private boolean apart(BigDecimal tick, BigDecimal other) {
        double distance = Math.abs(pixel(tick.doubleValue()) - pixel(other.doubleValue()));
        double letters = (Ticks.plain(tick).length() + Ticks.plain(other).length()) / 2.0;
        return distance >= (to > from ? Math.max(36, LETTER * letters + 4) : 26);
    }
}
