package io.github.hpjvm.advisor.facts;

/** Where an argument of a JVM was written down. */
public enum ArgumentOrigin {
    /** The file of {@code -XX:Flags=}; read before everything else, so that all the others win over it. */
    FLAGS_FILE,
    /** {@code JAVA_TOOL_OPTIONS}, read by the JVM before the command line. */
    JAVA_TOOL_OPTIONS,
    /** {@code JDK_JAVA_OPTIONS}, read by the launcher of 9 and newer before the command line. */
    JDK_JAVA_OPTIONS,
    COMMAND_LINE,
    /** A file named as {@code @file} on the command line or in JDK_JAVA_OPTIONS, expanded by the launcher. */
    ARGUMENT_FILE,
    /** The file of {@code -XX:VMOptionsFile=} (9 and newer), expanded where it stands. */
    VM_OPTIONS_FILE,
    /** {@code _JAVA_OPTIONS}, read by the JVM last: it wins. */
    UNDERSCORE_JAVA_OPTIONS,
    /** The JVM has it, and we did not see who gave it. */
    UNKNOWN
}
