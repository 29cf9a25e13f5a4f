package io.github.hpjvm.bench.run.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes programs that print recorded counts as perf does. */
public final class FakePerf {
    private static final Path RESOURCES = Path.of("src/test/resources/perf").toAbsolutePath();

    private FakePerf() {}

    /**
     * Writes a program.
     *
     * @param counts file of counts below the folder of the resources
     * @param variables further variables of fake-perf.sh, {@code NAME=value}
     */
    public static String write(Path folder, String counts, String... variables) throws IOException {
        String text = "#!/bin/sh\nFAKE_PERF='" + RESOURCES.resolve(counts) + "' " + String.join(" ", variables)
                + " exec sh '" + RESOURCES.resolve("fake-perf.sh") + "' \"$@\"\n";
        Path program = Files.writeString(folder.resolve("perf"), text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program.toString();
    }
}
