package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.read.file.CallerWords;
import io.github.hpjvm.bench.run.OwnProcess;
import java.util.List;

/** Entry point: runs the command line, and handles the errors that no command handles. */
public final class Main {
    /** The exit code of a shell for a program that SIGPIPE ended. */
    private static final int PIPE_CLOSED = 141;

    private static final int OUT = 1;

    private Main() {}

    public static void main(String[] arguments) {
        int code = run(arguments);
        if (System.out.checkError()) {
            code = unwritten(code);
        }
        System.exit(code);
    }

    /** Runs a command line and returns its exit code. */
    static int run(String... arguments) {
        try {
            return HpCli.run(CallerWords.arguments(arguments));
        } catch (OutOfMemoryError e) {
            System.err.println("hp-cli: out of memory; set a larger heap, as in HP_CLI_OPTS=-Xmx2g");
            return 1;
        } catch (Throwable e) {
            // An Error: exceptions are handled before. Its trace is useful in a bug report only.
            System.err.println("hp-cli: internal error: "
                    + e.toString().lines().findFirst().orElse("") + "; add --verbose for its stack trace");
            if (List.of(arguments).contains("--verbose")) {
                e.printStackTrace();
            }
            return 1;
        }
    }

    /** The exit code after a failed write. Prints nothing if the reader of a pipe, such as {@code head}, ended. */
    private static int unwritten(int code) {
        if (OwnProcess.isPipe(OUT)) {
            return PIPE_CLOSED;
        }
        System.err.println("hp-cli: cannot write to stdout: it is closed, or its disk is full");
        return Math.max(code, 1);
    }
}
