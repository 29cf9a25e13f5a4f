package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;

/**
 * A version of Java, as {@code java.version} or {@code java.runtime.version} names it (JEP 223, JEP 322; before 9
 * {@code 1.8.0_504}). Never take it from {@code java.vm.version}: there JDK 8 calls itself 25.
 *
 * @param feature 8, 11, 17, ...
 * @param interim the second number; zero in every release so far
 * @param update 504 of {@code 1.8.0_504}, 9 of {@code 17.0.9}
 * @param patch the fourth number, zero if there is none
 * @param text original text
 */
public record JavaVersion(int feature, int interim, int update, int patch, String text)
        implements Comparable<JavaVersion> {

    /** Longer than the version of any known build. A target JVM may write any text after the numbers. */
    private static final int LONGEST = 60;

    private static final int DIGITS_OF_FEATURE = 3;
    private static final int DIGITS = 6;

    /** The significant numbers. */
    private static final int NUMBERS = 4;

    public JavaVersion {
        text = Visible.name(text, LONGEST);
    }

    /**
     * Reads {@code 1.8.0_504}, {@code 11.0.33-ea}, {@code 17.0.9+9}, {@code 21.0.13.0.3}, {@code 25} or
     * {@code 28-ea+18}; what follows the fourth number and the first {@code -} or {@code +} only counts for
     * {@link #isEarlyAccess}.
     *
     * @throws IllegalArgumentException with one line, for anything else
     */
    public static JavaVersion parse(String text) {
        int[] numbers = new int[NUMBERS];
        int count = 0;
        int at = 0;
        int end = endOfDigits(text, 0);
        boolean sound = isNumber(at, end, DIGITS_OF_FEATURE);
        boolean old = text.startsWith("1.");
        while (sound) {
            old &= count != 1 || isNumber(at, end, DIGITS_OF_FEATURE);
            if (count < NUMBERS) {
                numbers[count] = Integer.parseInt(text.substring(at, end));
            }
            count++;
            if (!text.startsWith(".", end)) {
                break;
            }
            at = end + 1;
            end = endOfDigits(text, at);
            sound = isNumber(at, end, DIGITS);
        }
        old &= sound && count <= 3;
        if (old && count == 3 && text.startsWith("_", end)) {
            int update = endOfDigits(text, end + 1);
            if (isNumber(end + 1, update, DIGITS) && isEnd(text, update)) {
                return new JavaVersion(
                        numbers[1], numbers[2], Integer.parseInt(text.substring(end + 1, update)), 0, text);
            }
        }
        if (!sound || numbers[0] == 0 || !isEnd(text, end)) {
            String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
            throw new IllegalArgumentException("not a Java version: '" + Visible.line(shown) + "'");
        }
        return old
                ? new JavaVersion(numbers[1], numbers[2], 0, 0, text)
                : new JavaVersion(numbers[0], numbers[1], numbers[2], numbers[3], text);
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private static boolean isNumber(int from, int end, int mostDigits) {
        return end > from && end - from <= mostDigits;
    }

    /**
     * Returns whether the numbers may end there: with the text, or with the sign before a word that ends with the line.
     */
    private static boolean isEnd(String text, int at) {
        boolean sign = text.startsWith("-", at) || text.startsWith("+", at);
        return at == text.length() || sign && text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
    }

    /** Returns true if the feature release is {@code feature} or newer. */
    public boolean isAtLeast(int feature) {
        return this.feature >= feature;
    }

    /** Returns true if the version is this update or newer. An early-access build counts as its release. */
    public boolean isAtLeast(int feature, int interim, int update) {
        if (this.feature != feature) {
            return this.feature > feature;
        }
        return this.interim != interim ? this.interim > interim : this.update >= update;
    }

    /** Returns whether it is an early-access build, made before the release of that number. */
    public boolean isEarlyAccess() {
        return text.contains("-ea") || text.contains("-beta") || text.contains("-internal");
    }

    /** Compares the numbers; an early-access build comes before its release. */
    @Override
    public int compareTo(JavaVersion other) {
        if (feature != other.feature) {
            return Integer.compare(feature, other.feature);
        }
        if (interim != other.interim) {
            return Integer.compare(interim, other.interim);
        }
        if (update != other.update) {
            return Integer.compare(update, other.update);
        }
        if (patch != other.patch) {
            return Integer.compare(patch, other.patch);
        }
        return isEarlyAccess() != other.isEarlyAccess() ? isEarlyAccess() ? -1 : 1 : text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
