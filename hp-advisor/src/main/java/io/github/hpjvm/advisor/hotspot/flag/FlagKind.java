package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Locale;

/** What a build of HotSpot makes of the name of a flag or an option. */
enum FlagKind {
    /** It takes it. */
    PRODUCT,
    /** It takes it after {@code -XX:+UnlockDiagnosticVMOptions}. */
    DIAGNOSTIC,
    /** It takes it after {@code -XX:+UnlockExperimentalVMOptions}. */
    EXPERIMENTAL,
    /** Only a debug build takes it. */
    DEVELOP,
    /** The same, under another name. */
    NOTPRODUCT,
    /** It ignores it and says so. */
    OBSOLETE,
    /** It knows the name and was built without what it turns on. */
    UNSUPPORTED,
    /** Another name of the flag that stands in the column of the type. */
    ALIAS,
    /** A flag to turn something of the unified log on, from the time before it (JEP 158). */
    LOGGING,
    /** An option that is no flag, as it stands. */
    OPTION,
    /** The beginning of such an option. */
    PREFIX,
    /** It knows no such name. */
    NONE,
    /** We do not know. */
    UNKNOWN;

    static FlagKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** As {@code -XX:+PrintFlagsFinal} has it: {@code product}, {@code C2 diagnostic}, {@code manageable}, ... */
    static FlagKind ofPrinted(String words) {
        if (words.contains("diagnostic")) {
            return DIAGNOSTIC;
        }
        return words.contains("experimental") ? EXPERIMENTAL : PRODUCT;
    }

    /** Whether a product build has a variable of that name. */
    boolean isSettable() {
        return this == PRODUCT || this == DIAGNOSTIC || this == EXPERIMENTAL || this == UNSUPPORTED;
    }

    boolean isForDebugBuilds() {
        return this == DEVELOP || this == NOTPRODUCT;
    }
}
