package io.github.hpjvm.advisor.hotspot.flag;

import java.math.BigInteger;
import java.util.Optional;

/**
 * The numbers of the command line as HotSpot reads them: atomull, set_numeric_flag and set_fp_numeric_flag in
 * {@code runtime/arguments.cpp}, in 21 and newer {@code utilities/parseInteger.hpp}.
 */
final class FlagNumber {

    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final String UNITS = "kmgt";

    /** The digits of the largest number of 64 bits. */
    private static final int DIGITS = 20;

    private static final int HEXADECIMAL_DIGITS = 16;

    private FlagNumber() {}

    /**
     * Parses a size such as {@code 512m}: digits, then nothing or one of {@code k m g t}.
     *
     * @param feature 8 knows no hexadecimal numbers
     * @return the number, unsigned; empty if it is none
     */
    static Optional<BigInteger> size(String text, int feature) {
        boolean hex = feature > 8 && text.length() > 2 && (text.startsWith("0x") || text.startsWith("0X"));
        int from = hex ? 2 : 0;
        int end = from;
        while (end < text.length() && Character.digit(text.charAt(end), hex ? 16 : 10) >= 0 && text.charAt(end) < 128) {
            end++;
        }
        int unit = end == text.length() - 1 ? UNITS.indexOf(Character.toLowerCase(text.charAt(end))) : -1;
        if (end == from || end < text.length() && unit < 0) {
            return Optional.empty();
        }
        while (from < end - 1 && text.charAt(from) == '0') {
            from++;
        }
        // Reading a number takes quadratic time, and these do not fit into 64 bits.
        if (end - from > (hex ? HEXADECIMAL_DIGITS : DIGITS)) {
            return Optional.empty();
        }
        BigInteger number = new BigInteger(text.substring(from, end), hex ? 16 : 10).shiftLeft(10 * (unit + 1));
        return number.compareTo(MAX) > 0 ? Optional.empty() : Optional.of(number);
    }

    /** Returns the value of a flag of that type; empty if it is improperly specified. */
    static Optional<BigInteger> of(String text, String type, int feature) {
        boolean negative = text.startsWith("-");
        if (negative && !type.equals("intx") && !type.equals("int")) {
            return Optional.empty();
        }
        Optional<BigInteger> number = size(negative ? text.substring(1) : text, feature);
        return number.flatMap(n -> fit(negative ? n.negate() : n, type, feature));
    }

    /**
     * Fits the number into the type. Up to 17 a number that is too large loses its upper half, and may then be in
     * range; from 21 on it is refused.
     */
    private static Optional<BigInteger> fit(BigInteger number, String type, int feature) {
        int bits = type.equals("int") || type.equals("uint") ? 32 : 64;
        boolean signed = type.equals("int") || type.equals("intx");
        boolean fits = signed ? number.bitLength() < bits : number.bitLength() <= bits;
        if (fits) {
            return Optional.of(number);
        }
        if (feature >= 21) {
            return Optional.empty();
        }
        if (signed) {
            return Optional.of(BigInteger.valueOf(bits == 32 ? number.intValue() : number.longValue()));
        }
        return Optional.of(number.and(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE)));
    }

    /**
     * Parses a number with a fraction.
     *
     * @param feature 8 requires the decimal point, 9 to 17 accept a size as well
     */
    static Optional<Double> fraction(String text, int feature) {
        boolean isDecimal = isDecimal(text);
        if (isDecimal && (feature > 8 || text.indexOf('.') > 0)) {
            return Optional.of(Double.parseDouble(text));
        }
        return feature > 8 && feature < 21 ? size(text, feature).map(BigInteger::doubleValue) : Optional.empty();
    }

    private static boolean isDecimal(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9' || "-+.eE".indexOf(c) >= 0)) {
            return false;
        }
        try {
            return Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static BigInteger max() {
        return MAX;
    }
}
