package io.github.hpjvm.cli;

import io.github.hpjvm.cli.advise.AdviseCommand;
import io.github.hpjvm.cli.advise.ExplainCommand;
import io.github.hpjvm.cli.bench.BenchCommand;
import io.github.hpjvm.cli.bench.TryCommand;
import io.github.hpjvm.cli.emit.EmitCommand;
import io.github.hpjvm.cli.fleet.FleetCommand;
import io.github.hpjvm.cli.help.CompletionCommand;
import io.github.hpjvm.cli.help.HelpCommand;
import io.github.hpjvm.cli.help.ManCommand;
import io.github.hpjvm.cli.host.HostCommand;
import io.github.hpjvm.cli.host.JvmsCommand;
import io.github.hpjvm.cli.host.PsCommand;
import io.github.hpjvm.cli.jdk.JdkCommand;
import io.github.hpjvm.cli.metrics.MetricsCommand;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.cli.option.UsageMessage;
import io.github.hpjvm.cli.predict.PredictCommand;
import io.github.hpjvm.cli.predict.SizeCommand;
import io.github.hpjvm.cli.snapshot.DiffCommand;
import io.github.hpjvm.cli.snapshot.SnapshotCommand;
import io.github.hpjvm.cli.trial.CollapseCommand;
import io.github.hpjvm.cli.trial.TrialCommand;
import io.github.hpjvm.cli.watch.StallsCommand;
import io.github.hpjvm.cli.watch.TlbCommand;
import io.github.hpjvm.cli.watch.WatchCommand;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.text.Visible;
import io.github.hpjvm.os.time.Patience;
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
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** {@code hp-cli}: the top of the command tree, and the handling of errors. */
final class HpCli implements Runnable {
    /** The commands by name, in the order of the help. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    /** Commands that describe the others. */
    private static final Set<String> NEEDS_ALL = Set.of("help", "man", "completion");

    /** Commands whose only operands are a command line: options after its first word are not theirs. */
    private static final Set<String> TAKE_COMMANDS = Set.of("predict", "try");

    /** The least width that picocli accepts ({@code UsageMessageSpec.MINIMUM_USAGE_WIDTH}). */
    private static final int LEAST_OF_HELP = 55;

    private final OptionSpec verbose = inherited(OptionSpec.builder("--verbose"))
            .type(boolean.class)
            .arity("0")
            .initialValue(false)
            .description("Print the stack trace of an error, and with advise all details.")
            .build();

    private final CommandSpec spec = spec();

    /** The top of the command tree. All commands inherit its options and headings. */
    private CommandSpec spec() {
        CommandSpec top = Options.command(
                this,
                "hp-cli",
                ExitCodes.SUCCESS,
                ExitCodes.NO_PROCESS,
                ExitCodes.USAGE,
                "3:findings at or above --fail-on, a failed gate, or a JVM that refuses to start",
                "4:insufficient data or permission",
                ExitCodes.PIPE);
        top.scopeType(ScopeType.INHERIT)
                .versionProvider(() -> new String[] {Version.text()})
                .usageMessage()
                .description("Huge pages for the JVM: check a JVM, predict, configure, and measure the gain.")
                .synopsisSubcommandLabel("COMMAND")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading("%nCommands:%n");
        return top.addOption(inherited(OptionSpec.builder("-h", "--help"))
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .addOption(inherited(OptionSpec.builder("-V", "--version"))
                        .versionHelp(true)
                        .description("Print version information and exit.")
                        .build())
                .addOption(verbose)
                .addOption(inherited(OptionSpec.builder("--color"))
                        .type(Colour.class)
                        .paramLabel("auto|always|never")
                        .setter(new ColourSetter())
                        .description("Use colour. Default: auto, on a terminal unless NO_COLOR is set or TERM is dumb.")
                        .build())
                .addOption(inherited(OptionSpec.builder("--patience"))
                        .type(Integer.class)
                        .paramLabel("N")
                        .converters(HpCli::patience)
                        .setter(new PatienceSetter())
                        .description(
                                "Multiply the time limits by N, on a machine that is slow or under emulation. Default:"
                                        + " 1.")
                        .build());
    }

    private static OptionSpec.Builder inherited(OptionSpec.Builder option) {
        return option.scopeType(ScopeType.INHERIT);
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("advise", () -> new AdviseCommand().spec());
        commands.put("diff", DiffCommand::new);
        commands.put("emit", () -> new EmitCommand().spec());
        commands.put("explain", ExplainCommand::new);
        commands.put("fleet", FleetCommand::new);
        commands.put("host", HostCommand::new);
        commands.put("jvms", JvmsCommand::new);
        commands.put("metrics", MetricsCommand::new);
        commands.put("predict", PredictCommand::new);
        commands.put("ps", () -> new PsCommand().spec());
        commands.put("size", SizeCommand::new);
        commands.put("snapshot", SnapshotCommand::new);
        commands.put("stalls", StallsCommand::new);
        commands.put("watch", WatchCommand::new);
        commands.put("bench", BenchCommand::new);
        commands.put("jdk", JdkCommand::new);
        commands.put("try", TryCommand::new);
        commands.put("trial", TrialCommand::new);
        commands.put("collapse", CollapseCommand::new);
        commands.put("tlb", TlbCommand::new);
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
        return commandLine(OutputWidth.ofStdout(), arguments).execute(arguments);
    }

    /** The command line with the commands that these arguments need, for a terminal with that many columns. */
    static CommandLine commandLine(int columns, String... arguments) {
        return commandLine(needed(arguments), columns);
    }

    private static Set<String> needed(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        return COMMANDS.containsKey(first) && !NEEDS_ALL.contains(first) ? Set.of(first) : COMMANDS.keySet();
    }

    /** The command line with all commands. */
    static CommandLine commandLine() {
        return commandLine(OutputWidth.ofStdout());
    }

    /** The command line with its error handling: one line on stderr, and an exit code of {@link ExitCodes}. */
    private static CommandLine commandLine(Set<String> names, int columns) {
        // picocli compares option names by the rules of the default locale, in which "i" and "I" may differ.
        Locale.setDefault(Locale.ROOT);
        Consoles.requestColour(Optional.empty());
        Patience.set(1);
        Paragraph.fit(columns);
        CommandLine line = new CommandLine(new HpCli().spec);
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
        line.setUsageHelpWidth(Math.max(LEAST_OF_HELP, Paragraph.width()));
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
    private final class ColourSetter implements ISetter {
        @Override
        public <T> T set(T value) {
            if (value != null) {
                Consoles.requestColour(((Colour) value).request());
                spec.root()
                        .commandLine()
                        .setColorScheme(colours(Consoles.standard().outColour()));
            }
            return null;
        }
    }

    /** Sets the factor of the time limits. */
    private static final class PatienceSetter implements ISetter {
        @Override
        public <T> T set(T value) {
            if (value != null) {
                Patience.set((Integer) value);
            }
            return null;
        }
    }

    private static int patience(String text) {
        if (!text.matches("[1-9]\\d{0,3}") || Integer.parseInt(text) > Patience.MOST) {
            throw new TypeConversionException("not a number from 1 to " + Patience.MOST + ": " + text);
        }
        return Integer.parseInt(text);
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
        HpCli top = command.getCommandSpec().root().commandLine().getCommand();
        boolean trace = top.verbose.<Boolean>getValue();
        String how = trace || e instanceof BenchException ? "" : "; add --verbose for its stack trace";
        command.getErr()
                .println(command.getCommandSpec().qualifiedName() + ": " + Visible.line(String.valueOf(what)) + how);
        if (trace) {
            e.printStackTrace(command.getErr());
        }
        return e instanceof InsufficientException ? ExitCodes.INSUFFICIENT : ExitCodes.FAILED;
    }
}
