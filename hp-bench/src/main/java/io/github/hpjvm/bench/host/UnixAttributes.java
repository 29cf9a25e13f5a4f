package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Attributes of one file, read at once. A link at the end of its path is not followed. */
final class UnixAttributes {
    private final Map<String, Object> values;

    private UnixAttributes(Map<String, Object> values) {
        this.values = values;
    }

    /**
     * Reads attributes.
     *
     * @param names those of the view {@code unix} of the JDK, separated by commas
     */
    static UnixAttributes of(Path file, String names) throws IOException {
        return new UnixAttributes(Files.readAttributes(file, "unix:" + names, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns whether an attribute that was read is true. */
    boolean is(String name) {
        return (Boolean) value(name);
    }

    /** Returns a number that was read. */
    long number(String name) {
        return ((Number) value(name)).longValue();
    }

    /** Returns a value that was read. */
    Object value(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }
}
