package io.github.hpjvm.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Golden files: reviewed texts. The present text is written to {@code target/golden} for review. */
public final class Golden {
    private static final Path FRESH = Path.of("target", "golden");

    private Golden() {}

    /** Compares with {@code src/test/resources/report/<name>}. */
    public static void check(String name, String actual) {
        leave(name, actual);
        assertEquals(Texts.resource("report/" + name), actual, "not as in report/" + name);
    }

    /** Writes a text for review without a comparison. */
    public static void leave(String name, String actual) {
        try {
            Files.createDirectories(FRESH);
            Files.writeString(FRESH.resolve(name), actual);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
