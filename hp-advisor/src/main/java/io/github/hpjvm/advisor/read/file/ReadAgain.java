package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A small file of the kernel that is read again and again, in the fewest system calls, and parsed only when it has
 * changed. If it cannot be read, {@link TextFile} gives the reason. Safe for several threads.
 *
 * @param <T> the parsed value
 */
public final class ReadAgain<T> {
    private static final int LIMIT = 1 << 20;

    private final Path file;
    private final String name;
    private final int expected;
    private final Function<String, T> parser;
    private final BiFunction<Path, T, Source> source;
    private volatile Optional<Last<T>> last = Optional.empty();

    private record Last<T>(String text, Fact<T> fact) {}

    /**
     * Creates the reader.
     *
     * @param expected approximate number of bytes
     * @param parser may throw {@link MalformedTextException}
     * @param source of the value
     */
    public ReadAgain(Path file, int expected, Function<String, T> parser, BiFunction<Path, T, Source> source) {
        this.file = file;
        this.name = file.toString();
        this.expected = expected;
        this.parser = parser;
        this.source = source;
    }

    public Fact<T> read() {
        Optional<String> text = text();
        if (text.isEmpty()) {
            return TextFile.read(file, parser);
        }
        Optional<Last<T>> before = last;
        if (before.isPresent() && before.get().text().equals(text.get())) {
            return before.get().fact();
        }
        Fact<T> fact = TextFile.parsed(Fact.known(text.get(), Source.of(name)), parser)
                .flatMap(value -> Fact.known(value, source.apply(file, value)));
        last = Optional.of(new Last<>(text.get(), fact));
        return fact;
    }

    private Optional<String> text() {
        try (FileInputStream in = new FileInputStream(name)) {
            byte[] buffer = new byte[expected];
            int length = 0;
            for (int n = in.read(buffer); n > 0; n = in.read(buffer, length, buffer.length - length)) {
                length += n;
                if (length == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
                if (length > LIMIT) {
                    return Optional.empty();
                }
            }
            String text = new String(buffer, 0, length, StandardCharsets.UTF_8);
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
