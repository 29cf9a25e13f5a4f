package io.github.hpjvm.advisor.facts;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of Java, as {@code java.version} or {@code java.runtime.version} names it (JEP 223, JEP 322; before 9
 * {@code 1.8.0_504}). Never take it from {@code java.vm.version}: there JDK 8 calls itself 25.
 *
 * @param feature 8, 11, 17, ...
 * @param interim the second number; zero in every release so far
 * @param update 504 of {@code 1.8.0_504}, 9 of {@code 17.0.9}
 * @param patch the fourth number, zero if there is none
 * @param text as it was given
 */
public record JavaVersion(int feature, int interim, int update, int patch, String text)
        implements Comparable<JavaVersion> {

    private static final Pattern LEGACY = Pattern.compile("1\\.(\\d{1,3})(?:\\.(\\d{1,6})(?:_(\\d{1,6}))?)?([-+].*)?");
    private static final Pattern MODERN = Pattern.compile(
            "(\\d{1,3})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?(?:\\.\\d{1,6})*([-+].*)?");

    /**
     * Reads {@code 1.8.0_504}, {@code 11.0.33-ea}, {@code 17.0.9+9}, {@code 21.0.13.0.3}, {@code 25} or
     * {@code 28-ea+18}; what follows the fourth number and the first {@code -} or {@code +} only counts for
     * {@link #isEarlyAccess}.
     *
     * @throws IllegalArgumentException with one line, for anything else
     */
    public static JavaVersion parse(String text) {
        Matcher legacy = LEGACY.matcher(text);
        if (legacy.matches()) {
            return new JavaVersion(number(legacy, 1), number(legacy, 2), number(legacy, 3), 0, text);
        }
        Matcher modern = MODERN.matcher(text);
        if (modern.matches() && number(modern, 1) > 0) {
            return new JavaVersion(number(modern, 1), number(modern, 2), number(modern, 3), number(modern, 4), text);
        }
        String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        throw new IllegalArgumentException("not a Java version: '" + shown.replaceAll("\\p{Cntrl}", "?") + "'");
    }

    private static int number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Whether the code of that feature release is in it. */
    public boolean isAtLeast(int feature) {
        return this.feature >= feature;
    }

    /** Whether it is that update of that feature release or any later release; an early-access build counts as it. */
    public boolean isAtLeast(int feature, int interim, int update) {
        if (this.feature != feature) {
            return this.feature > feature;
        }
        return this.interim != interim ? this.interim > interim : this.update >= update;
    }

    /** Whether it was built before the release it is named after. */
    public boolean isEarlyAccess() {
        return text.contains("-ea") || text.contains("-beta") || text.contains("-internal");
    }

    /** By number, an early-access build before its release. */
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
