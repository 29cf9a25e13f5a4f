package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.Continuation;
import io.github.hpjvm.bench.Try;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.run.command.TryOptions;
import io.github.hpjvm.bench.run.jar.NamedJars;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.source.CallerEnvironment;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.NoVisibleJvmException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hp-cli try}: measures a command under each variant. */
@Command(
        name = "try",
        synopsisHeading = "Usage: ",
        customSynopsis = {"hp-cli try [OPTIONS] -- COMMAND...", "       hp-cli try [OPTIONS] --a COMMAND --b COMMAND"},
        description = {
            "Run a command under each variant in shuffled rounds, and compare its run time, or a number that it prints.",
            "",
            "JVM flags are passed in JDK_JAVA_OPTIONS or JAVA_TOOL_OPTIONS; the output names the variable. hp-cli checks"
                    + " in each JVM that the flags arrived. It changes no host setting unless --provision is given."
                    + " When a run ends, all processes that it started are ended. COMMAND is started without a shell."
        },
        modelTransformer = CampaignOptions.OfCommands.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli try -- java -Xmx2g -jar app.jar",
            "  hp-cli try --variant zgc=-XX:+UseZGC -- java -Xmx2g -jar app.jar",
            "  hp-cli try --a 'java -jar old.jar' --b 'java -jar new.jar'",
            "  hp-cli try --metric 'tps = ([0-9.]+)' --better higher -- ./bench.sh",
            "  hp-cli try --until 'started in' --better higher \\",
            "      --load 'wrk -d2 http://localhost:{port}' \\",
            "      --metric 'Requests/sec: +([0-9.]+)' \\",
            "      -- java -Xmx1g -jar server.jar --server.port={port}"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; a variant that did not get its pages is a result too",
            "1:internal or host error; also: the command failed, or failed in all runs of a variant",
            ExitCodes.USAGE,
            ExitCodes.GATE,
            "4:insufficient data: the command starts no JVM whose heap can be read",
            "130:ended by Ctrl-C, after the report of the completed rounds",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the report of the completed rounds"
        })
public final class TryCommand implements Callable<Integer> {

    @Option(
            names = "--a",
            order = CampaignOptions.OWN,
            paramLabel = "COMMAND",
            description =
                    "Compare this command with the one of --b. Split at blanks, outside of quotes. Without --variants,"
                            + " both run as they are.")
    private String a;

    @Option(
            names = "--b",
            order = CampaignOptions.OWN,
            paramLabel = "COMMAND",
            description = "The other command, which is the variant b.")
    private String b;

    @Option(
            names = "--metric",
            order = CampaignOptions.OWN + 1,
            paramLabel = "[NAME=]REGEX",
            description =
                    "The number to compare, as a group in a pattern; or hdr:FILE[#p99] or k6:FILE[#NAME.FIGURE], which"
                            + " the load writes. May be repeated: the first one decides, each has a ratio with an interval."
                            + " Default: the run time.")
    private List<String> metrics = List.of();

    @Option(
            names = "--better",
            order = CampaignOptions.OWN + 2,
            paramLabel = "higher|lower",
            description = "Direction of the metric.")
    private String better;

    @Option(
            names = "--until",
            order = CampaignOptions.OWN + 3,
            paramLabel = "REGEX",
            description = "The command is a server. It is ready when it prints a matching line.")
    private String until;

    @Option(
            names = "--load",
            order = CampaignOptions.OWN + 4,
            paramLabel = "COMMAND",
            description = "Command that puts load on the server; the metric is read from its output. Split at blanks,"
                    + " outside of quotes. {port}, here and in COMMAND, stands for a port that hp-cli chooses: the"
                    + " servers of all variants then run at the same time and are loaded in turns. HP_PORT has the"
                    + " same value.")
    private String load;

    @Option(
            names = "--repeat-load",
            order = CampaignOptions.OWN + 5,
            paramLabel = "N",
            description =
                    "Measured loads for each start of the server. Default: 1, or 5 after an unmeasured one if servers"
                            + " take turns.")
    private String repeatLoad;

    @Option(
            names = "--timeout",
            order = CampaignOptions.OWN + 6,
            paramLabel = "TIME",
            description =
                    "Timeout of a run, such as 90s, 20m or 1h30m. Default: 10m. If servers take turns, of the start and"
                            + " of each load.")
    private String timeout;

    @Option(
            names = "--override",
            order = CampaignOptions.OWN + 7,
            description = "Replace page flags of the command by those of the variant.")
    private boolean override;

    @Option(
            names = "--full-command-line",
            order = CampaignOptions.OWN + 8,
            description = "Keep all arguments of the command in the reports. They may contain credentials: check a"
                    + " report before you share it.")
    private boolean fullCommandLine;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND...",
            hideParamSyntax = true,
            arity = "0..*",
            description = "The command, after --.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        Map<String, String> given = given();
        Continuation.requireSubject(SavedCampaign.Subject.COMMAND, given);
        List<String> naming = Stream.concat(
                        Stream.of(a, b, given.get("variant")).filter(Objects::nonNull), command.stream())
                .toList();
        Map<String, String> shown =
                Continuation.complete(NamedJars.addTo(TryOptions.shown(Continuation.asShown(given)), naming));
        if (shown.containsKey("load") && load == null) {
            throw new UsageException("load: type the load of the campaign again: " + shown.get("load"));
        }
        Map<String, String> all = new HashMap<>(shown);
        Optional.ofNullable(load).ifPresent(it -> all.put("load", it));
        TryOptions options = TryOptions.parse(command, all);
        BenchOptions campaign = BenchOptions.parse(
                Continuation.withArguments(shown, options.commands()),
                Profile.OWN,
                BenchOptions.freshSeed(),
                options.program());
        Console console = Consoles.standard();
        try {
            return CampaignOptions.show(
                    spec,
                    () -> Try.measure(campaign, options, CallerEnvironment.ofCommand(System.getenv()), console),
                    console,
                    "hp-cli try");
        } catch (NoVisibleJvmException e) {
            console.err().println("hp-cli try: " + e.getMessage());
            return ExitCodes.INSUFFICIENT;
        }
    }

    private Map<String, String> given() {
        Map<String, String> given = CampaignOptions.given(spec);
        CampaignOptions.put(given, "a", a);
        CampaignOptions.put(given, "b", b);
        CampaignOptions.putAll(given, "metric", metrics);
        CampaignOptions.put(given, "better", better);
        CampaignOptions.put(given, "until", until);
        CampaignOptions.put(given, "load", load);
        CampaignOptions.put(given, "repeat-load", repeatLoad);
        CampaignOptions.put(given, BenchOptions.TIMEOUT, timeout);
        CampaignOptions.put(given, "override", override ? "true" : null);
        CampaignOptions.put(given, BenchOptions.FULL_COMMAND_LINE, fullCommandLine ? "true" : null);
        return given;
    }
}
