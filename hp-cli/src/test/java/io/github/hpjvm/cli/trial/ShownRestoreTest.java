package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.console.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ShownRestoreTest {
    private static final String CLEAR = "\r\033[K";
    private static final String BEGIN =
            "an earlier trial left process 7 changed; its pages (4 blocks of 2 MiB) are restored now\n";
    private static final String END = "process 7: restored: 4 of 4 blocks have the pages of before\n";
    private static final long BLOCK = 2 << 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now;

    private ShownRestore shown(boolean live) {
        Console console = Console.visible(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                live);
        return new ShownRestore(console, () -> now, () -> 80);
    }

    private static Blocks blocks(int count) {
        return Blocks.saved(BLOCK, List.of(new AddressRange(BLOCK, (count + 1) * BLOCK)), List.of());
    }

    private String afterAMinute(Runnable done) {
        err.reset();
        now += Duration.ofMinutes(1).toNanos();
        done.run();
        return said();
    }

    private String said() {
        String text = err.toString(StandardCharsets.UTF_8);
        err.reset();
        return text;
    }

    @Test
    void aTerminalShowsTheTimeToGo() {
        ShownRestore shown = shown(true);
        Runnable done = shown.begins(7, blocks(4));
        assertEquals(BEGIN, said());
        assertEquals(CLEAR + "[#######.......................] 1/4 blocks  3 min 00 s to go", afterAMinute(done));
        shown.restored(new RestoredPages(7, 4, 0, 4, OptionalLong.empty()));
        assertEquals(CLEAR + END, said());
        shown.close();
        assertEquals("", said());
        assertEquals("", out.toString(StandardCharsets.UTF_8), "stdout is the result's");
    }

    @Test
    void elsewhereThereAreLinesOnly() {
        ShownRestore shown = shown(false);
        Runnable done = shown.begins(7, blocks(4));
        assertEquals(BEGIN, said());
        assertEquals("", afterAMinute(done));
        shown.restored(new RestoredPages(7, 4, 0, 4, OptionalLong.empty()));
        shown.close();
        assertEquals(END, said());
    }

    /** Ctrl-C ends the command in the middle of a restore; at its usual end nothing is open. */
    @Test
    void aRestoreThatIsCutOffNamesTheCommandThatGoesOn() {
        ShownRestore shown = shown(true);
        afterAMinute(shown.begins(7, blocks(4)));
        shown.cut();
        assertEquals(
                CLEAR + "process 7: the restore was cut off; it goes on with: sudo hp-cli trial 7 --restore\n", said());
        ShownRestore ended = shown(false);
        ended.cut();
        assertEquals("", said(), "nothing was restored");
        ended.begins(7, blocks(4));
        ended.restored(new RestoredPages(7, 4, 0, 4, OptionalLong.empty()));
        said();
        ended.cut();
        assertEquals("", said(), "it is complete");
        ended.begins(7, blocks(4));
        said();
        ended.close();
        ended.cut();
        assertEquals("", said(), "an error ended the command");
    }

    /** It is left to itself, and the next one begins. */
    @Test
    void aRestoreThatDoesNotGoOnDrawsNoLineLater() {
        ShownRestore shown = shown(true);
        Runnable left = shown.begins(7, blocks(4));
        afterAMinute(left);
        shown.line("the restore does not go on");
        assertEquals(CLEAR + "the restore does not go on\n", said());
        Runnable next = shown.begins(8, blocks(2));
        assertEquals("", afterAMinute(left));
        assertEquals(CLEAR + "[###############...............] 1/2 blocks  2 min 00 s to go", afterAMinute(next));
        shown.close();
        assertEquals(CLEAR, said());
        assertEquals("", afterAMinute(next), "an error ends the command");
    }
}
