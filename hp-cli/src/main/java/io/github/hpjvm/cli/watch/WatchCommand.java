package io.github.hpjvm.cli.watch;

import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.cli.source.MannerOptions;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli watch}: shows the coverage of JVMs over time. */
@Command(
        name = "watch",
        description = {
            "Show the pages that back a JVM's memory at intervals. Report when coverage falls, and the cause: split,"
                    + " reclaim, fork, madvise, or growth on base pages.",
            "",
            "Read-only: the JVM takes no part. On a terminal the screen is drawn again in place. Readings use at most 0.5 %% of one CPU. If all pages cost more,"
                    + " a sample of the heap is read, or the interval is lengthened. Counters are of the whole host."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli watch --pid 4242",
            "  hp-cli watch --all --interval 5 --for 10m --format json",
            "  sudo hp-cli watch --all --interval 10 --record /var/lib/hp-jvm-recording"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; also if the process ended",
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            "3:--require does not hold for a JVM",
            ExitCodes.HEAP_UNKNOWN + ", or --require does not hold yet, or there was no JVM",
            "130:ended by Ctrl-C, after the last lines",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the last lines"
        })
public final class WatchCommand implements Callable<Integer> {
    private static final int HUNDRED = 100;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "A process of this host.")
    private Long process;

    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(names = "--all", description = "All JVMs of this host, also JVMs that start later.")
    private boolean all;

    @Option(
            names = "--interval",
            paramLabel = "S",
            description = "Time between two readings: seconds, 0.1 or more, or a time such as 1m. Default: 1.")
    private String interval = "1";

    @Option(
            names = "--for",
            paramLabel = "T",
            description = "End after this time: seconds, or a time such as 90s, 20m or 1h30m. Default: no end.")
    private String time;

    @Option(
            names = "--threshold",
            paramLabel = "P",
            description = "Coverage in per cent below which an alert is reported. Default: 90.")
    private double threshold = 90;

    @Option(
            names = "--all-jvms",
            description =
                    "Apply --threshold also to JVMs that requested no huge pages. Default: only to JVMs that did.")
    private boolean allJvms;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = {
                "Record the readings in this folder: each one for an hour, one of five minutes and all alerts for ten days,"
                        + " with snapshots, in at most 192 MiB. The next --record continues it. Lines of text are then for"
                        + " alerts alone.",
                "hp-cli advise PID --observed DIR tells from it when a heap lost its huge pages."
            })
    private Path record;

    @Option(
            names = RequireOption.NAME,
            paramLabel = RequireOption.LABEL,
            description =
                    "At the end print a sentence for each JVM, and exit with 3 unless its heap is on these pages.")
    private String require;

    @Option(
            names = RequireOption.REGION,
            paramLabel = RequireOption.REGION_LABEL,
            description = RequireOption.REGION_HELP)
    private String region;

    @Mixin
    private MannerOptions manner = new MannerOptions();

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "Format of stdout: text, or one JSON object a" + " line. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        return new WatchLoop(request()).run();
    }

    /** The request that the options describe. */
    private WatchRequest request() {
        if (pid != null && process != null) {
            throw new UsageException("give the process ID once: " + process + " or --pid " + pid);
        }
        Long one = pid == null ? process : pid;
        if ((one == null) != all) {
            throw new UsageException("give either a PID (hp-cli jvms lists them) or --all");
        }
        if (one != null) {
            Pid.requireProcess(one, "hp-cli watch");
        }
        if (!(threshold >= 0 && threshold <= HUNDRED)) {
            throw new UsageException("--threshold expects 0 to 100 percent, got " + threshold);
        }
        return new WatchRequest(
                one == null ? 0 : one,
                all,
                Seconds.parse("--interval", interval),
                Optional.ofNullable(time).map(text -> Seconds.parse("--for", text)),
                threshold / HUNDRED,
                allJvms,
                format,
                manner.manner(),
                RequireOption.of(require, region),
                Optional.ofNullable(record));
    }
}
