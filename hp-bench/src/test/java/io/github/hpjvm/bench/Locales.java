package io.github.hpjvm.bench;

import java.util.List;
import java.util.Locale;

/** Locales that write numbers in other ways than we do: decimal comma, Arabic digits, narrow spaces between groups. */
public final class Locales {
    private static final List<Locale> OTHERS = List.of(
            Locale.GERMANY,
            Locale.FRANCE,
            Locale.forLanguageTag("ar-EG-u-nu-arab"),
            Locale.forLanguageTag("hi-IN-u-nu-deva"),
            Locale.forLanguageTag("tr-TR"));

    private Locales() {}

    /** Runs the same under each of them, and puts back the locale that was set. */
    public static void each(Runnable test) {
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
