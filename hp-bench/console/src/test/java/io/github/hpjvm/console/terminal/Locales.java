package io.github.hpjvm.console.terminal;

import java.util.List;
import java.util.Locale;

/** Locales with other number formats: decimal comma, Arabic digits, narrow spaces between groups. */
final class Locales {
    private static final List<Locale> OTHERS = List.of(
            Locale.GERMANY,
            Locale.FRANCE,
            Locale.forLanguageTag("ar-EG-u-nu-arab"),
            Locale.forLanguageTag("hi-IN-u-nu-deva"),
            Locale.forLanguageTag("tr-TR"));

    private Locales() {}

    /** Runs a test under each locale and restores the default locale. */
    static void each(Runnable test) {
        Locale before = Locale.getDefault();
        try {
            for (Locale locale : OTHERS) {
                Locale.setDefault(locale);
                test.run();
            }
        } catch (AssertionError e) {
            throw new AssertionError("under locale " + Locale.getDefault().toLanguageTag() + ": " + e.getMessage(), e);
        } finally {
            Locale.setDefault(before);
        }
    }
}
