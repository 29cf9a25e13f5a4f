package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.TrialRun;
import io.github.hpjvm.bench.run.trial.TurnCounters;
import io.github.hpjvm.bench.run.trial.WorkMeter;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.Schedule;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.bench.trial.TurnWalks;
import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.cli.text.StepsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli trial}: measures the gain of huge pages in a running JVM. */
@Command(
        name = "trial",
        description = {
            "Measure the gain of huge pages in a running JVM, without a restart: its heap alternates between base pages"
                    + " and huge pages, and the CPU time of each state is compared.",
            "",
            "This changes the process: the kernel copies and splits its pages, one block at a time, and the JVM waits"
                    + " meanwhile if it uses that block. The data does not change. hp-cli asks before it begins,"
                    + " and restores the pages at the end. Needs root and Linux 6.1."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  sudo hp-cli trial 4242 --for 5m",
            "  sudo hp-cli trial 4242 --work 'http://127.0.0.1:8080/metrics#requests_total'",
            "  sudo hp-cli trial 4242 --restore"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success: an interval was measured, or the question was answered with no",
            "1:internal or host error, no process with that PID, a refusal, or pages that could not be restored",
            ExitCodes.USAGE,
            ExitCodes.CHANGE_DENIED + ", or the trial has no answer: too few turns, or an idle process",
            "130:ended by Ctrl-C, after the restore; stderr has a line if pages are left",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the restore; stderr has a line if pages are left"
        })
public final class TrialCommand implements Callable<Integer> {
    private static final String COMMAND = "hp-cli trial";

    /** Restores a heap of 256 GiB, a block in some milliseconds. */
    private static final Duration RESTORE = Duration.ofMinutes(30);

    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "A JVM of this host.")
    private Long process;

    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(names = "--for", paramLabel = "T", description = "Time, such as 90s, 5m or 1h. Default: 5m.")
    private String time = "5m";

    @Option(
            names = "--work",
            paramLabel = "SOURCE",
            description = "Counter of the work: " + WorkSource.FORMS
                    + ". Default: none; then the rate of the load must not depend on the pages.")
    private String work = "none";

    @Option(
            names = "--budget-stall",
            paramLabel = "T",
            description = "Stop when three steps in a row take longer. Default: " + ChangedJvm.USUAL_STALL + ".")
    private String stall = ChangedJvm.USUAL_STALL;

    @Option(names = "--code", description = "Change the code cache too.")
    private boolean code;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the order of the turns. Default: random.")
    private Long seed;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--restore", description = "Only restore the pages that an earlier trial left changed in this JVM.")
    private boolean restore;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    private Console console;

    @Override
    public Integer call() {
        console = Consoles.standard();
        Duration length = length();
        Duration limit = ChangedJvm.stall(stall);
        StallBound bound = new StallBound(limit);
        WorkSource source = source();
        long number = ChangedJvm.pid(process, pid, COMMAND);
        ChangedJvm.requireRoot(COMMAND, number);
        if (restore) {
            return restored(ChangedJvm.restoreOnly(number, limit, console), format, console);
        }
        ChangedJvm.restoreLeft(number, limit, console);
        List<RegionName> regions = code ? List.of(RegionName.HEAP, RegionName.CODE) : List.of(RegionName.HEAP);
        try (ChangedJvm jvm = ChangedJvm.open(number, regions, COMMAND)) {
            jvm.requireBlocks();
            jvm.requireAlone();
            jvm.requireRestorable();
            requireWork(source, number);
            jvm.requireRoom();
            TurnCounters counters = TurnCounters.of(number);
            plan(jvm, length, source, counters.exist()).forEach(console.err()::println);
            if (!ChangedJvm.agrees(console, yes)) {
                console.err().println("nothing was changed");
                if (format == Format.JSON) {
                    TrialResult declined = TrialResult.declined(number, jvm.blocks(), bound.seen());
                    console.out().print(TrialJson.write(number, jvm.changed(), jvm.blocks(), source, declined));
                }
                return ExitCodes.OK;
            }
            return Stoppable.run(
                    Patience.with(RESTORE),
                    () -> console.err().println(cut(number)),
                    interruption -> run(jvm.reread(), bound, source, length, counters, interruption));
        }
    }

    /** The message for a restore that takes too long after a stop request. */
    static String cut(long pid) {
        return "hp-cli trial: the restore was cut off after "
                + Patience.with(RESTORE).toMinutes() + " minutes; it goes on with: sudo hp-cli trial " + pid
                + " --restore";
    }

    /** The time of the trial. One that is too short even if a change of the pages took no time changes nothing. */
    private Duration length() {
        Duration length = Seconds.parse("--for", time);
        try {
            Schedule.of(length, Duration.ZERO);
            return length;
        } catch (Schedule.TooShortException e) {
            throw new UsageException("--for: " + time + " is too short for six rounds: type --for "
                    + e.least().toSeconds() + "s or more");
        }
    }

    private WorkSource source() {
        try {
            return WorkSource.parse(work);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--work: " + e.getMessage());
        }
    }

    private static void requireWork(WorkSource source, long pid) {
        try {
            WorkMeter.of(source, pid).read();
        } catch (WorkMeter.UnreadableWorkException e) {
            throw new BenchException("--work: " + e.getMessage(), e);
        }
    }

    static int restored(List<RestoredPages> left, Format format, Console console) {
        if (format == Format.JSON) {
            console.out().print(TrialJson.restored(left));
        } else if (left.isEmpty()) {
            console.out().println("nothing to restore");
        }
        return left.stream().allMatch(RestoredPages::isComplete) ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private List<String> plan(ChangedJvm jvm, Duration length, WorkSource source, boolean counts) {
        long number = jvm.target().process().pid();
        return Stream.of(
                        "JVM " + number + ": " + jvm.size()
                                + " alternate between base pages and huge pages for at most " + length.toSeconds()
                                + " s; " + jvm.blocks().hugeBefore() + " of them are huge now.",
                        "cost  Each copy or split of a block stalls a thread that uses it; three in a row above "
                                + stall + " end the trial. "
                                + growth(jvm.blocks().growth())
                                + " A split frees pages full of zeros (Linux 6.12), also those of -XX:+AlwaysPreTouch; the JVM gets them"
                                + " back by page faults.",
                        jvm.without().map(text -> "left  " + text).orElse(""),
                        jvm.beside().map(text -> "left  " + text).orElse(""),
                        "work  " + source,
                        counts ? counting(length) : "",
                        "undo  At the end, also after Ctrl-C. After kill -9: sudo hp-cli trial " + number
                                + " --restore")
                .filter(text -> !text.isEmpty())
                .flatMap(text -> Paragraph.lines("", text).stream())
                .toList();
    }

    /** The sentence of the plan about the memory that copies add. */
    static String growth(long bytes) {
        return "The JVM grows by " + Bytes.of(bytes)
                + (bytes == 0 ? "." : " during the trial; before Linux 6.12 it keeps that.");
    }

    /** The line of the plan about perf; empty if the trial is too short for it. */
    static String counting(Duration length) {
        return Schedule.count(length, Duration.ZERO)
                .map(time -> "perf  After the turns of the last round, perf stat counts page walks of the JVM for "
                        + time.toSeconds() + " s on each kind of pages, if that time is left.")
                .orElse("");
    }

    private int run(
            ChangedJvm jvm,
            StallBound bound,
            WorkSource source,
            Duration length,
            TurnCounters counters,
            Interruption interruption) {
        TrialRun run = new TrialRun(
                jvm.target(),
                jvm.blocks(),
                jvm.ranges(),
                bound,
                WorkMeter.of(source, jvm.target().process().pid()),
                counters,
                interruption::requested,
                line -> Paragraph.lines("", line).forEach(console.err()::println));
        TrialResult result = run.run(length, seed == null ? System.nanoTime() : seed);
        if (format == Format.JSON) {
            console.out()
                    .print(TrialJson.write(jvm.target().process().pid(), jvm.changed(), jvm.blocks(), source, result));
        } else {
            result.answer().forEach(sentence -> Paragraph.lines("", sentence).forEach(console.out()::println));
            result.walks()
                    .flatMap(TurnWalks::text)
                    .ifPresent(text -> Paragraph.lines("", text).forEach(console.out()::println));
            result.warning().ifPresent(text -> Paragraph.lines("", text).forEach(console.out()::println));
            StepsText.lines(result.steps(), bound.limit()).forEach(console.out()::println);
            Paragraph.lines("", pages(result)).forEach(console.out()::println);
        }
        return exitCode(result);
    }

    /** The message after a restore that is not complete. */
    static String incomplete(RestoredPages restored) {
        if (!restored.known()) {
            return "hp-cli trial: " + restored.text() + ". To try again: sudo hp-cli trial " + restored.pid()
                    + " --restore";
        }
        return "hp-cli trial: the pages are not those of before"
                + (restored.lacking().isPresent()
                        ? ", because memory lacks. Free memory, then type: sudo hp-cli trial " + restored.pid()
                                + " --restore"
                        : "; the JVM or khugepaged changed them too. sudo hp-cli trial " + restored.pid()
                                + " --restore tries again");
    }

    private static String pages(TrialResult result) {
        Optional<String> restored = result.restore().map(RestoredPages::text);
        return restored.map(text -> text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".")
                .orElse("The process has ended: there is nothing to restore.");
    }

    private int exitCode(TrialResult result) {
        if (result.end() != TrialEnd.COMPLETE) {
            Paragraph.lines("", "hp-cli trial: ended early: " + result.reason()).forEach(console.err()::println);
        }
        if (result.restore().filter(done -> !done.isComplete()).isPresent()) {
            Paragraph.lines("", incomplete(result.restore().get())).forEach(console.err()::println);
            return ExitCodes.FAILED;
        }
        return result.gain().interval().isPresent() || result.foundGain().isPresent()
                ? ExitCodes.OK
                : ExitCodes.INSUFFICIENT;
    }
}
