package io.github.hpjvm.cli;

import java.util.Optional;

/** The version in the manifest of the jar. */
final class Version {
    private Version() {}

    /** Returns the line that {@code --version} prints. It takes no classes of picocli, and no lambdas: they take 15 ms. */
    static String text() {
        String version = Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return String.join("", "hp-cli ", version, ", on Java ", System.getProperty("java.runtime.version"));
    }
}
