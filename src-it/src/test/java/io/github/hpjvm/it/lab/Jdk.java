package io.github.hpjvm.it.lab;

import java.nio.file.Path;

/**
 * A Java home of this machine.
 *
 * @param feature its release: 8, 11, 17, ...
 * @param home the folder that holds {@code bin/java}
 */
public record Jdk(int feature, Path home) {

    public Path java() {
        return home.resolve("bin/java");
    }

    /** Returns the name that JUnit shows. */
    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
