package io.github.hpjvm.cli;

import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.console.terminal.Paragraph;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The exit code and the output of a command that ran in this JVM, by the writers of picocli and by the standard streams.
 *
 * <p>Only for command lines that end before anything is measured or changed.
 */
public record Called(int exitCode, String out, String err) {

    public static Called with(String... arguments) {
        return of(() -> HpCli.commandLine(OutputWidth.ofStdout(), arguments), arguments);
    }

    /** The same on a terminal with that many columns. */
    public static Called at(int columns, String... arguments) {
        try {
            return of(() -> HpCli.commandLine(columns, arguments), arguments);
        } finally {
            Paragraph.fit(Integer.MAX_VALUE);
        }
    }

    /** The command line with all commands. */
    public static CommandLine commandLine() {
        return HpCli.commandLine();
    }

    /** The command {@code fail}, which is there for tests only and ends in this exception. */
    static Called failing(Exception thrown, String... more) {
        String[] arguments = new String[more.length + 1];
        System.arraycopy(more, 0, arguments, 0, more.length);
        arguments[more.length] = "fail";
        return of(() -> HpCli.commandLine().addSubcommand("fail", new Failing(thrown)), arguments);
    }

    /** The command line is created after the streams, because picocli keeps the streams that it finds. */
    private static Called of(Supplier<CommandLine> line, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        ByteArrayOutputStream rawOut = new ByteArrayOutputStream();
        ByteArrayOutputStream rawErr = new ByteArrayOutputStream();
        PrintStream standardOut = System.out;
        PrintStream standardErr = System.err;
        try {
            System.setOut(new PrintStream(rawOut, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(rawErr, true, StandardCharsets.UTF_8));
            int code = line.get()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(arguments);
            return new Called(
                    code, out + rawOut.toString(StandardCharsets.UTF_8), err + rawErr.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(standardOut);
            System.setErr(standardErr);
        }
    }

    @Command(name = "fail")
    private static final class Failing implements Callable<Integer> {
        private final Exception thrown;

        Failing(Exception thrown) {
            this.thrown = thrown;
        }

        @Override
        public Integer call() throws Exception {
            throw thrown;
        }
    }
}
