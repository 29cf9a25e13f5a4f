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
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hp-cli}: the top of the command tree, and the handling of errors. */
@Command(
        name = "hp-cli",
        description = "Huge pages for the JVM: check a JVM, predict, configure, and measure the gain.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            "3:findings at or above --fail-on, a failed gate, or a JVM that refuses to start",
            "4:insufficient data or permission",
            ExitCodes.PIPE
        })
final class HpCli implements Runnable {
    /** The commands by name, in the order of the help. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    /** Commands that describe the others. */
    private static final Set<String> NEEDS_ALL = Set.of("help", "man", "completion");

    /** Commands whose operands are a command line: options after the first operand are not theirs. */
    private static final Set<String> TAKE_COMMANDS = Set.of("predict", "size", "try");

    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the stack trace of an error.")
    private boolean verbose;

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("advise", AdviseCommand::new);
        commands.put("diff", DiffCommand::new);
        commands.put("emit", EmitCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("fleet", FleetCommand::new);
        commands.put("host", HostCommand::new);
        commands.put("jvms", JvmsCommand::new);
        commands.put("predict", PredictCommand::new);
        commands.put("ps", PsCommand::new);
        commands.put("size", SizeCommand::new);
        commands.put("snapshot", SnapshotCommand::new);
        commands.put("bench", BenchCommand::new);
        commands.put("try", TryCommand::new);
        commands.put("help", HelpCommand::new);
        commands.put("man", ManCommand::new);
        commands.put("completion", CompletionCommand::new);
        return commands;
    }

    /**
     * Runs a command line and returns its exit code. If it begins with the name of a command, picocli examines the
     * options of that command only: those of all commands take most of the time of a short run.
     */
    static int run(String... arguments) {
        boolean one = arguments.length > 0 && COMMANDS.containsKey(arguments[0]) && !NEEDS_ALL.contains(arguments[0]);
        return commandLine(one ? Set.of(arguments[0]) : COMMANDS.keySet()).execute(arguments);
    }

    /** Reports the failure of an advise that ran without picocli, and returns its exit code. */
    static int adviseFailed(RuntimeException e) {
        return failure(e, commandLine().getSubcommands().get("advise"));
    }

    /** The command line with all commands. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS.keySet());
    }

    /** The command line with its error handling: one line on stderr, and an exit code of {@link ExitCodes}. */
    private static CommandLine commandLine(Set<String> names) {
        // picocli compares option names by the rules of the default locale, in which "i" and "I" may differ.
        Locale.setDefault(Locale.ROOT);
        Consoles.requestColour(Optional.empty());
        CommandLine line = new CommandLine(new HpCli());
        COMMANDS.forEach((name, command) -> {
            if (names.contains(name)) {
                CommandLine added = new CommandLine(command.get());
                added.setStopAtPositional(TAKE_COMMANDS.contains(name));
                line.addSubcommand(name, added);
            }
        });
        // An @file is an argument of the java launcher, not of picocli.
        line.setExpandAtFiles(false);
        Console console = Consoles.standard();
        line.registerConverter(Path.class, BytePath::of);
        // picocli writes help to stdout, with its own colour codes.
        line.setColorScheme(colours(console.outColour()));
        return line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(HpCli::execute)
                .setParameterExceptionHandler((e, arguments) -> usage(e.getCommandLine(), UsageMessage.of(e)))
                .setExecutionExceptionHandler((e, command, parsed) -> failure(e, command));
    }

    private static Help.ColorScheme colours(boolean colour) {
        return Help.defaultColorScheme(colour ? Help.Ansi.ON : Help.Ansi.OFF);
    }

    /** Sets the colour of all later output. */
    @Option(
            names = "--color",
            scope = ScopeType.INHERIT,
            paramLabel = "auto|always|never",
            description = "Use colour. Default: auto, on a terminal unless NO_COLOR is set or TERM is dumb.")
    private void setColour(Colour colour) {
        Consoles.requestColour(colour.request());
        spec.root().commandLine().setColorScheme(colours(Consoles.standard().outColour()));
    }

    /** Runs the last command of the line. Rejects unknown words, which picocli ignores beside {@code --help}. */
    private static int execute(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.hasSubcommand() ? each.subcommand() : null) {
            if (!each.unmatched().isEmpty()) {
                CommandLine line = each.commandSpec().commandLine();
                throw new ParameterException(
                        line, UsageMessage.unknown(each.unmatched().get(0), line));
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    private static int usage(CommandLine command, String message) {
        command.getErr()
                .println(command.getCommandSpec().qualifiedName() + ": " + Visible.line(message) + "; see "
                        + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCodes.INVALID_USAGE;
    }

    private static int failure(Exception e, CommandLine command) {
        if (e instanceof UsageException) {
            return usage(command, e.getMessage());
        }
        String what = e instanceof BenchException ? e.getMessage() : "internal error: " + e;
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + Visible.line(String.valueOf(what)));
        HpCli top = command.getCommandSpec().root().commandLine().getCommand();
        if (top.verbose) {
            e.printStackTrace(command.getErr());
        } else if (!(e instanceof BenchException)) {
            command.getErr().println("add --verbose for its stack trace");
        }
        return ExitCodes.FAILED;
    }
}
