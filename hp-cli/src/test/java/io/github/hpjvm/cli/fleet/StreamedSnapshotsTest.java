package io.github.hpjvm.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamedSnapshotsTest {

    private static List<String> read(String text, long largest) throws IOException {
        List<String> all = new ArrayList<>();
        StreamedSnapshots.read(
                new ByteArrayInputStream(text.getBytes(UTF_8)),
                Bytes.of(largest),
                (number, bytes) -> all.add(number + " " + new String(bytes, UTF_8)));
        return all;
    }

    @Test
    void compactSnapshotsAreLines() throws IOException {
        assertEquals(List.of("1 {\"a\":1}", "2 {\"b\":2}"), read("{\"a\":1}\n\n{\"b\":2}\n", 100));
        assertEquals(List.of("1 {}", "2 {"), read("{}\n{", 100));
    }

    @Test
    void aDocumentOfSeveralLinesIsOne() throws IOException {
        assertEquals(List.of("1 {\n\"a\":1\n}\n"), read("{\n\"a\":1\n}\n", 100));
    }

    @Test
    void nothingIsNoSnapshot() throws IOException {
        assertEquals(List.of(), read("", 100));
        assertEquals(List.of(), read("\n\n", 100));
    }

    @Test
    void aLargeOneIsCut() throws IOException {
        assertEquals(List.of("1 " + "x".repeat(11)), read("x".repeat(1000), 10));
    }
}
