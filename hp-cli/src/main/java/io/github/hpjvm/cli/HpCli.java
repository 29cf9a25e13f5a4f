package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.read.file.BytePath;
import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.terminal.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hp-cli}: what huge pages do for a JVM, measured and explained. */
@Command(
        name = "hp-cli",
        description = "Huge pages for the JVM: would they help here, what must be set, are they there.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AdviseCommand.class,
            EmitCommand.class,
            ExplainCommand.class,
            HostCommand.class,
            JvmsCommand.class,
            PredictCommand.class,
            PsCommand.class,
            SizeCommand.class,
            SnapshotCommand.class,
            BenchCommand.class,
            TryCommand.class
        },
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; a variant that was not realised is a result too",
            "1:we or the host failed, in one line",
            "2:the command line cannot be",
            "3:findings at or above --fail-on; a gate that does not hold",
            "4:there was not enough to be seen",
            "141:the reader of stdout has closed it, as head does"
        })
final class HpCli implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "With an error, show where it came from.")
    private boolean verbose;

    /** Runs a command line; the exit code. */
    static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** What is said of an advise that failed, and its exit code: as if it had been run here. */
    static int adviseFailed(RuntimeException e) {
        return failure(e, commandLine().getSubcommands().get("advise"));
    }

    /** The command line with its error handling: one line on stderr, and the exit code that the contract names. */
    static CommandLine commandLine() {
        // picocli compares option names by the rules of the default locale: in Turkish, "i" is not the small "I".
        Locale.setDefault(Locale.ROOT);
        CommandLine line = new CommandLine(new HpCli());
        // Words of the command line that is foretold: an @file among them is the launcher's, and not picocli's.
        line.setExpandAtFiles(false);
        line.getSubcommands().get("predict").setStopAtPositional(true);
        line.getSubcommands().get("size").setStopAtPositional(true);
        line.getSubcommands().get("try").setStopAtPositional(true);
        Console console = Consoles.standard();
        line.registerConverter(Path.class, BytePath::of);
        // What picocli writes to stdout is help: texts of ours, with codes of its own.
        return line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, arguments) -> usage(e.getCommandLine(), e.getMessage()))
                .setExecutionExceptionHandler((e, command, parsed) -> failure(e, command));
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    private static int usage(CommandLine command, String message) {
        command.getErr()
                .println(command.getCommandSpec().qualifiedName() + ": " + Visible.line(message) + "; try "
                        + command.getCommandSpec().qualifiedName() + " --help");
        return 2;
    }

    private static int failure(Exception e, CommandLine command) {
        if (e instanceof UsageException) {
            return usage(command, e.getMessage());
        }
        String what = e instanceof BenchException ? e.getMessage() : "a defect of ours: " + e;
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + Visible.line(String.valueOf(what)));
        HpCli top = command.getCommandSpec().root().commandLine().getCommand();
        if (top.verbose) {
            e.printStackTrace(command.getErr());
        } else if (!(e instanceof BenchException)) {
            command.getErr().println("add --verbose to see where");
        }
        return 1;
    }
}
