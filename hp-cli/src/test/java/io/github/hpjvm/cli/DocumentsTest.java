package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.PublishedSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON that the commands print about this host and the JVM of this test has a schema in docs/schema. */
class DocumentsTest {
    private static final String OWN = Long.toString(ProcessHandle.current().pid());

    @TempDir
    Path temp;

    private static Called json(String line) {
        List<String> words = Stream.of(line.replace("OWN", OWN).split(" ")).toList();
        int end = words.indexOf("--") < 0 ? words.size() : words.indexOf("--");
        return Called.with(
                Stream.of(words.subList(0, end), List.of("--format", "json"), words.subList(end, words.size()))
                        .flatMap(List::stream)
                        .toArray(String[]::new));
    }

    /** Exit code 4 means that this host has no such counters, or this user no such right: there is a document too. */
    @ParameterizedTest
    @CsvSource({
        "host, host",
        "ps, ps",
        "jvms, jvms",
        "metrics, metrics",
        "snapshot, snapshot --pid OWN",
        "size, size OWN",
        "size, size --all",
        "emit, emit --for shell OWN",
        "explain, explain HP-104",
        "explain, explain --bugs",
        "doctor, bench doctor",
        "tlb, tlb OWN --for 0.2 --interval 0.1"
    })
    void theDocumentIsDescribed(String schema, String line) {
        Called called = json(line);
        assertTrue(List.of(0, 3, 4).contains(called.exitCode()), called::toString);
        PublishedSchema.named(schema).assertDescribes(called.out());
    }

    /** Their schemas have conditions, so that they cannot be closed. */
    @ParameterizedTest
    @CsvSource({
        "advise, advise OWN",
        "advise, advise OWN --require any",
        "predict, predict --jdk 21.0.9 -- java -Xmx1g -XX:+UseLargePages A",
        "predict, predict --require thp --jdk 21.0.9 -- java -Xmx1g A"
    })
    void theDocumentIsValid(String schema, String line) {
        Called called = json(line);
        assertTrue(PublishedSchema.named(schema).permits(called.out()), called::toString);
        assertFalse(PublishedSchema.named(schema)
                .permits(called.out().replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2")));
    }

    @Test
    void eachLineOfWatchIsDescribed() {
        Called called = json("watch OWN --for 0.5 --interval 0.2");
        assertFalse(called.out().isEmpty(), called::toString);
        called.out().lines().forEach(line -> PublishedSchema.named("watch").assertDescribes(line));
    }

    @Test
    void differencesAndRowsOfSnapshotsAreDescribed() throws IOException {
        Path snapshot = temp.resolve("a.json");
        assertEquals(
                0,
                Called.with("snapshot", "--pid", OWN, "-o", snapshot.toString()).exitCode());
        Path other = Files.writeString(
                temp.resolve("b.json"), Files.readString(snapshot).replace("madvise", "always"));
        PublishedSchema.named("diff")
                .assertDescribes(json("diff " + snapshot + " " + other).out());
        PublishedSchema.named("fleet").assertDescribes(json("fleet " + temp).out());
        Called rows = Called.with("fleet", temp.toString(), "--format", "ndjson");
        assertTrue(rows.out().lines().count() >= 2, rows::toString);
        rows.out().lines().forEach(line -> PublishedSchema.named("fleet-row").assertDescribes(line));
    }
}
