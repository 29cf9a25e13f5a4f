package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The compilers that {@code -XX:CompilationMode} selects: CompilationModeFlag::initialize in {@code
 * src/hotspot/share/compiler/compilerDefinitions.cpp}.
 */
public enum CompilationMode {
    /** C1 alone. */
    QUICK_ONLY,
    /** C2 alone. */
    HIGH_ONLY;

    private static final String FLAG = "CompilationMode";

    /** Mode that needs a compiler behind the JVM compiler interface, and was removed with it. */
    private static final String INTERNAL = "high-only-quick-internal";

    private static final int NO_INTERFACE_SINCE = 27;

    /** Returns the mode that an argument selects; empty if both compilers have their default role. */
    public static Optional<CompilationMode> of(FlagSettings flags) {
        if (!flags.isGiven(FLAG)) {
            return Optional.empty();
        }
        return switch (flags.value(FLAG).orElse("")) {
            case "quick-only" -> Optional.of(QUICK_ONLY);
            case "high-only" -> Optional.of(HIGH_ONLY);
            default -> Optional.empty();
        };
    }

    /** Returns HotSpot's message about a mode that it does not have. */
    static Optional<String> refusal(Map<String, String> given, int feature) {
        boolean internal = feature < NO_INTERFACE_SINCE;
        String mode = given.getOrDefault(FLAG, "");
        boolean known =
                Set.of("", "default", "normal", "quick-only", "high-only").contains(mode)
                        || internal && mode.equals(INTERNAL);
        return known
                ? Optional.empty()
                : Optional.of("Unsupported compilation mode '" + mode + "', available modes are: quick-only, high-only"
                        + (internal ? ", " + INTERNAL : ""));
    }

    /** Returns its message about a mode that needs a compiler which is not there. */
    static Optional<String> remark(Map<String, String> given, int feature) {
        boolean wanted = feature < NO_INTERFACE_SINCE && INTERNAL.equals(given.get(FLAG));
        return wanted && !"true".equals(given.get("UseJVMCICompiler"))
                ? Optional.of(
                        INTERNAL + " compilation mode unavailable because there is no c1 and jvmci compiler present.")
                : Optional.empty();
    }
}
