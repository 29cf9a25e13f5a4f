package io.github.hpjvm.advisor.facts;

/** The place from which a JVM read an argument. */
public enum ArgumentOrigin {
    /** The file of {@code -XX:Flags=}; read first, so that all others override it. */
    FLAGS_FILE,
    /** {@code JAVA_TOOL_OPTIONS}, read by the JVM before the command line. */
    JAVA_TOOL_OPTIONS,
    /** {@code JDK_JAVA_OPTIONS}, read by the launcher of 9 and newer before the command line. */
    JDK_JAVA_OPTIONS,
    COMMAND_LINE,
    /** A file named as {@code @file} on the command line or in JDK_JAVA_OPTIONS, expanded by the launcher. */
    ARGUMENT_FILE,
    /** The file of {@code -XX:VMOptionsFile=} (9 and newer), expanded at its position. */
    VM_OPTIONS_FILE,
    /** {@code _JAVA_OPTIONS}, read by the JVM last, so that it overrides all others. */
    UNDERSCORE_JAVA_OPTIONS,
    /** The JVM has the argument, and its place is not known. */
    UNKNOWN
}
