package io.github.hpjvm.it.matrix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The cases written by hand: {@code matrix/edges.txt}. */
final class Edges {
    private static final String FILE = "/matrix/edges.txt";

    private Edges() {}

    /** Returns the cases of these builds, in the order of the file. */
    static List<Case> of(List<String> builds) {
        List<Case> cases = new ArrayList<>();
        lines(FILE).forEach(line -> {
            int bar = line.indexOf('|');
            String which = line.substring(0, bar).strip();
            builds.stream()
                    .filter(build ->
                            which.equals("*") || List.of(which.split(",")).contains(build))
                    .map(build -> Case.parse(build + " " + line.substring(bar)))
                    .forEach(cases::add);
        });
        return List.copyOf(cases);
    }

    /** Returns the lines of a resource that are neither empty nor a comment. */
    static List<String> lines(String resource) {
        try (InputStream in = Edges.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("\n"))
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
