package io.github.hpjvm.console.terminal;

import io.github.hpjvm.os.text.Visible;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Shows how many of a known number of items are done, and the remaining time: on a terminal one line that is overwritten,
 * elsewhere nothing. For several threads.
 */
public final class CountProgress {
    /** The longest bar, and the shortest that is worth its columns. */
    private static final int BAR = 30;

    private static final int SHORTEST_BAR = 5;

    /** The brackets of the bar, and the space behind it. */
    private static final int AROUND_BAR = 3;

    /** Columns that stay empty behind the line: one, and two for the {@code ^C} that the terminal echoes. */
    private static final int BEHIND = 3;

    private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();

    private final Console console;
    private final LongSupplier nanoTime;
    private final IntSupplier columns;
    private final String what;
    private final int total;
    private final long start;
    private long drawn;
    private int done;
    private boolean open;
    private boolean ended;

    /**
     * Progress that begins now.
     *
     * @param columns width of the terminal at the time of the call
     * @param what name of the items, in the plural
     */
    public CountProgress(Console console, LongSupplier nanoTime, IntSupplier columns, String what, int total) {
        this.console = console;
        this.nanoTime = nanoTime;
        this.columns = columns;
        this.what = Visible.line(what);
        this.total = total;
        this.start = nanoTime.getAsLong();
        this.drawn = start;
    }

    /** Reports that another item is done. */
    public synchronized void next() {
        done++;
        long now = nanoTime.getAsLong();
        if (console.live() && !ended && now - drawn >= REDRAW_NANOS) {
            drawn = now;
            console.err().print(Console.CLEAR_LINE + line(now - start));
            console.err().flush();
            open = true;
        }
    }

    /** The line. It is narrower than the terminal: a longer one could not be overwritten. */
    private String line(long elapsed) {
        Duration left = Duration.ofNanos((long) ((double) elapsed / done * (total - done)));
        String text = Figures.grouped(String.valueOf(done)) + "/" + Figures.grouped(String.valueOf(total)) + " " + what
                + "  " + Figures.duration(left) + " to go";
        int width = Math.max(0, columns.getAsInt() - BEHIND);
        return bar(Math.min(BAR, width - text.length() - AROUND_BAR))
                + text.substring(0, Math.min(text.length(), width));
    }

    private String bar(int length) {
        if (length < SHORTEST_BAR) {
            return "";
        }
        int filled = total == 0 ? length : (int) ((long) length * done / total);
        return ProgressBar.of(filled, length);
    }

    /** Clears the line for other output. */
    public synchronized void clear() {
        if (open) {
            console.err().print(Console.CLEAR_LINE);
            console.err().flush();
            open = false;
        }
    }

    /** Clears the line and draws no other one: the process ends. */
    public synchronized void end() {
        ended = true;
        clear();
    }
}
