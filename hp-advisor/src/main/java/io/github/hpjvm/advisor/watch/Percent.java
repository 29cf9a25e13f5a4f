package io.github.hpjvm.advisor.watch;

import java.util.Locale;

/** Shares as text. */
public final class Percent {

    private Percent() {}

    /** Returns per cent, rounded down to a tenth, so that 100 % means all bytes: {@code 97.5 %}, {@code 100 %}. */
    public static String of(double share) {
        long tenths = (long) Math.floor(share * 1000 + 1e-9);
        return tenths % 10 == 0 ? tenths / 10 + " %" : String.format(Locale.ROOT, "%d.%d %%", tenths / 10, tenths % 10);
    }
}
