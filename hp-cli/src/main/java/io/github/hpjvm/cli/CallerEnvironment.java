package io.github.hpjvm.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables of the one who called {@code hp-cli}. The launcher script takes those that speak to a JVM away from our
 * own, and keeps what they were under another name.
 */
final class CallerEnvironment {
    private static final String KEPT = "HP_CLI_CALLER_";
    private static final List<String> FOR_JVMS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private CallerEnvironment() {}

    /** What a command would see that the caller starts: without what the launcher says to us. */
    static Map<String, String> ofCommand(Map<String, String> ours) {
        Map<String, String> theirs = of(ours);
        theirs.keySet().removeIf(name -> name.startsWith(KEPT));
        return theirs;
    }

    /** What a JVM would see that the caller starts. */
    static Map<String, String> of(Map<String, String> ours) {
        Map<String, String> theirs = new HashMap<>(ours);
        for (String name : FOR_JVMS) {
            String kept = ours.get(KEPT + name);
            if (kept != null) {
                theirs.put(name, kept);
            }
        }
        return theirs;
    }
}
