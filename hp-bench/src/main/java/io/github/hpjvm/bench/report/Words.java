package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.stats.Verdict;
import java.util.Locale;

/** Words that both reports use. */
final class Words {
    private Words() {}

    /** {@code faster}, {@code not realised}. */
    static String verdict(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The same with numbers in groups of digits that no line break parts. */
    static String unbroken(String text) {
        return text.replaceAll("(?<=\\d) (?=\\d{3}(?!\\d))", "\u00a0");
    }
}
