package io.github.hpjvm.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Captured text under {@code src/test/resources}. */
public final class Texts {
    private Texts() {}

    /** @param path from the root of resources, such as {@code perf/no-pmu.csv} */
    public static String resource(String path) {
        try (InputStream in = Texts.class.getResourceAsStream("/" + path)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
