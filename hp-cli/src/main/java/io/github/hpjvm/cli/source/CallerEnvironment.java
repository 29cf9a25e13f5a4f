package io.github.hpjvm.cli.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment of the caller of {@code hp-cli}. The launcher script removes the variables that set options of a JVM
 * from the environment of hp-cli's own JVM, and passes their values in variables with a prefix.
 */
public final class CallerEnvironment {
    private static final String KEPT = "HP_CLI_CALLER_";
    private static final List<String> FOR_JVMS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private CallerEnvironment() {}

    /** The environment of a command that the caller starts: without the variables of the launcher. */
    public static Map<String, String> ofCommand(Map<String, String> own) {
        Map<String, String> caller = of(own);
        caller.keySet().removeIf(name -> name.startsWith(KEPT));
        return caller;
    }

    /** The environment of a JVM that the caller starts. */
    public static Map<String, String> of(Map<String, String> own) {
        Map<String, String> caller = new HashMap<>(own);
        for (String name : FOR_JVMS) {
            String kept = own.get(KEPT + name);
            if (kept != null) {
                caller.put(name, kept);
            }
        }
        return caller;
    }
}
