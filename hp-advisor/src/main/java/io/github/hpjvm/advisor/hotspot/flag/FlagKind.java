package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Locale;

/** The kind of a flag's or option's name in a build of HotSpot. */
enum FlagKind {
    /** The build accepts it. */
    PRODUCT,
    /** The build accepts it after {@code -XX:+UnlockDiagnosticVMOptions}. */
    DIAGNOSTIC,
    /** The build accepts it after {@code -XX:+UnlockExperimentalVMOptions}. */
    EXPERIMENTAL,
    /** Only a debug build accepts it. */
    DEVELOP,
    /** Only a debug build accepts it, under another category name. */
    NOTPRODUCT,
    /** The build ignores it and prints a message. */
    OBSOLETE,
    /** The build knows the name, but lacks the feature that it enables. */
    UNSUPPORTED,
    /** Another name of the flag in the type column. */
    ALIAS,
    /** A flag for a part of the unified log, older than that log (JEP 158). */
    LOGGING,
    /** An option that is no flag, as it is written. */
    OPTION,
    /** The beginning of such an option. */
    PREFIX,
    /** The build does not know the name. */
    NONE,
    /** The kind is unknown. */
    UNKNOWN;

    static FlagKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /**
     * Returns the kind that {@code -XX:+PrintFlagsFinal} prints as {@code product}, {@code C2 diagnostic}, {@code
     * manageable}, ...
     */
    static FlagKind ofPrinted(String words) {
        if (words.contains("diagnostic")) {
            return DIAGNOSTIC;
        }
        return words.contains("experimental") ? EXPERIMENTAL : PRODUCT;
    }

    /** Returns whether a product build has a variable of that name. */
    boolean isSettable() {
        return this == PRODUCT || this == DIAGNOSTIC || this == EXPERIMENTAL || this == UNSUPPORTED;
    }
}
