package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Observations as lines with tabs between the columns. */
final class ObservationTable {
    private static final List<String> COLUMNS = List.of(
            "case",
            "end",
            "gc",
            "maxHeap",
            "heap",
            "readerHeap",
            "code",
            "takenAtStart",
            "takenFilled",
            "warnings",
            "lines",
            "message",
            "millis");

    private final Path file;

    /**
     * Creates the table.
     *
     * @param file is appended to; a new one gets the names of the columns
     */
    ObservationTable(Path file) {
        this.file = file;
        if (!Files.exists(file)) {
            append(String.join("\t", COLUMNS));
        }
    }

    void add(Result result) {
        append(result.observed()
                .map(o -> String.join(
                        "\t",
                        result.it().toString(),
                        o.end().name(),
                        o.gc().map(Enum::name).orElse("-"),
                        o.maxHeap().map(Bytes::toString).orElse("-"),
                        o.heap().map(Seen::toString).orElse("-"),
                        o.readerHeap().map(Enum::name).orElse("-"),
                        o.code().map(Seen::toString).orElse("-"),
                        text(o.takenAtStart()),
                        text(o.takenFilled()),
                        o.warnings().stream().map(Enum::name).sorted().collect(Collectors.joining(",")),
                        String.join(" / ", o.lines()),
                        o.message(),
                        Long.toString(result.millis())))
                .orElse(result.it() + "\tNOT POSSIBLE: " + result.impossible()));
    }

    private static String text(Map<Bytes, Long> taken) {
        return new TreeMap<>(taken)
                .entrySet().stream()
                        .map(pool -> pool.getKey() + ": " + pool.getValue())
                        .collect(Collectors.joining(", "));
    }

    private void append(String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
