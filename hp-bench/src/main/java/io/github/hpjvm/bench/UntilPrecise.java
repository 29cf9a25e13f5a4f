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

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");

    /** Empty unless one of the two is given; the other then is 1 % or 20 minutes. */
    static Optional<UntilPrecise> parse(Optional<String> precision, Optional<String> budget) {
        return precision.isEmpty() && budget.isEmpty()
                ? Optional.empty()
                : Optional.of(new UntilPrecise(
                        precision(precision.orElse(DEFAULT_PRECISION)),
                        Times.parse("budget", budget.orElse(DEFAULT_BUDGET))));
    }

    private static Precision precision(String text) {
        Matcher percent = PERCENT.matcher(text);
        BigDecimal share = percent.matches() ? new BigDecimal(percent.group(1)).movePointLeft(2) : BigDecimal.ZERO;
        if (share.signum() == 0 || share.compareTo(new BigDecimal("0.5")) > 0) {
            throw new UsageException("precision: '" + text + "' is not above 0% and at most 50%; for example 1%");
        }
        return new Precision(share.doubleValue());
    }
}
