package io.github.hpjvm.console;

import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Screen;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The console of this process: results on stdout, everything else on stderr, colour on terminals. */
public final class Consoles {
    private static final int OUT = 1;
    private static final int ERR = 2;

    /** The requested colour; null without a request. */
    private static volatile @Nullable Boolean requested;

    private Consoles() {}

    /**
     * Overrides the environment for later consoles of this process.
     *
     * @param colour whether to use colour; empty to let the environment decide
     */
    public static void requestColour(Optional<Boolean> colour) {
        requested = colour.orElse(null);
    }

    /** The console with colour as requested, else as terminal and environment allow it. */
    public static Console standard() {
        Map<String, String> environment = System.getenv();
        Optional<Boolean> wish = Optional.ofNullable(requested);
        boolean terminal = ThisProcess.isTerminal(ERR);
        return Console.visible(
                System.out,
                System.err,
                colour(wish, environment, ThisProcess.isTerminal(OUT)),
                colour(wish, environment, terminal),
                terminal && !isDumb(environment));
    }

    /**
     * Stdout for a format whose encoding is UTF-8. In the encoding of {@code LC_ALL=C} names would have question marks.
     */
    public static PrintStream utf8() {
        return Console.utf8(System.out);
    }

    /** The screen on stdout that is drawn again in place; empty if stdout is no terminal that can move the cursor. */
    public static Optional<Screen> screen() {
        return ThisProcess.isTerminal(OUT) && !isDumb(System.getenv())
                ? Optional.of(Screen.on(System.out))
                : Optional.empty();
    }

    /** A request decides; else colour needs a terminal, TERM other than dumb, and no NO_COLOR (no-color.org). */
    static boolean colour(Optional<Boolean> wish, Map<String, String> environment, boolean terminal) {
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty() || isDumb(environment);
        return wish.orElse(terminal && !refused);
    }

    private static boolean isDumb(Map<String, String> environment) {
        return "dumb".equals(environment.get("TERM"));
    }
}
