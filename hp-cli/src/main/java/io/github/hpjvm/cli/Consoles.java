package io.github.hpjvm.cli;

import io.github.hpjvm.bench.report.Console;
import io.github.hpjvm.bench.run.OwnProcess;

/** The console of this process: results to stdout, all else to stderr, colour where a person can see it. */
final class Consoles {
    private Consoles() {}

    static Console standard() {
        String noColour = System.getenv("NO_COLOR");
        boolean colour = noColour == null || noColour.isEmpty();
        boolean err = OwnProcess.isTerminal(2);
        return new Console(System.out, System.err, colour && OwnProcess.isTerminal(1), colour && err, err);
    }
}
