package io.github.hpjvm.os.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The target of a link below {@code /proc/PID}: {@code exe}, {@code cwd}, {@code ns/user}. */
public final class ProcessLink {

    private ProcessLink() {}

    /** Returns the text of the link; empty if it cannot be read. */
    public static Optional<String> read(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }
}
