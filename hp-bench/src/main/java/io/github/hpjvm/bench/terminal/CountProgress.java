package io.github.hpjvm.bench.terminal;

import io.github.hpjvm.advisor.text.Visible;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Shows how many of a known number of items are done, and the remaining time: on a terminal one line that is overwritten,
 * elsewhere nothing.
 */
public final class CountProgress {
    private static final int BAR = 30;
    private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();

    private final Console console;
    private final LongSupplier nanoTime;
    private final String what;
    private final int total;
    private final long start;
    private long drawn;
    private int done;
    private boolean open;

    /** @param what name of the items, in the plural */
    public CountProgress(Console console, LongSupplier nanoTime, String what, int total) {
        this.console = console;
        this.nanoTime = nanoTime;
        this.what = Visible.line(what);
        this.total = total;
        this.start = nanoTime.getAsLong();
        this.drawn = start;
    }

    /** Reports that another item is done. */
    public void next() {
        done++;
        long now = nanoTime.getAsLong();
        if (console.live() && now - drawn >= REDRAW_NANOS) {
            drawn = now;
            console.err().print(Progress.CLEAR + line(now - start));
            console.err().flush();
            open = true;
        }
    }

    private String line(long elapsed) {
        int filled = total == 0 ? BAR : (int) ((long) BAR * done / total);
        Duration left = Duration.ofNanos((long) ((double) elapsed / done * (total - done)));
        return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] "
                + Figures.grouped(String.valueOf(done)) + "/" + Figures.grouped(String.valueOf(total)) + " " + what
                + "  " + Figures.duration(left) + " to go";
    }

    /** Clears the line for other output. */
    public void clear() {
        if (open) {
            console.err().print(Progress.CLEAR);
            console.err().flush();
            open = false;
        }
    }
}
