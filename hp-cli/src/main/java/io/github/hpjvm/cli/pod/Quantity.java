package io.github.hpjvm.cli.pod;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities of Kubernetes (apimachinery, {@code pkg/api/resource/quantity.go}): {@code 1302Mi}, {@code 1.5G}, {@code 100m}. */
final class Quantity {
    private static final Pattern FORM = Pattern.compile(
            "([+-]?[0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18})([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?");
    private static final Map<String, BigDecimal> SUFFIXES = Map.ofEntries(
            Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
            Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
            Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
            Map.entry("k", BigDecimal.ONE.movePointRight(3)),
            Map.entry("M", BigDecimal.ONE.movePointRight(6)),
            Map.entry("G", BigDecimal.ONE.movePointRight(9)),
            Map.entry("T", BigDecimal.ONE.movePointRight(12)),
            Map.entry("P", BigDecimal.ONE.movePointRight(15)),
            Map.entry("E", BigDecimal.ONE.movePointRight(18)),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private Quantity() {}

    /**
     * Parses a quantity as a number of thousandths, rounded up.
     *
     * @throws PodException if it is none, or negative
     */
    static long thousandths(YamlValue value) {
        return scaled(value, 3);
    }

    /** Parses a quantity as a whole number, rounded up. */
    static long whole(YamlValue value) {
        return scaled(value, 0);
    }

    private static long scaled(YamlValue value, int digits) {
        Matcher matcher = FORM.matcher(value.text());
        if (!matcher.matches()) {
            throw new PodException(value.line(), "expected a quantity such as 2Gi, got '" + value.text() + "'");
        }
        String suffix = matcher.group(2) == null ? "" : matcher.group(2);
        BigDecimal number = new BigDecimal(matcher.group(1));
        BigDecimal factor = suffix.isEmpty()
                ? BigDecimal.ONE
                : SUFFIXES.containsKey(suffix) ? SUFFIXES.get(suffix) : new BigDecimal("1" + suffix);
        BigDecimal all = number.multiply(factor).movePointRight(digits).setScale(0, RoundingMode.CEILING);
        if (all.signum() < 0 || all.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new PodException(value.line(), "the quantity " + value.text() + " is out of range");
        }
        return all.longValueExact();
    }
}
