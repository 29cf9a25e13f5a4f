package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A shell that runs the commands of our reports, with {@code sudo}, whether this machine has it or not. */
public final class Shell {
    private Shell() {}

    /** Fails the test unless the line exits with 0. */
    public static void type(String line, Path folder) {
        Needs.root();
        try {
            Path sudo = folder.resolve("sudo");
            Files.writeString(sudo, "#!/bin/sh\nexec \"$@\"\n");
            Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Program.Ended ended = Program.of("/bin/sh", "-c", line)
                .set("PATH", folder + ":" + System.getenv("PATH"))
                .run();
        if (ended.exitCode() != 0) {
            throw new AssertionError(line + ": " + ended.err());
        }
    }
}
