package io.github.hpjvm.bench.report.html;

/** Typography of the page. */
final class DigitGroups {
    private DigitGroups() {}

    /** Replaces the blanks between groups of digits by no-break spaces. */
    static String unbroken(String text) {
        return text.replaceAll("(?<=\\d) (?=\\d{3}(?!\\d))", "\u00a0");
    }
}
