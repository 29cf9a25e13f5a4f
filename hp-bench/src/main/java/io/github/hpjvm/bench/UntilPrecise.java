package io.github.hpjvm.bench;

import io.github.hpjvm.bench.stats.Precision;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The wish to add rounds until every interval is narrow enough.
 *
 * @param budget no round is begun that would end after it
 */
public record UntilPrecise(Precision precision, Duration budget) {
    private static final String DEFAULT_PRECISION = "1%";
    private static final String DEFAULT_BUDGET = "20m";
    private static final Duration LONGEST = Duration.ofDays(7);

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");
    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,6})h)?\\s*(?:(\\d{1,6})m)?\\s*(?:(\\d{1,6})s)?");

    /** Empty unless one of the two is given; the other then is 1 % or 20 minutes. */
    static Optional<UntilPrecise> parse(Optional<String> precision, Optional<String> budget) {
        return precision.isEmpty() && budget.isEmpty()
                ? Optional.empty()
                : Optional.of(new UntilPrecise(
                        precision(precision.orElse(DEFAULT_PRECISION)), budget(budget.orElse(DEFAULT_BUDGET))));
    }

    private static Precision precision(String text) {
        Matcher percent = PERCENT.matcher(text);
        BigDecimal share = percent.matches() ? new BigDecimal(percent.group(1)).movePointLeft(2) : BigDecimal.ZERO;
        if (share.signum() == 0 || share.compareTo(new BigDecimal("0.5")) > 0) {
            throw new UsageException("precision: '" + text + "' is not above 0% and at most 50%; for example 1%");
        }
        return new Precision(share.doubleValue());
    }

    private static Duration budget(String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            Duration budget = Duration.ofHours(number(time.group(1)))
                    .plusMinutes(number(time.group(2)))
                    .plusSeconds(number(time.group(3)));
            if (!budget.isZero() && budget.compareTo(LONGEST) <= 0) {
                return budget;
            }
        }
        throw new UsageException(
                "budget: '" + text + "' is not a time of at most seven days; for example 20m, 90s or 1h30m");
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
