package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.plan.Case;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a pipeline demands: {@code ByteArrayTouch.*:thp<=0.95}. It holds if, on every case that it names, the <i>whole</i>
 * 95 % interval of the variant's ratio lies at or below the bound: a point that happens to lie there proves nothing.
 *
 * @param text as the user wrote it
 * @param cases found anywhere in {@code ByteArrayTouch.touch size=1000}
 * @param variant name of the variant
 * @param bound of the ratio of cost to baseline
 */
public record Gate(String text, Pattern cases, String variant, BigDecimal bound) {
    private static final Pattern ONE =
            Pattern.compile("\\s*(.+?)\\s*:\\s*([^:<=>;,\\s]+)\\s*<=\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(?:[;,]|$)");

    /**
     * Several are separated by {@code ;} or {@code ,}.
     *
     * @throws UsageException if one is not CASES:VARIANT<=RATIO
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
            throw new UsageException(
                    "gate: '" + text + "' asks for a cost of nothing; 0.95 means 5 % less than baseline");
        }
        try {
            return new Gate(text, Pattern.compile(matcher.group(1)), matcher.group(2), bound);
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    "gate: not a regular expression: '" + matcher.group(1) + "' (" + e.getDescription() + ")");
        }
    }

    /** Whether the gate is about this case. */
    public boolean names(Case subject) {
        return cases.matcher(subject.toString()).find();
    }

    /** Patterns have no equality of their own. */
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
