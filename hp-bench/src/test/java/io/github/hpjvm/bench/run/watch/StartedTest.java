package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    @TempDir
    private Path folder;

    private final StartedProcesses tree = new StartedProcesses();
    private final Set<String> lines = Collections.synchronizedSet(new TreeSet<>());

    private Started start(String... command) throws IOException {
        try (PreparedProgram program = PreparedProgram.prepare()) {
            return program.start(List.of(command), ENVIRONMENT, tree, folder.resolve("run"), lines::add);
        }
    }

    @Test
    void keepsOutputOfAProcessThatAScriptLeavesInTheBackground() throws IOException {
        try (Started script = start("sh", "-c", "(sleep 0.5; echo ready; echo hot >&2) & echo started")) {
            assertTrue(script.endsWithin(Duration.ofSeconds(10)));
            assertEquals(0, script.exitCode());
            assertFalse(script.isGoneWithin(Duration.ZERO, tree), "its child runs");
            script.drain();
            // The child has closed its output, and may need a CPU once more to end.
            boolean gone = false;
            for (int i = 0; i < 100 && !gone; i++) {
                gone = script.isGoneWithin(Duration.ofMillis(100), tree);
            }
            assertTrue(gone);
        } finally {
            tree.kill();
        }
        assertEquals(Set.of("started", "ready", "hot"), lines);
        assertEquals("started\nready\n", Files.readString(folder.resolve("run.out")));
        assertEquals("hot\n", Files.readString(folder.resolve("run.err")));
    }

    @Test
    void doesNotWaitForAProcessThatKeepsItsOutputOpen() throws IOException {
        long begin = System.nanoTime();
        try (Started script = start("sh", "-c", "sleep 60 & echo started")) {
            assertTrue(script.endsWithin(Duration.ofSeconds(10)));
        } finally {
            tree.kill();
        }
        assertTrue(Duration.ofNanos(System.nanoTime() - begin).toSeconds() < 20);
        assertEquals(Set.of("started"), lines);
    }

    @Test
    void namesTheReasonOfTheKernel() {
        IOException e = assertThrows(IOException.class, () -> start("/no/such/program"));
        assertEquals("No such file or directory", Started.reason(e));
    }
}
