package io.github.hpjvm.console.option;

import io.github.hpjvm.console.error.UsageException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 20m}, {@code 90s}, {@code 1h30m}. */
public final class Times {
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,6})h)?\\s*(?:(\\d{1,6})m)?\\s*(?:(\\d{1,6})s)?");

    private Times() {}

    /**
     * Parses a duration.
     *
     * @param name name of the option, for the message
     * @throws UsageException unless the text is a duration above zero and of at most seven days
     */
    public static Duration parse(String name, String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            Duration sum = Duration.ofHours(number(time.group(1)))
                    .plusMinutes(number(time.group(2)))
                    .plusSeconds(number(time.group(3)));
            if (!sum.isZero() && sum.compareTo(LONGEST) <= 0) {
                return sum;
            }
        }
        throw new UsageException(
                name + ": '" + text + "' is not a duration of at most seven days; for example 20m, 90s or 1h30m");
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
