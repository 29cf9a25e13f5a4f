package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.read.file.CallerWords;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.process.ThisProcess;
import java.util.List;
import java.util.Set;

/** Entry point: runs the command line, and handles the errors that no command handles. */
public final class Main {
    /** The exit code of a shell for a program that SIGPIPE ended. */
    private static final int PIPE_CLOSED = 141;

    private static final int OUT = 1;

    /** Threads that may start while the others are counted. */
    private static final int SOME = 8;

    /** Options that need no command, and none of the classes of the commands. */
    private static final Set<String> VERSION = Set.of("-V", "--version");

    private Main() {}

    public static void main(String[] arguments) {
        int code = run(arguments);
        if (System.out.checkError()) {
            code = unwritten(code);
        }
        awaitAnswers();
        // Runtime.exit makes a logger first, since JDK 21 (JDK-8301627): 16 ms. The JVM also ends after its last
        // thread.
        if (code != 0 || hasOtherThreads()) {
            Stoppable.exit(code);
        }
    }

    /**
     * Waits for JVMs that were contacted and have not answered. A JVM that handles the signal without finding our file
     * prints all its threads, so the file has to stay until then.
     */
    private static void awaitAnswers() {
        if (Contact.unanswered() == 0) {
            return;
        }
        System.err.println(
                "hp-cli: a JVM has not answered yet. hp-cli ends when it has, and removes its .attach_pid file"
                        + " then. Ctrl-C leaves the file.");
        try {
            Contact.awaitAnswers();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether a thread would keep the JVM alive after main. */
    private static boolean hasOtherThreads() {
        Thread[] threads = new Thread[Thread.activeCount() + SOME];
        int count = Thread.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (!threads[i].isDaemon() && threads[i] != Thread.currentThread()) {
                return true;
            }
        }
        return count == threads.length;
    }

    /** Runs a command line and returns its exit code. */
    static int run(String... arguments) {
        try {
            if (arguments.length == 1 && VERSION.contains(arguments[0])) {
                System.out.println(Version.text());
                return 0;
            }
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
        if (ThisProcess.isPipe(OUT)) {
            return PIPE_CLOSED;
        }
        System.err.println("hp-cli: cannot write to stdout: it is closed, or its disk is full");
        return Math.max(code, 1);
    }
}
