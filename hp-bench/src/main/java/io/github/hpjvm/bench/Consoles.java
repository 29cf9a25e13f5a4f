package io.github.hpjvm.bench;

import io.github.hpjvm.bench.run.OwnProcess;
import io.github.hpjvm.bench.terminal.Console;

/** The console of this process: results to stdout, all else to stderr, colour where a person can see it. */
public final class Consoles {
    private static final int OUT = 1;
    private static final int ERR = 2;

    private Consoles() {}

    /** Colour only on a terminal, and not where NO_COLOR is set to anything (no-color.org). */
    public static Console standard() {
        String noColour = System.getenv("NO_COLOR");
        boolean colour = noColour == null || noColour.isEmpty();
        boolean live = OwnProcess.isTerminal(ERR);
        return Console.visible(System.out, System.err, colour && OwnProcess.isTerminal(OUT), colour && live, live);
    }
}
