package io.github.hpjvm.advisor.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;

/** A table of this project: a resource of ASCII characters beside the class that reads it. */
public final class TextResource {

    private TextResource() {}

    /**
     * Returns the text of a resource beside a class.
     *
     * @throws NoSuchElementException if there is none of that name
     * @throws UncheckedIOException if it cannot be read
     */
    public static String of(Class<?> neighbour, String name) {
        try (InputStream in = neighbour.getResourceAsStream(name)) {
            if (in == null) {
                throw new NoSuchElementException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
