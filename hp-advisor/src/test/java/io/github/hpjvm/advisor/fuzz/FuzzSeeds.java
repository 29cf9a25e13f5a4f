package io.github.hpjvm.advisor.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Captured files among the test resources, from which the fuzzer starts. */
public final class FuzzSeeds {
    private static final int LINES = 20;
    private static final int CUT = 4 << 10;

    private FuzzSeeds() {}

    /** All files below a folder. */
    public static List<byte[]> below(String folder) {
        return below(folder, file -> true);
    }

    /** The files with one of these names, wherever they lie below a folder. */
    public static List<byte[]> named(String folder, String... names) {
        return below(folder, file -> List.of(names).contains(file.getFileName().toString()));
    }

    /** Texts as they are. */
    public static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /**
     * Short inputs made of long texts, because the fuzzer parses more of these in a second: the first two paragraphs
     * with each other one, of which at most {@value #LINES} lines are left.
     */
    public static List<byte[]> byParagraph(List<byte[]> texts) {
        return texts.stream().flatMap(FuzzSeeds::paragraphs).toList();
    }

    private static Stream<byte[]> paragraphs(byte[] text) {
        List<String> all = List.of(new String(text, StandardCharsets.UTF_8).split("\n\\s*\n"));
        int head = Math.min(2, all.size());
        String first = String.join("\n\n", all.subList(0, head));
        return Stream.concat(Stream.of(""), all.subList(head, all.size()).stream())
                .map(paragraph -> paragraph.lines().limit(LINES).collect(Collectors.joining("\n")))
                .map(paragraph -> (first + "\n\n" + paragraph + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The beginnings of long texts. */
    public static List<byte[]> cut(List<byte[]> texts) {
        return texts.stream()
                .map(text -> Arrays.copyOf(text, Math.min(text.length, CUT)))
                .toList();
    }

    private static List<byte[]> below(String folder, Predicate<Path> wanted) {
        URL url = Objects.requireNonNull(FuzzSeeds.class.getResource("/" + folder), folder);
        try (Stream<Path> files = Files.walk(Path.of(url.toURI()))) {
            return files.filter(Files::isRegularFile)
                    .filter(wanted)
                    .sorted()
                    .map(FuzzSeeds::bytes)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
