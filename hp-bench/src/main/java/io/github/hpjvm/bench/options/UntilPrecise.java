package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.stats.Precision;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.option.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rule that adds rounds until each interval is narrow enough.
 *
 * @param budget time limit; no round starts that would end after it
 * @param wholeFirst whether the first rounds are run even if they exceed the budget
 */
public record UntilPrecise(Precision precision, Duration budget, boolean wholeFirst) {
    private static final String DEFAULT_PRECISION = "1%";

    /**
     * Narrower than the 1 % of SAME, so that an interval whose center is not 1 still lies within 1 %. The standard error
     * of the center is half of the precision. Of the intervals that are just narrow enough, 18 % do not lie within 1 %
     * with 0.6 %, and 0.3 % with 0.4 %, for normal rounds of equal variants.
     */
    private static final String PRECISION_OF_PROFILE = "0.4%";

    private static final String DEFAULT_BUDGET = "20m";

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");

    /**
     * Parses precision and budget. If only one is given, the other is 1 % or 20 minutes. If neither is given and the
     * profile has a budget, the precision is 0.4 %.
     *
     * @param usual budget of the profile, which applies if neither is given
     * @return empty if neither is given and the profile has no budget
     */
    static Optional<UntilPrecise> parse(Optional<String> precision, Optional<String> budget, Optional<Duration> usual) {
        if (precision.isEmpty() && budget.isEmpty()) {
            return usual.map(it -> new UntilPrecise(precision(PRECISION_OF_PROFILE), it, true));
        }
        return Optional.of(new UntilPrecise(
                precision(precision.orElse(DEFAULT_PRECISION)),
                Times.parse("budget", budget.orElse(DEFAULT_BUDGET)),
                false));
    }

    /**
     * The time after which no round starts: that of the rounds which always run, if they end after the budget.
     *
     * @param used the part of the budget that the preparation has used
     * @param first expected time of the first rounds
     * @param rounds number of the first rounds
     */
    public Duration atMost(Duration used, Duration first, int rounds) {
        Duration always = used.plus(wholeFirst ? first : first.dividedBy(rounds));
        return always.compareTo(budget) > 0 ? always : budget;
    }

    private static Precision precision(String text) {
        Matcher percent = PERCENT.matcher(text);
        BigDecimal share = percent.matches() ? new BigDecimal(percent.group(1)).movePointLeft(2) : BigDecimal.ZERO;
        if (share.signum() == 0 || share.compareTo(new BigDecimal("0.5")) > 0) {
            throw new UsageException(
                    "precision: '" + text + "' is not a percentage above 0% and up to 50%; for example 1%");
        }
        return new Precision(share.doubleValue());
    }
}
