package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The flags of the JVM compiler interface. HotSpot refuses them while the interface is off:
 * check_jvmci_flags_are_consistent in {@code src/hotspot/share/jvmci/jvmci_globals.cpp} (9 and newer).
 */
final class CompilerInterface {

    private static final String ON = "EnableJVMCI";
    private static final String COMPILER = "UseJVMCICompiler";
    private static final Set<String> WANT_COMPILER = Set.of(
            "BootstrapJVMCI", "PrintBootstrap", "JVMCIThreads", "JVMCIHostThreads", "LibJVMCICompilerThreadHidden");
    private static final Set<String> SWITCHES = Set.of(ON, COMPILER, "EnableJVMCIProduct", "EagerJVMCI", "UseGraalJIT");

    private CompilerInterface() {}

    /** Returns whether EnableJVMCIProduct unlocks the flag (JVMCIGlobals::enable_jvmci_product_mode). */
    static boolean owns(String flag) {
        return flag.contains("JVMCI") || WANT_COMPILER.contains(flag);
    }

    /** Returns the refusal of the first flag that is given without the flag that it requires. */
    static Optional<String> unguarded(Map<String, String> given, int feature) {
        boolean product = isOn(given, "EnableJVMCIProduct") || isOn(given, "UseGraalJIT");
        boolean compiler = product || isOn(given, COMPILER);
        boolean on = compiler || isOn(given, ON);
        for (String flag : new TreeSet<>(given.keySet())) {
            boolean wantsCompiler = WANT_COMPILER.contains(flag);
            boolean wantsInterface = flag.contains("JVMCI") && !SWITCHES.contains(flag)
                    || flag.equals("MethodProfileWidth") && feature < 17;
            if (feature > 8 && (wantsCompiler && !compiler || !wantsCompiler && wantsInterface && !on)) {
                return Optional.of("Improperly specified VM option '" + flag + "': '" + (wantsCompiler ? COMPILER : ON)
                        + "' must be enabled");
            }
        }
        return Optional.empty();
    }

    private static boolean isOn(Map<String, String> given, String flag) {
        return "true".equals(given.get(flag));
    }
}
