package io.github.hpjvm.cli.option;

import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.option.Times;
import java.math.BigDecimal;
import java.time.Duration;

/** Parses times of live commands: a number of seconds such as {@code 0.5}, or a duration such as {@code 2m}. */
public final class Seconds {
    private static final Duration LEAST = Duration.ofMillis(100);

    private Seconds() {}

    /**
     * Parses a time.
     *
     * @param option name of the option, for the message
     * @throws UsageException unless the text is a time of at least 100 ms and at most seven days
     */
    public static Duration parse(String option, String text) {
        if (!text.matches("\\d{1,6}(?:\\.\\d{1,3})?")) {
            return Times.parse(option, text);
        }
        Duration time = Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValueExact());
        if (time.compareTo(LEAST) < 0) {
            throw new UsageException(option + ": " + text + " s is shorter than 0.1 s");
        }
        if (time.compareTo(Duration.ofDays(7)) > 0) {
            throw new UsageException(option + ": " + text + " s is longer than seven days");
        }
        return time;
    }
}
