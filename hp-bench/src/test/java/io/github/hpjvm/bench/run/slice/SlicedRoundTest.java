package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.console.error.BenchException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicedRoundTest {
    @TempDir
    private Path folder;

    /** It is a line for the user, such as that of a full disk. */
    @Test
    void theErrorOfAForkIsThatOfTheRound() {
        SlicedRound.Seat<String> seat = new SlicedRound.Seat<>(
                folder.resolve("fifo"),
                false,
                () -> {
                    throw new BenchException("cannot write a.out: No space left on device");
                },
                () -> true,
                () -> {},
                () -> {});
        assertEquals(
                "cannot write a.out: No space left on device",
                assertThrows(
                                BenchException.class,
                                () -> SlicedRound.play(
                                        List.of(seat),
                                        new Slicing(Duration.ofMillis(10), 0, 1, 2, false),
                                        Duration.ofSeconds(10),
                                        new Random(1),
                                        () -> false))
                        .getMessage());
    }
}
