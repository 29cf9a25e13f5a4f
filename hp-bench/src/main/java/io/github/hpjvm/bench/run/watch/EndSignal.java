package io.github.hpjvm.bench.run.watch;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The signal that ended a program, as its exit code encodes it. */
public final class EndSignal {
    private static final int SIGNALS = 128;

    /** Linux has signals up to SIGRTMAX, signal(7). System.exit(-1) is 255. */
    private static final int HIGHEST = 64;

    /** JMH's line about its fork (printed by its Runner). */
    private static final Pattern OF_FORK = Pattern.compile("<forked VM failed with exit code (\\d{1,9})>");

    private EndSignal() {}

    /** The number of the signal; empty if the program ended by itself. */
    public static OptionalInt of(int exitCode) {
        return exitCode > SIGNALS && exitCode <= SIGNALS + HIGHEST
                ? OptionalInt.of(exitCode - SIGNALS)
                : OptionalInt.empty();
    }

    /** Returns whether JMH's output says that a signal ended its fork. */
    public static boolean endedFork(String output) {
        Matcher code = OF_FORK.matcher(output);
        return code.find() && of(Integer.parseInt(code.group(1))).isPresent();
    }
}
