package io.github.hpjvm.console.terminal;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Formats numbers for display, independently of the locale. */
public final class Figures {
    /** The significant digits of a double. */
    private static final int MOST_DECIMALS = 15;

    private Figures() {}

    /** A score with at least four significant digits, below 1 with three: {@code 1234}, {@code 32.50}, {@code 0.00121}. */
    public static String score(double score) {
        double size = Math.abs(score);
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : decimals(size, 3);
        return String.format(Locale.ROOT, "%." + decimals + "f", score);
    }

    /**
     * The decimals of a number below 10: those of three significant digits if it is below 1.
     *
     * @param fewest of a number from 1 on, and of 0
     */
    public static int decimals(double number, int fewest) {
        double size = Math.abs(number);
        return size > 0 && size < 1
                ? Math.max(fewest, Math.min(2 - (int) Math.floor(Math.log10(size)), MOST_DECIMALS))
                : fewest;
    }

    /** A ratio with three decimals, {@code 0.913}; with fewer from 10 on, where they are not significant. */
    public static String ratio(double ratio) {
        int decimals = ratio < 10 ? 3 : ratio < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", ratio);
    }

    /** A whole number in groups of three digits; other text is unchanged. */
    public static String grouped(String text) {
        if (!text.matches("\\d{4,18}")) {
            return text;
        }
        return String.format(Locale.ROOT, "%,d", Long.parseLong(text)).replace(',', ' ');
    }

    /** A size in whole MiB: {@code 1 129 MiB}. */
    public static String mebibytes(long bytes) {
        return grouped(String.valueOf(Math.round(bytes / 1048576.0))) + " MiB";
    }

    /** A size in MiB with one decimal. */
    public static String fineMebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
    }

    public static String percent(double share) {
        double percent = share * 100;
        return String.format(
                Locale.ROOT, percent > 0 && percent < 99.95 && percent >= 0.05 ? "%.1f %%" : "%.0f %%", percent);
    }

    /** A duration: {@code 45 s}, {@code 3 min 20 s}, {@code 1 h 05 min}. */
    public static String duration(Duration time) {
        long seconds = Math.max(0, Math.round(time.toMillis() / 1000.0));
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }

    /** The median; NaN for an empty list. */
    public static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
