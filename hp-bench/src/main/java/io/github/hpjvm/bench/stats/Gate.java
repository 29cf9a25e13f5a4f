package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.console.error.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A condition of a pipeline: {@code ByteArrayTouch.*:thp<=0.95}. A gate holds if, on each matching case, the
 * <i>whole</i> 95 % interval of the variant's ratio is at or below the bound; the point estimate alone is not
 * sufficient.
 *
 * @param text the user's text
 * @param cases pattern that is searched for in names such as {@code ByteArrayTouch.touch size=1000}
 * @param variant name of the variant
 * @param bound largest permitted ratio of cost to baseline. A bound below 1 also requires the verdict FASTER
 */
public record Gate(String text, Pattern cases, String variant, BigDecimal bound) {
    private static final Pattern ONE =
            Pattern.compile("\\s*(.+?)\\s*:\\s*([^:<=>;,\\s]+)\\s*<=\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(?:[;,]|$)");

    /**
     * Parses gates, which {@code ;} or {@code ,} separates.
     *
     * @throws UsageException if one does not have the form {@code CASES:VARIANT<=RATIO}
     */
    public static List<Gate> parse(String text) {
        List<Gate> gates = new ArrayList<>();
        Matcher matcher = ONE.matcher(text);
        int end = 0;
        while (end < text.length() && !text.substring(end).isBlank()) {
            if (!matcher.region(end, text.length()).lookingAt()) {
                throw new UsageException("gate: '" + text.substring(end).strip()
                        + "' is not CASES:VARIANT<=RATIO; for example 'ByteArrayTouch.*size=100000000:thp<=0.95'");
            }
            gates.add(gate(matcher.group().strip().replaceFirst("[;,]$", ""), matcher));
            end = matcher.end();
        }
        return List.copyOf(gates);
    }

    private static Gate gate(String text, Matcher matcher) {
        BigDecimal bound = new BigDecimal(matcher.group(3));
        if (bound.signum() == 0) {
            throw new UsageException("gate: '" + text
                    + "' has the bound 0; the bound is a ratio of costs, for example 0.95 for 5 % less than baseline");
        }
        try {
            return new Gate(text, Pattern.compile(matcher.group(1)), matcher.group(2), bound);
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    "gate: not a regular expression: '" + matcher.group(1) + "' (" + e.getDescription() + ")");
        }
    }

    /** Returns whether the gate matches this case. */
    public boolean names(Case subject) {
        return cases.matcher(subject.toString()).find();
    }

    /** Compares the texts, because patterns have no equality. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Gate gate && gate.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
