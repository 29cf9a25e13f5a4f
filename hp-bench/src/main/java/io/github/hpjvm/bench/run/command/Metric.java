package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.console.error.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A number that a program prints: a regular expression with one group around the digits, matched against each line. The
 * last match counts, since totals come at the end. A unit after the number is converted ({@link PrintedUnit}).
 *
 * @param pattern with one group
 * @param unit its name in tables
 * @param whole the text {@code NAME=REGEX} as one pattern, which precedes if any line matches it: a pattern may begin with
 *     a word and an equals sign itself. Empty without a name
 */
public record Metric(Pattern pattern, String unit, Optional<Pattern> whole, Optional<LoadFigure> recording) {
    /** Matches no line. */
    private static final Pattern NOTHING = Pattern.compile("(?!)()");

    private static final Pattern NAMED = Pattern.compile("([A-Za-z][A-Za-z0-9_.%-]{0,30})=(.+)");

    private static final Pattern NAME = Pattern.compile("^\\^?([A-Za-z][A-Za-z0-9_./ -]*)");
    private static final Pattern AFTER = Pattern.compile("\\) *([A-Za-z%][A-Za-z/%]*)\\$?$");
    private static final Pattern GROUPED = Pattern.compile("[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?");

    /** An exponent right after the digits, as in 1.0234E7: Java prints doubles from 10^7 so. */
    private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?\\d{1,3}(?![\\w.])");

    /** The first digits of a number in groups, and what follows if the number goes on. */
    private static final Pattern FIRST = Pattern.compile("[+-]?\\d{1,3}(,\\d{3})*");

    private static final Pattern MORE = Pattern.compile("[eE][+-]?\\d|[mh]\\d");
    private static final Pattern NEXT_GROUP = Pattern.compile(",\\d{3}(?!\\d)");

    /** A figure that a load generator writes to a file. */
    static Metric recorded(String name, LoadFigure recording) {
        return new Metric(NOTHING, name, Optional.empty(), Optional.of(recording));
    }

    /** All metrics of a text: a regular expression, or figures of a file. */
    static List<Metric> all(String text) {
        return LoadFigure.parse(text).orElseGet(() -> List.of(parse(text)));
    }

    /** Each metric once, in their order. A figure that is also named is a named one. */
    static List<Metric> distinct(List<Metric> all) {
        Map<Metric, Metric> distinct = new LinkedHashMap<>();
        all.forEach(it -> distinct.merge(it.byName(), it, (one, other) -> one.mayBeAbsent() ? other : one));
        return List.copyOf(distinct.values());
    }

    private Metric byName() {
        return new Metric(pattern, unit, whole, recording.map(LoadFigure::byName));
    }

    /** Returns whether a program may lack it: it is one of the usual figures of a file, and the user did not name it. */
    boolean mayBeAbsent() {
        return recording.filter(it -> !it.named()).isPresent();
    }

    /** Where the number is, for messages: {@code the metric 'tps = ([0-9.]+)'}. */
    String place() {
        return recording.map(it -> "the figure " + it).orElseGet(() -> "the metric '" + pattern + "'");
    }

    /**
     * @param text such as {@code tps = ([0-9.]+)}
     * @throws UsageException if it is not a regular expression with exactly one group
     */
    public static Metric parse(String text) {
        try {
            Pattern pattern = Pattern.compile(text);
            if (pattern.matcher("").groupCount() != 1) {
                throw new UsageException(
                        "metric: '" + text + "' has " + pattern.matcher("").groupCount()
                                + " groups; put one around the number, as in 'tps = ([0-9.]+)'");
            }
            return named(text, pattern)
                    .orElseGet(() -> new Metric(pattern, unit(text), Optional.empty(), Optional.empty()));
        } catch (PatternSyntaxException e) {
            throw new UsageException("metric: not a regular expression: '" + text + "' (" + e.getDescription() + ")");
        }
    }

    /** The metric {@code NAME=REGEX}; empty if the text has no name, or nothing but the group follows it. */
    private static Optional<Metric> named(String text, Pattern whole) {
        Matcher parts = NAMED.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String regex = parts.group(2);
        boolean onlyGroup = regex.startsWith("(") && regex.indexOf(')') == regex.length() - 1;
        Pattern rest = onlyGroup ? whole : Pattern.compile(regex);
        return Optional.of(new Metric(rest, parts.group(1), Optional.of(whole), Optional.empty()));
    }

    /** The word right after the number, {@code ms} in {@code took (..) ms}; else the words before it, {@code tps}. */
    private static String unit(String text) {
        Matcher after = AFTER.matcher(text);
        if (after.find()) {
            return after.group(1);
        }
        Matcher name = NAME.matcher(text);
        String words = name.find() ? name.group(1).strip() : "";
        return words.isEmpty() ? "metric" : words;
    }

    /**
     * The number in a line; empty if the line does not match, or the group is not a number or only the first digits of
     * one, such as 1 of 1,234,567.
     */
    public OptionalDouble in(String line) {
        return group(line)
                .flatMap(Group::number)
                .map(it -> OptionalDouble.of(it.value()))
                .orElse(OptionalDouble.empty());
    }

    /**
     * What the group of a regular expression has of a line.
     *
     * @param number with its unit; empty if the text is not a number, or only the first digits of one
     */
    record Group(String text, Optional<PrintedNumber> number) {}

    /** The group in a line; empty if the line does not match. */
    Optional<Group> group(String line) {
        return group(pattern, line);
    }

    /** The group in a line that matches the whole text of a named metric. */
    Optional<Group> groupOfWhole(String line) {
        return whole.flatMap(it -> group(it, line));
    }

    private static Optional<Group> group(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() && matcher.group(1) != null
                ? Optional.of(new Group(matcher.group(1), number(pattern, matcher, line)))
                : Optional.empty();
    }

    private static Optional<PrintedNumber> number(Pattern pattern, Matcher matcher, String line) {
        String digits = matcher.group(1).strip();
        String rest = line.substring(matcher.end(1));
        if (matcher.end() == matcher.end(1)) {
            // The pattern ends with the group, and the number may go on.
            OptionalDouble duration = PrintedUnit.duration(digits + rest);
            if (duration.isPresent()) {
                return Optional.of(new PrintedNumber(duration.getAsDouble(), PrintedUnit.TIME));
            }
            Matcher exponent = EXPONENT.matcher(rest);
            if (exponent.lookingAt()) {
                digits += exponent.group();
                rest = rest.substring(exponent.end());
            } else if (goesOn(digits, rest)) {
                return Optional.empty();
            }
        }
        try {
            double number = Double.parseDouble(GROUPED.matcher(digits).matches() ? digits.replace(",", "") : digits)
                    * PrintedUnit.factor(pattern.pattern(), rest);
            return Double.isFinite(number)
                    ? Optional.of(new PrintedNumber(number, PrintedUnit.converted(pattern.pattern(), rest)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the group has only the first digits of a number. */
    private static boolean goesOn(String digits, String rest) {
        return MORE.matcher(rest).lookingAt()
                || FIRST.matcher(digits).matches() && NEXT_GROUP.matcher(rest).lookingAt();
    }
}
