package io.github.hpjvm.bench;

import io.github.hpjvm.bench.run.OwnProcess;
import io.github.hpjvm.bench.terminal.Console;

/** The console of this process: results on stdout, everything else on stderr, colour on terminals. */
public final class Consoles {
    private static final int OUT = 1;
    private static final int ERR = 2;

    private Consoles() {}

    /** The console, with colour only on a terminal and not if NO_COLOR has a value (no-color.org). */
    public static Console standard() {
        String noColour = System.getenv("NO_COLOR");
        boolean colour = noColour == null || noColour.isEmpty();
        boolean live = OwnProcess.isTerminal(ERR);
        return Console.visible(System.out, System.err, colour && OwnProcess.isTerminal(OUT), colour && live, live);
    }
}
