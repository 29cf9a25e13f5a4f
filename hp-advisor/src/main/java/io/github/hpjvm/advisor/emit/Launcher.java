package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;

/** The program that started a JVM, which decides the variable that the JVM takes flags from. */
enum Launcher {
    /** The {@code java} of JDK 9 and newer: reads JDK_JAVA_OPTIONS and {@code @argfiles} ({@code libjli/args.c}). */
    JAVA("JDK_JAVA_OPTIONS", ""),
    /** The {@code java} of JDK 8, which has neither. */
    JAVA_8("JAVA_TOOL_OPTIONS", "Java 8 has neither JDK_JAVA_OPTIONS nor @argfiles."),
    /** A program that creates the JVM by JNI, such as jsvc: only libjvm reads the environment. */
    OTHER(
            "JAVA_TOOL_OPTIONS",
            "The java launcher did not start this JVM. Only that launcher reads JDK_JAVA_OPTIONS and @argfiles.");

    private static final int FIRST_WITH_VARIABLE = 9;

    private final String variable;
    private final String restriction;

    Launcher(String variable, String restriction) {
        this.variable = variable;
        this.restriction = restriction;
    }

    static Launcher of(Jvm jvm) {
        boolean other = jvm.commandLine()
                .known()
                .flatMap(words -> words.stream().findFirst())
                .filter(program -> !program.equals("java") && !program.endsWith("/java"))
                .isPresent();
        if (other) {
            return OTHER;
        }
        return jvm.identity()
                        .known()
                        .flatMap(VmIdentity::release)
                        .map(JavaVersion::feature)
                        .filter(feature -> feature < FIRST_WITH_VARIABLE)
                        .isPresent()
                ? JAVA_8
                : JAVA;
    }

    /** The variable from which the JVM takes flags. */
    String variable() {
        return variable;
    }

    /** A sentence on what it does not read; empty if it reads everything. */
    String restriction() {
        return restriction;
    }
}
