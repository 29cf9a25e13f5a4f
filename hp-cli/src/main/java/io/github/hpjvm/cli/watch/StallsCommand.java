package io.github.hpjvm.cli.watch;

import io.github.hpjvm.bench.StallReport;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.bench.run.trace.TraceOptions;
import io.github.hpjvm.bench.run.trace.TraceUnavailableException;
import io.github.hpjvm.bench.trace.Backend;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.text.StallsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli stalls}: measures the stalls that compaction, huge-page faults and khugepaged cause. */
@Command(
        name = "stalls",
        description = {
            "Trace direct compaction, huge-page faults and khugepaged for a while, and print histograms of their times"
                    + " beside the counters of /proc/vmstat.",
            "",
            "Needs root. It uses bpftrace, else a private instance of tracefs, and removes everything that it set up when it"
                    + " ends. Ctrl-C ends the trace early and prints the result."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  sudo hp-cli stalls",
            "  sudo hp-cli stalls --pid 4242 --for 5m --format json",
            "  sudo hp-cli stalls --for 1h --interval 10s --format json"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            "4:insufficient data or permission: no tracer can be used",
            "130:ended by Ctrl-C, after the result",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the result"
        })
public final class StallsCommand implements Callable<Integer> {
    private static final String DEFAULT_TIME = "30s";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    @Option(
            names = "--pid",
            paramLabel = "N",
            description = "Trace the faults and compactions of this process only. khugepaged is always traced.")
    private Long pid;

    @Option(
            names = "--for",
            paramLabel = "T",
            description = "Duration of the trace, such as 90s, 20m or 1h30m. Default: " + DEFAULT_TIME + ".")
    private String time = DEFAULT_TIME;

    @Option(
            names = "--interval",
            paramLabel = "T",
            description =
                    "Also print the result of each interval of this time, 1 s or more, as soon as it is over. JSON"
                            + " is then one object a line, and the last line is of the whole trace.")
    private String interval;

    @Option(
            names = "--backend",
            paramLabel = "bpftrace|tracefs",
            description = "The tracer. Default: bpftrace if this host has it, else tracefs.")
    private Backend backend;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        if (pid != null) {
            Pid.requireProcess(pid, "hp-cli stalls --pid");
        }
        TraceOptions options = new TraceOptions(
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                Seconds.parse("--for", time),
                Optional.ofNullable(interval).map(StallsCommand::interval),
                Optional.ofNullable(backend));
        Console console = Consoles.standard();
        MeasuredOn on = MeasuredHere.here(Optional.ofNullable(pid));
        try {
            StallReport.run(options, stalls -> show(stalls, on, console));
            return ExitCodes.OK;
        } catch (TraceUnavailableException e) {
            console.err().println("hp-cli stalls: cannot trace: " + e.getMessage());
            return ExitCodes.INSUFFICIENT;
        }
    }

    private static Duration interval(String text) {
        Duration parsed = Seconds.parse("--interval", text);
        if (parsed.compareTo(SHORTEST) < 0) {
            throw new UsageException("--interval expects 1 s or more, got " + text);
        }
        return parsed;
    }

    /** Returns whether stdout takes more. */
    private boolean show(Stalls stalls, MeasuredOn on, Console console) {
        boolean part = stalls.interval().isPresent();
        if (format == Format.JSON) {
            console.out().print(interval == null ? StallsJson.write(stalls, on) : StallsJson.writeLine(stalls, on));
        } else {
            console.out().print(part ? StallsText.interval(stalls) : StallsText.write(stalls, console.outColour()));
        }
        return !console.out().checkError();
    }
}
