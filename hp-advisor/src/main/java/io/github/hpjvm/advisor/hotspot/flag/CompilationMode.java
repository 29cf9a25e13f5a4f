package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code -XX:CompilationMode} makes of the compilers: CompilationModeFlag::initialize in
 * {@code src/hotspot/share/compiler/compilerDefinitions.cpp}.
 */
public enum CompilationMode {
    /** C1 alone. */
    QUICK_ONLY,
    /** C2 alone. */
    HIGH_ONLY;

    private static final String FLAG = "CompilationMode";

    /** It wants a compiler behind the JVM compiler interface, and went with it. */
    private static final String INTERNAL = "high-only-quick-internal";

    private static final int NO_INTERFACE_SINCE = 27;

    /** The one that an argument asks for; empty if both compilers do what they do by default. */
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

    /** HotSpot's words about a mode that it does not have. */
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

    /** What it says of a mode that wants another compiler than there is. */
    static Optional<String> remark(Map<String, String> given, int feature) {
        boolean wanted = feature < NO_INTERFACE_SINCE && INTERNAL.equals(given.get(FLAG));
        return wanted && !"true".equals(given.get("UseJVMCICompiler"))
                ? Optional.of(
                        INTERNAL + " compilation mode unavailable because there is no c1 and jvmci compiler present.")
                : Optional.empty();
    }
}
