package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.read.file.CallerWords;
import io.github.hpjvm.bench.run.OwnProcess;
import java.util.List;
import java.util.Optional;

/** Where the process starts: a plain {@code advise} at once, all else by way of picocli, of which nothing is loaded here. */
public final class Main {
    /** As a shell says it of a program that SIGPIPE has ended. */
    private static final int READER_GONE = 141;

    private static final int OUT = 1;

    private Main() {}

    public static void main(String[] arguments) {
        int code = answer(arguments);
        if (System.out.checkError()) {
            code = unwritten(code);
        }
        System.exit(code);
    }

    private static int answer(String[] arguments) {
        try {
            Optional<AdviseRequest> plain = PlainAdvise.parse(arguments);
            return plain.isPresent() ? answer(plain.get()) : HpCli.run(CallerWords.arguments(arguments));
        } catch (OutOfMemoryError e) {
            System.err.println("hp-cli: not enough memory for this JVM: give it more by HP_CLI_OPTS=-Xmx2g");
            return 1;
        } catch (Throwable e) {
            // Exceptions are handled by now. This is an Error: its trace is of use in a bug report only.
            System.err.println("hp-cli: a defect of ours: "
                    + e.toString().lines().findFirst().orElse("") + "; add --verbose to see where");
            if (List.of(arguments).contains("--verbose")) {
                e.printStackTrace();
            }
            return 1;
        }
    }

    private static int answer(AdviseRequest request) {
        try {
            return request.answer();
        } catch (RuntimeException e) {
            return HpCli.adviseFailed(e);
        }
    }

    /** The exit code after a failed write; silent where the reader of a pipe, such as {@code head}, has ended. */
    private static int unwritten(int code) {
        if (OwnProcess.isPipe(OUT)) {
            return READER_GONE;
        }
        System.err.println("hp-cli: cannot write to stdout: it is full or closed");
        return Math.max(code, 1);
    }
}
