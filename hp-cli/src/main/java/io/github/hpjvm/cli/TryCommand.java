package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.Continuation;
import io.github.hpjvm.bench.Try;
import io.github.hpjvm.bench.error.NoVisibleJvmException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.command.TryOptions;
import io.github.hpjvm.bench.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli try}: any command under each variant. */
@Command(
        name = "try",
        synopsisHeading = "Usage: ",
        customSynopsis = "hp-cli try [OPTIONS] -- COMMAND...",
        description = {
            "Run a command of yours under each page regime, in shuffled rounds, and compare what it takes, or a number that"
                    + " it prints.",
            "",
            "Flags go in by JDK_JAVA_OPTIONS or JAVA_TOOL_OPTIONS; which, is said, and that they arrived is seen in every"
                    + " JVM that the command starts. Nothing on the host is changed unless you say --provision. When a run"
                    + " ends, nothing that it started is left running. COMMAND is started without a shell."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli try -- java -Xmx2g -jar app.jar",
            "  hp-cli try --metric 'tps = ([0-9.]+)' --better higher --rounds 8 -- ./bench.sh",
            "  hp-cli try --until 'started in' --load 'wrk -d2 http://localhost:{port}' --metric 'Requests/sec: +([0-9.]+)'",
            "             --better higher -- java -Xmx1g -jar server.jar --server.port={port}"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; a variant that was not realised is a result too",
            "1:we, the host or the command failed, in one line",
            "2:the command line cannot be",
            "3:a gate that does not hold",
            "4:the command starts no JVM whose heap could be seen"
        })
final class TryCommand implements Callable<Integer> {
    private static final int NOTHING_TO_SEE = 4;

    @Option(
            names = "--metric",
            paramLabel = "REGEX",
            description = "The number to compare: one group around its digits. Default: the time from start to end.")
    private String metric;

    @Option(names = "--better", paramLabel = "higher|lower", description = "What is better of the metric.")
    private String better;

    @Option(
            names = "--until",
            paramLabel = "REGEX",
            description = "The command is a server, and ready when it prints such a line.")
    private String until;

    @Option(
            names = "--load",
            paramLabel = "COMMAND",
            description = "Gives the server work; the metric is then this one's. One text, split at blanks, quotes hold"
                    + " together. Write {port} in the command and here for a port that we choose: the servers of all variants"
                    + " are then alive together and are loaded in turns. Both also find it in HP_PORT.")
    private String load;

    @Option(
            names = "--repeat-load",
            paramLabel = "N",
            description =
                    "Measured loads for each start of the server. Default: 1; where servers take turns 5, after one more"
                            + " that is not measured.")
    private String repeatLoad;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description =
                    "A run that takes longer is ended: 20m, 90s, 1h30m. Default: 10m. Where servers take turns it holds"
                            + " for the start and for each load.")
    private String timeout;

    @Option(names = "--override", description = "Let the variant win where the command has page flags of its own.")
    private boolean override;

    @Option(
            names = "--full-command-line",
            description = "Show all arguments of the command in the reports. They may hold credentials"
                    + " that no pattern finds: look before you share a report.")
    private boolean fullCommandLine;

    @Mixin
    private CampaignOptions shared;

    @Parameters(paramLabel = "COMMAND...", arity = "0..*", description = "The command, after two dashes.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        Map<String, String> given = given();
        TryOptions options = TryOptions.parse(command, given);
        BenchOptions campaign = BenchOptions.parse(Continuation.complete(given), Profile.OWN, BenchOptions.freshSeed());
        Console console = Consoles.standard();
        try {
            Results results = Try.measure(campaign, options, CallerEnvironment.ofCommand(System.getenv()), console);
            return shared.show(results, console, "hp-cli try");
        } catch (NoVisibleJvmException e) {
            console.err().println("hp-cli try: " + e.getMessage());
            return NOTHING_TO_SEE;
        }
    }

    private Map<String, String> given() {
        Map<String, String> given = shared.given();
        CampaignOptions.put(given, "metric", metric);
        CampaignOptions.put(given, "better", better);
        CampaignOptions.put(given, "until", until);
        CampaignOptions.put(given, "load", load);
        CampaignOptions.put(given, "repeat-load", repeatLoad);
        CampaignOptions.put(given, "timeout", timeout);
        CampaignOptions.put(given, "override", override ? "true" : null);
        CampaignOptions.put(given, "full-command-line", fullCommandLine ? "true" : null);
        return given;
    }
}
