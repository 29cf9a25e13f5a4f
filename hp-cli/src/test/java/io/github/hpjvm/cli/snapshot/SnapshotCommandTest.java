package io.github.hpjvm.cli.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotCommandTest {
    @TempDir
    private Path folder;

    private Called snapshot(Path file, String... more) {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(new String[] {"snapshot", "--all", "--compact", "-o", file.toString()}, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Called.with(arguments);
    }

    @Test
    void withAFileStdoutHasTheFormatThatWasGiven() throws IOException {
        Path file = folder.resolve("s.json");
        Called json = snapshot(file, "--format", "json");
        assertEquals(0, json.exitCode(), json.err());
        assertEquals(Files.readString(file), json.out());
        Called plain = snapshot(file);
        assertEquals("", plain.out());
        Called text = snapshot(file, "--format", "text");
        assertTrue(!text.out().isEmpty() && !text.out().startsWith("{"), text.out());
    }
}
