package io.github.hpjvm.console.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines at the end of a terminal that are drawn again in place. It only moves the cursor and clears lines: no alternate
 * screen, no hidden cursor, no mode of the terminal. So the terminal is usable after every way to end, and the last
 * lines stay.
 */
public final class Screen {
    private static final String UP = "\033[A";
    private static final String CLEAR_BELOW = "\r\033[J";
    private static final String CLEAR_ALL = "\033[H\033[2J";

    private final PrintStream out;
    private int drawn;
    private int columns;

    private Screen(PrintStream out) {
        this.out = out;
    }

    /** The screen of a terminal. Control characters of the lines become visible, except those of {@link Style}. */
    public static Screen on(PrintStream terminal) {
        List<String> codes = new ArrayList<>(Style.codes());
        codes.addAll(List.of(UP, CLEAR_BELOW, CLEAR_ALL));
        return new Screen(VisibleOutput.to(terminal, codes));
    }

    /**
     * Replaces the lines that were drawn before. After a change of the width, which wraps lines, it begins on a cleared
     * terminal.
     *
     * @param lines not wider than the terminal; lines below its height are not drawn
     * @param width columns of the terminal
     * @param height rows of the terminal
     */
    public synchronized void draw(List<String> lines, int width, int height) {
        StringBuilder frame = new StringBuilder();
        if (drawn > 0 && columns != width) {
            frame.append(CLEAR_ALL);
        } else if (drawn > 0) {
            frame.append(UP.repeat(Math.min(drawn, height - 1))).append(CLEAR_BELOW);
        }
        int shown = Math.min(lines.size(), Math.max(1, height - 1));
        for (String line : lines.subList(0, shown)) {
            frame.append(line).append('\n');
        }
        out.print(frame);
        out.flush();
        drawn = shown;
        columns = width;
    }

    /** Prints a line below, which stays. */
    public synchronized void below(String line) {
        out.println(line);
        out.flush();
        drawn = 0;
    }
}
