package io.github.hpjvm.cli.option;

import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.TerminalSize;
import java.util.Optional;
import java.util.function.IntSupplier;

/** The width of the terminal. */
public final class OutputWidth {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    /** Nothing is cut for a file or a program. */
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private OutputWidth() {}

    /** Returns the columns of the terminal, 80 if it does not tell; without a limit if stdout is no terminal. */
    public static int ofStdout() {
        return !ThisProcess.isTerminal(STDOUT)
                ? UNLIMITED
                : NativeAccess.findForOnce()
                        .known()
                        .flatMap(calls -> TerminalSize.of(calls, STDOUT))
                        .map(TerminalSize::columns)
                        .orElse(Paragraph.WIDTH);
    }

    /** Returns the columns of the terminal for a line of progress on stderr. The user may change it at any time. */
    public static IntSupplier ofProgress(Console console) {
        Optional<NativeCalls> calls =
                console.live() ? NativeAccess.findForOnce().known() : Optional.empty();
        return () -> calls.flatMap(all -> TerminalSize.of(all, STDERR))
                .map(TerminalSize::columns)
                .orElse(Paragraph.WIDTH);
    }
}
