package io.github.hpjvm.bench.report.html;

/** Text helpers that the reports share. */
final class Words {
    private Words() {}

    /** The same with numbers in groups of digits that no line break parts. */
    static String unbroken(String text) {
        return text.replaceAll("(?<=\\d) (?=\\d{3}(?!\\d))", "\u00a0");
    }
}
