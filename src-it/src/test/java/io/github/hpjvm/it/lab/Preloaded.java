package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Libraries for LD_PRELOAD, which run code of C in a JVM. */
public final class Preloaded {
    private Preloaded() {}

    /** Compiles {@code /mmap/NAME.c} of the resources. */
    public static Path library(Path folder, String name) throws IOException {
        Path source = folder.resolve(name + ".c");
        try (InputStream in = Preloaded.class.getResourceAsStream("/mmap/" + name + ".c")) {
            Files.copy(in, source);
        }
        Path library = folder.resolve("lib" + name + ".so");
        Program.Ended ended = Program.of(Needs.program("cc").toString())
                .with("-O2", "-shared", "-fPIC", "-pthread", "-o", library, source)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return library;
    }
}
