package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LimitedRestoreTest {

    /** The process keeps the lock of its mappings: other restores, and the command itself, go on without it. */
    @Test
    void aRestoreThatDoesNotGoOnIsLeft() throws Exception {
        CompletableFuture<Void> unlocked = new CompletableFuture<>();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        String message = assertThrows(
                        BenchException.class,
                        () -> LimitedRestore.run("its pages", Duration.ofSeconds(1), ends -> {
                            unlocked.join();
                            ended.complete(ends.getAsBoolean());
                            return Optional.empty();
                        }))
                .getMessage();
        assertEquals(
                "the restore of its pages does not go on: for 1 s its pages could be neither read nor changed",
                message);
        unlocked.complete(null);
        assertTrue(ended.get(), "it makes no further step");
    }

    @Test
    void aRestoreThatEndsHasItsResult() throws IOException {
        Optional<RestoredPages> restored = Optional.of(RestoredPages.unknown(7, 1));
        assertEquals(restored, LimitedRestore.run("its pages", ends -> restored));
        IOException fault = new IOException("a fault");
        assertSame(
                fault,
                assertThrows(
                        IOException.class,
                        () -> LimitedRestore.run("its pages", ends -> {
                            throw fault;
                        })));
        BenchException refusal = new BenchException("a refusal");
        assertSame(
                refusal,
                assertThrows(
                        BenchException.class,
                        () -> LimitedRestore.run("its pages", ends -> {
                            throw refusal;
                        })));
    }
}
