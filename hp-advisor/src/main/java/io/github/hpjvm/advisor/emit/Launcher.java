package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.os.text.JavaOptions;
import java.nio.charset.StandardCharsets;

/** The program that started a JVM, which decides the variable that the JVM takes flags from. */
enum Launcher {
    /** The {@code java} of JDK 9 and newer: reads JDK_JAVA_OPTIONS and {@code @argfiles} ({@code libjli/args.c}). */
    JAVA(ArgumentOrigin.JDK_JAVA_OPTIONS, ""),
    /** The {@code java} of JDK 8, which has neither. */
    JAVA_8(ArgumentOrigin.JAVA_TOOL_OPTIONS, "Java 8 has neither JDK_JAVA_OPTIONS nor @argfiles."),
    /** A program that creates the JVM by JNI, such as jsvc: only libjvm reads the environment. */
    OTHER(ArgumentOrigin.JAVA_TOOL_OPTIONS, Launcher.NOT_JAVA),
    /** The same with a JVM of release 8. */
    OTHER_8(ArgumentOrigin.JAVA_TOOL_OPTIONS, Launcher.NOT_JAVA);

    private static final String NOT_JAVA =
            "The java launcher did not start this JVM. Only that launcher reads JDK_JAVA_OPTIONS and @argfiles.";

    /** OPTION_BUFFER_SIZE, with the end of the string, and N_MAX_OPTIONS in {@code arguments.cpp} of 8. */
    private static final int MOST_BYTES = 1023;

    private static final int MOST_OPTIONS = 64;
    private static final int FIRST_WITH_VARIABLE = 9;

    private final ArgumentOrigin origin;
    private final String restriction;

    Launcher(ArgumentOrigin origin, String restriction) {
        this.origin = origin;
        this.restriction = restriction;
    }

    static Launcher of(Jvm jvm) {
        boolean other = jvm.commandLine()
                .known()
                .flatMap(words -> words.stream().findFirst())
                .filter(program -> !program.equals("java") && !program.endsWith("/java"))
                .isPresent();
        boolean old = jvm.identity()
                .known()
                .flatMap(VmIdentity::release)
                .map(JavaVersion::feature)
                .filter(feature -> feature < FIRST_WITH_VARIABLE)
                .isPresent();
        if (other) {
            return old ? OTHER_8 : OTHER;
        }
        return old ? JAVA_8 : JAVA;
    }

    /**
     * Returns whether a JVM of this release reads all of the value. JDK 8 ignores a longer one, and the options after the first
     * 64 (measured on 8u504; builds with JDK-8288483 read all).
     */
    boolean reads(String value) {
        boolean old = this == JAVA_8 || this == OTHER_8;
        return !old
                || value.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
                        && JavaOptions.words(value).size() <= MOST_OPTIONS;
    }

    /** The variable from which the JVM takes flags. */
    String variable() {
        return origin.name();
    }

    /** The same variable as the place of an argument. */
    ArgumentOrigin origin() {
        return origin;
    }

    /** A sentence on what it does not read; empty if it reads everything. */
    String restriction() {
        return restriction;
    }
}
