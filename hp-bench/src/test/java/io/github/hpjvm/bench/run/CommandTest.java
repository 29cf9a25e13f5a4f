package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void whatIsPrintedAndHowItEndsIsKept() throws IOException {
        Command.Output output = Command.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3"), LIMIT);
        assertEquals(new Command.Output(3, "out\n", "err\n"), output);
    }

    /** Whether the reader or the end of the program comes first is a race: the JDK closes a pipe that nobody reads yet. */
    @Test
    void aChildThatKeepsTheOutputOpenDoesNotHoldUs() {
        List<String> leavesAChild = List.of("sh", "-c", "sleep 60 & echo done");
        assertTimeoutPreemptively(LIMIT, () -> {
            try {
                assertEquals("done\n", Command.run(leavesAChild, LIMIT).out());
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("keeps its output open"), e.getMessage());
            }
        });
    }

    @Test
    void aProgramThatDoesNotEndIsKilled() {
        List<String> sleeps = List.of("sleep", "60");
        IOException e = assertThrows(IOException.class, () -> Command.run(sleeps, Duration.ofMillis(300)));
        assertTrue(e.getMessage().contains("did not end within"), e.getMessage());
    }
}
