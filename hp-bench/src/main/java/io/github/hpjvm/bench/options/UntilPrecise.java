package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.error.UsageException;
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
 * @param wholeFirst whether the first rounds are made even where they take longer than the budget
 */
public record UntilPrecise(Precision precision, Duration budget, boolean wholeFirst) {
    private static final String DEFAULT_PRECISION = "1%";
    private static final String DEFAULT_BUDGET = "20m";

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");

    /** Where one of the two is given, the other is 1 % or 20 minutes. Empty if neither is, and there is no usual budget. */
    static Optional<UntilPrecise> parse(Optional<String> precision, Optional<String> budget, Optional<Duration> usual) {
        if (precision.isEmpty() && budget.isEmpty()) {
            return usual.map(it -> new UntilPrecise(precision(DEFAULT_PRECISION), it, true));
        }
        return Optional.of(new UntilPrecise(
                precision(precision.orElse(DEFAULT_PRECISION)),
                Times.parse("budget", budget.orElse(DEFAULT_BUDGET)),
                false));
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
