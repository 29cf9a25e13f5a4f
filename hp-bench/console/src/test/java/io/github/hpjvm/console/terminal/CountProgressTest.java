package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CountProgressTest {
    private static final String CLEAR = "\r\033[K";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now = Duration.ofDays(1).toNanos();
    private int columns = 80;

    private CountProgress progress(boolean live, int total) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = Console.visible(stream, stream, false, false, live);
        return new CountProgress(console, () -> now, () -> columns, "snapshots", total);
    }

    /** The text since the last call. */
    private String said() {
        String text = err.toString(StandardCharsets.UTF_8);
        err.reset();
        return text;
    }

    private String after(CountProgress progress, int items, int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
        for (int i = 0; i < items; i++) {
            progress.next();
        }
        return said();
    }

    @Test
    void showsTheRemainingTime() {
        CountProgress progress = progress(true, 4);
        assertEquals(
                CLEAR + "[#######.......................] 1/4 snapshots  3 min 00 s to go", after(progress, 1, 60));
        assertEquals(
                CLEAR + "[###############...............] 2/4 snapshots  2 min 00 s to go", after(progress, 1, 60));
    }

    @Test
    void barShrinksOnANarrowTerminal() {
        columns = 60;
        CountProgress progress = progress(true, 10_000);
        String line = after(progress, 1, 1);
        assertEquals(CLEAR + "[" + ".".repeat(18) + "] 1/10 000 snapshots  2 h 46 min to go", line);
        assertEquals(CLEAR.length() + 57, line.length());
    }

    @Test
    void lineIsNarrowerThanTheTerminal() {
        CountProgress progress = progress(true, 1_000_000);
        for (columns = 1; columns <= 120; columns++) {
            String line = after(progress, 1, 1).substring(CLEAR.length());
            assertEquals(Math.min(Math.max(columns - 3, 0), line.length()), line.length(), columns + ": " + line);
        }
    }

    @Test
    void aTerminalThatBecomesNarrowHasAShorterLine() {
        CountProgress progress = progress(true, 3);
        after(progress, 1, 60);
        columns = 20;
        assertEquals(CLEAR + "2/3 snapshots  1 ", after(progress, 1, 60));
    }

    @Test
    void isNotDrawnForEachItem() {
        CountProgress progress = progress(true, 100);
        after(progress, 1, 1);
        assertEquals("", after(progress, 50, 0));
    }

    @Test
    void clearsTheLineOnce() {
        CountProgress progress = progress(true, 2);
        after(progress, 1, 1);
        progress.clear();
        assertEquals(CLEAR, said());
        progress.clear();
        assertEquals("", said());
    }

    @Test
    void drawsNothingAfterTheEnd() {
        CountProgress progress = progress(true, 3);
        after(progress, 1, 1);
        progress.end();
        assertEquals(CLEAR, said());
        assertEquals("", after(progress, 1, 1));
    }

    @Test
    void withoutATerminalThereIsNoBar() {
        CountProgress progress = progress(false, 2);
        assertEquals("", after(progress, 2, 60));
        progress.clear();
        assertEquals("", said());
    }
}
