package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Files of the distribution that {@code ./mvnw -Pdist -DskipTests package} made, with a JDK 25 or newer. */
public final class Distribution {
    /** Name of the archive, a regular expression. */
    public static final String ARCHIVE = "hp-cli-.*-linux-.*\\.tar\\.gz";

    private Distribution() {}

    /**
     * Returns a file or folder that the build made. Skips the test if the distribution was not built.
     *
     * @param name regular expression
     */
    public static Path built(String name) throws IOException {
        try (Stream<Path> all = Files.list(Cli.tree().getParent())) {
            Optional<Path> found = all.filter(
                            path -> path.getFileName().toString().matches(name))
                    .findFirst();
            Needs.that(found.isPresent(), "the distribution (build with -Pdist and a JDK 25 that has jlink)");
            return found.orElseThrow();
        }
    }
}
