package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.file.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void keepsOutputAndExitCode() throws IOException {
        Command.Output output = Command.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3"), LIMIT);
        assertEquals(new Command.Output(3, "out\n", "err\n"), output);
    }

    @Test
    void endsChildThatKeepsTheOutputOpen() {
        List<String> leavesAChild = List.of("sh", "-c", "sleep 60 & echo done");
        assertTimeoutPreemptively(LIMIT, () -> {
            assertEquals("done\n", Command.run(leavesAChild, LIMIT).out());
        });
    }

    @Test
    void endsProgramAndItsChildrenAtTheLimit(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("child");
        List<String> sleeps = List.of("sh", "-c", "sleep 60 & echo $! >\"$1\"; wait", "sh", file.toString());
        IOException e = assertThrows(IOException.class, () -> Command.run(sleeps, Duration.ofSeconds(2)));
        assertTrue(e.getMessage().contains("did not end within"), e.getMessage());
        long child = Long.parseLong(Files.readString(file).strip());
        Optional<String> status =
                TextFile.read(Path.of("/proc", Long.toString(child), "status")).known();
        assertFalse(status.filter(text -> !text.contains("State:\tZ")).isPresent(), status.toString());
    }
}
