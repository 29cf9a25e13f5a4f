package io.github.hpjvm.bench.run.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unit after a number. Programs choose it by the size of the number: {@code wrk} prints 995.00us in one run, and
 * 1.01ms in the next ({@code src/units.c} of wrk; {@code String} of Go's {@code time.Duration}).
 */
final class PrintedUnit {
    /** Milliseconds of each unit of time. Both code points of the micro sign occur. */
    private static final Map<String, Double> TIMES =
            Map.of("ns", 1e-6, "us", 1e-3, "\u00b5s", 1e-3, "\u03bcs", 1e-3, "ms", 1.0, "s", 1e3, "m", 6e4, "h", 3.6e6);

    private static final Map<String, Double> COUNTS = Map.of("k", 1e3, "M", 1e6, "G", 1e9);

    /** A single letter other than s is a unit only directly after the number. */
    private static final String UNIT = "( ?(?:ns|us|\u00b5s|\u03bcs|ms|s)|[mhkMG])(?![\\p{L}\\d/%])";

    private static final Pattern IN_LINE = Pattern.compile(UNIT);

    /** A unit that may be absent, such as {@code k?}, is that of no number. */
    private static final Pattern IN_REGEX = Pattern.compile(UNIT + "(?![?*{])");

    /** {@code 1m30.5s} and {@code 2h0m1s}, as Go prints durations from a minute on. */
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,6})h)?(\\d{1,9})m(\\d{1,9}(?:\\.\\d{1,9})?)s(?![\\p{L}\\d/%])");

    /** The unit of times for which the regular expression has none. */
    static final String TIME = "ms";

    private PrintedUnit() {}

    /** The unit of a number after its conversion by {@link #factor}; empty for a count, and if it is unknown. */
    static String converted(String regex, String rest) {
        Optional<String> printed = unit(IN_LINE.matcher(rest), Matcher::lookingAt);
        Optional<String> wanted = unit(IN_REGEX.matcher(afterGroup(regex)), Matcher::lookingAt);
        return printed.filter(TIMES::containsKey).isPresent()
                ? wanted.filter(TIMES::containsKey).orElse(TIME)
                : "";
    }

    /**
     * The factor that converts a number to the unit that the regular expression has after its group; without one there, to
     * milliseconds or to a plain count.
     *
     * @param rest of the line, after the number
     */
    static double factor(String regex, String rest) {
        Optional<String> printed = unit(IN_LINE.matcher(rest), Matcher::lookingAt);
        Optional<String> wanted = unit(IN_REGEX.matcher(afterGroup(regex)), Matcher::lookingAt);
        for (Map<String, Double> units : List.of(TIMES, COUNTS)) {
            Optional<Double> from = printed.map(units::get);
            if (from.isPresent()) {
                return from.get() / wanted.map(units::get).orElse(1.0);
            }
        }
        return 1;
    }

    /** The milliseconds of a duration at the start of a text; empty if there is none with minutes and seconds. */
    static OptionalDouble duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.lookingAt()) {
            return OptionalDouble.empty();
        }
        double hours = parts.group(1) == null ? 0 : Double.parseDouble(parts.group(1));
        return OptionalDouble.of(
                1000 * (3600 * hours + 60 * Double.parseDouble(parts.group(2)) + Double.parseDouble(parts.group(3))));
    }

    /** The text after the group that captures; empty if that group is not closed at the top level. */
    private static String afterGroup(String regex) {
        int depth = 0;
        int captured = -1;
        boolean inClass = false;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
            } else if (c == '(') {
                depth++;
                boolean plain = !regex.startsWith("?", i + 1);
                boolean named = regex.startsWith("?<", i + 1)
                        && !regex.startsWith("?<=", i + 1)
                        && !regex.startsWith("?<!", i + 1);
                captured = captured < 0 && (plain || named) ? depth : captured;
            } else if (c == ')') {
                if (depth == captured) {
                    return regex.substring(i + 1);
                }
                depth--;
            }
        }
        return "";
    }

    private static Optional<String> unit(Matcher text, Predicate<Matcher> matches) {
        return matches.test(text) ? Optional.of(text.group(1).strip()) : Optional.empty();
    }
}
