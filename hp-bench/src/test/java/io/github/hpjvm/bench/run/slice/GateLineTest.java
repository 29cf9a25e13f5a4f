package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.console.error.BenchException;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateLineTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private GateLine open(Duration turnLimit) {
        return GateLine.open(List.of(folder.resolve("fork of a case")), turnLimit)
                .get(0);
    }

    /** The fork's ends of both FIFOs, opened by path. */
    private final class Fork implements AutoCloseable {
        private final FileOutputStream reports;
        private final FileInputStream orders;
        private final BufferedReader lines;

        Fork() throws IOException {
            orders = new FileInputStream(folder.resolve("fork of a case.orders").toFile());
            reports = new FileOutputStream(
                    folder.resolve("fork of a case.reports").toFile());
            lines = new BufferedReader(new InputStreamReader(orders, StandardCharsets.US_ASCII));
        }

        void say(String text) throws IOException {
            reports.write(text.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() throws IOException {
            reports.close();
            orders.close();
        }
    }

    @Test
    void namesTheMeasuringThreadOnce() throws Exception {
        try (GateLine line = open(LONG);
                Fork fork = new Fork()) {
            List<Integer> threads = new ArrayList<>();
            line.onMeasuringThread(threads::add);
            fork.say("ready -1\n");
            assertTrue(line.ready());
            assertEquals(List.of(), threads);
            fork.say("iteration 1 1.0 1 0 0\nready 4711\n");
            assertTrue(line.turn(1, 1).isPresent());
            assertEquals(List.of(4711), threads);
            fork.say("iteration 1 1.0 1 0 0\nready 4711\n");
            assertTrue(line.turn(2, 1).isPresent());
            assertEquals(List.of(4711), threads);
        }
    }

    @Test
    void startsATurnAndReadsItsReport() throws Exception {
        try (GateLine line = open(LONG);
                Fork fork = new Fork()) {
            fork.say("ready\n");
            assertTrue(line.ready());
            CompletableFuture<Optional<List<Iteration>>> turn = CompletableFuture.supplyAsync(() -> line.turn(3, 2));
            assertEquals("turn 3 2", fork.lines.readLine());
            fork.say("iteration 10 5.0 40 0 0\niteration 11 5.0 41 0 0\n");
            assertFalse(turn.isDone(), "the turn ends when the fork waits again");
            fork.say("ready\n");
            List<Iteration> iterations = turn.get(60, TimeUnit.SECONDS).orElseThrow();
            assertEquals(
                    List.of(10.0, 11.0),
                    iterations.stream().map(Iteration::operations).toList());
            line.free();
            assertEquals("free", fork.lines.readLine());
        }
    }

    @Test
    void endsTheTurnOfAForkThatDies() throws Exception {
        try (GateLine line = open(LONG)) {
            CompletableFuture<Optional<List<Iteration>>> turn;
            try (Fork fork = new Fork()) {
                fork.say("ready\n");
                assertTrue(line.ready());
                turn = CompletableFuture.supplyAsync(() -> line.turn(1, 2));
                assertEquals("turn 1 2", fork.lines.readLine());
                fork.say("iteration 10 5.0 40 0 0\n");
            }
            line.ended();
            assertEquals(Optional.empty(), turn.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void theLastTurnOfAForkMayEndWithTheFork() throws Exception {
        try (GateLine line = open(LONG)) {
            try (Fork fork = new Fork()) {
                fork.say("ready\n");
                assertTrue(line.ready());
                fork.say("iteration 10 5.0 40 0 0\n");
            }
            line.ended();
            assertEquals(1, line.turn(1, 1).orElseThrow().size());
            assertEquals(Optional.empty(), line.turn(2, 1), "it is lost from the next turn on");
        }
    }

    @Test
    void isNotReadyWhenTheForkEndsBefore() {
        try (GateLine line = open(LONG)) {
            line.ended();
            assertFalse(line.ready());
        }
    }

    @Test
    void endsAForkAfterItsTurnLimit() throws Exception {
        CountDownLatch killed = new CountDownLatch(1);
        try (GateLine line = open(Duration.ofMillis(50));
                Fork fork = new Fork()) {
            line.whenLate(killed::countDown);
            fork.say("ready\n");
            assertTrue(line.ready());
            assertEquals(Optional.empty(), line.turn(1, 2));
            assertTrue(killed.await(0, TimeUnit.SECONDS));
        }
    }

    @Test
    void takesTheReportsOfAForkWithoutTurns() throws Exception {
        try (GateLine line = open(LONG)) {
            line.free();
            try (Fork fork = new Fork()) {
                assertEquals("free", fork.lines.readLine(), "the order waits for the fork");
                fork.say("ready\niteration 10 5.0 40 0 0\niteration 11 5.0 41 0 0\n");
            }
            line.ended();
            assertEquals(2, line.reported().size());
        }
    }

    @Test
    void readsTheTimeOfTheProcessOfAForkThatIsLookedAt() throws Exception {
        try (GateLine line = open(LONG)) {
            line.watch();
            try (Fork fork = new Fork()) {
                assertEquals("look", fork.lines.readLine(), "only these forks pay for further readings");
                fork.say("ready 4711\niteration 10 5.0 50 0 0\nprocess 50 110\n");
            }
            line.ended();
            assertTrue(line.look().otherThreads());
        }
    }

    @Test
    void createsPrivateFifosAndDeletesThem() throws IOException {
        Path orders = folder.resolve("fork of a case.orders");
        try (GateLine line = open(LONG)) {
            assertTrue(Files.readAttributes(orders, "unix:mode").get("mode") instanceof Integer mode
                    && (mode & 0170000) == 0010000);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(orders)));
            line.free();
        }
        try (var files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void printsTheOptionIfAFifoCannotBeCreated() {
        Path none = folder.resolve("none").resolve("fork");
        BenchException e = assertThrows(BenchException.class, () -> GateLine.open(List.of(none), LONG));
        assertTrue(e.getMessage().endsWith("to run without FIFOs: --interleave forks"), e.getMessage());
    }
}
