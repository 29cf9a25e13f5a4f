package io.github.hpjvm.advisor.term;

import io.github.hpjvm.os.text.BinarySize;

/**
 * A size in bytes, which is not negative. A type of its own makes the unit explicit.
 *
 * @param value the number of bytes; a negative one is an {@link IllegalArgumentException}
 */
public record Bytes(long value) implements Comparable<Bytes> {

    public static final Bytes ZERO = new Bytes(0);

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final String SUFFIXES = "kmgt";

    public Bytes {
        if (value < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + value + " B");
        }
    }

    public static Bytes of(long bytes) {
        return bytes == 0 ? ZERO : new Bytes(bytes);
    }

    /** {@code kib} times 1024 bytes; {@link IllegalArgumentException} if negative or more than a {@code long} holds. */
    public static Bytes ofKiB(long kib) {
        return scaled(kib, 10);
    }

    /** {@code mib} times 2^20 bytes; {@link IllegalArgumentException} if negative or more than a {@code long} holds. */
    public static Bytes ofMiB(long mib) {
        return scaled(mib, 20);
    }

    /** {@code gib} times 2^30 bytes; {@link IllegalArgumentException} if negative or more than a {@code long} holds. */
    public static Bytes ofGiB(long gib) {
        return scaled(gib, 30);
    }

    private static Bytes scaled(long count, int shift) {
        if (count > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("too large for a size: " + count + " " + UNITS[shift / 10]);
        }
        return of(count << shift);
    }

    /**
     * Reads a size the way HotSpot options and kernel file names write it: digits, then nothing (bytes) or one of
     * {@code k m g t} ({@code src/hotspot/share/utilities/parseInteger.hpp}), {@code KiB MiB GiB TiB}, or
     * {@code kB KB MB GB TB}, in any case. All units are binary; that is also what the kernel means by
     * {@code hugepages-2048kB} and {@code hugetlb.2MB.max}.
     *
     * @throws IllegalArgumentException with one line, for anything else and for what a {@code long} cannot hold
     */
    public static Bytes parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        int shift = shiftOf(text.substring(digits));
        if (digits == 0 || shift < 0) {
            throw new IllegalArgumentException("not a size: '" + shown(text) + "' (write it like 512m, 2MiB or 1g)");
        }
        try {
            return scaled(Long.parseLong(text.substring(0, digits)), shift);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("too large for a size: '" + shown(text) + "'", e);
        }
    }

    private static int shiftOf(String unit) {
        if (unit.isEmpty()) {
            return 0;
        }
        int rank = SUFFIXES.indexOf(asciiLower(unit.charAt(0)));
        String rest = unit.substring(1);
        boolean known = rest.isEmpty() || rest.equalsIgnoreCase("B") || rest.equalsIgnoreCase("iB");
        return rank < 0 || !known ? -1 : 10 * (rank + 1);
    }

    private static char asciiLower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    private static String shown(String text) {
        String line = text.length() > 40 ? text.substring(0, 40) + "..." : text;
        return line.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }

    /** The sum, or the largest size where a {@code long} cannot hold it: a damaged snapshot has such numbers. */
    public Bytes plus(Bytes other) {
        return of(value > Long.MAX_VALUE - other.value ? Long.MAX_VALUE : value + other.value);
    }

    /** The difference; {@link IllegalArgumentException} if {@code other} is the larger one. */
    public Bytes minus(Bytes other) {
        return of(value - other.value);
    }

    /**
     * The product, or the largest size where a {@code long} cannot hold it; {@link IllegalArgumentException} if
     * {@code factor} is negative.
     */
    public Bytes times(long factor) {
        if (factor < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + value + " B * " + factor);
        }
        return of(factor != 0 && value > Long.MAX_VALUE / factor ? Long.MAX_VALUE : value * factor);
    }

    /** The quotient, rounded down; {@link ArithmeticException} if {@code divisor} is zero. */
    public Bytes dividedBy(long divisor) {
        return of(value / divisor);
    }

    /** The number of blocks of {@code unit} bytes that hold this size; {@link ArithmeticException} if {@code unit} is zero. */
    public long dividedRoundingUp(Bytes unit) {
        return value / unit.value + (value % unit.value == 0 ? 0 : 1);
    }

    /**
     * The smallest multiple of {@code unit} that is not below this, or the largest size where a {@code long} cannot hold
     * it; {@link ArithmeticException} if {@code unit} is zero.
     */
    public Bytes roundUpTo(Bytes unit) {
        return unit.times(dividedRoundingUp(unit));
    }

    public Bytes min(Bytes other) {
        return value <= other.value ? this : other;
    }

    public Bytes max(Bytes other) {
        return value >= other.value ? this : other;
    }

    public boolean isZero() {
        return value == 0;
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(value, other.value);
    }

    /**
     * The exact size for reports, in the largest binary unit in which the value is a multiple of a quarter, such as
     * {@code 1.5 GiB}, {@code 1500 MiB}, {@code 512 KiB} or {@code 17 B}.
     */
    @Override
    public String toString() {
        return BinarySize.of(value);
    }

    /** The size for sentences, rounded to a tenth of the largest unit that it reaches: {@code 303.5 MiB}. */
    public String rounded() {
        int rank = 0;
        double size = value;
        while (size >= 1024 && rank < UNITS.length - 1) {
            size /= 1024;
            rank++;
        }
        long tenths = size < 100 ? Math.round(size * 10) : Math.round(size) * 10;
        return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " " + UNITS[rank];
    }

    // Written out, as in AddressRange: an AOT cache (JEP 483) does not hold the linked methods of a record.

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes size && size.value == value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }
}
