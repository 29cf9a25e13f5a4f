package io.github.hpjvm.cli.watch;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.counters.TlbMeter;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.bench.report.json.SavedTlb;
import io.github.hpjvm.bench.report.json.TlbDocument;
import io.github.hpjvm.bench.report.json.TlbJson;
import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.run.perf.Counting;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.bench.run.perf.PerfStat;
import io.github.hpjvm.bench.run.perf.PerfTarget;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.text.TlbText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli tlb}: measures the page walks of a running process. */
@Command(
        name = "tlb",
        description = {
            "Measure the page walks of a running process: their share of all cycles, and the TLB misses per thousand"
                    + " instructions (MPKI).",
            "",
            "Read-only. perf stat counts the events of this CPU; the process is not stopped. A virtual machine needs a"
                    + " virtual PMU. Without counters, hp-cli names the missing part."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli tlb --pid 4242 --for 30s --save before.json",
            "  hp-cli tlb --pid 5151 --for 30s --against before.json",
            "  hp-cli advise 4242 --with before.json"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            "4:insufficient data or permission: no counter of the TLB can be read",
            "130:ended by Ctrl-C; the summary is of the time until then",
            ExitCodes.PIPE,
            "143:ended by SIGTERM; the summary is of the time until then"
        })
public final class TlbCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "A process of this host.")
    private Long process;

    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(names = "--all", description = "All processes of this host together.")
    private boolean all;

    @Option(names = "--for", paramLabel = "T", description = "Time, such as 30s, 5m or 1h. Default: 10s.")
    private String time = "10s";

    @Option(
            names = "--interval",
            paramLabel = "S",
            description = "Seconds between two lines, at least 0.1. Default: 1.")
    private String interval = "1";

    @Option(names = "--save", paramLabel = "FILE", description = "Write the figures as JSON, for --against.")
    private Path save;

    @Option(names = "--force", description = "Replace an existing file of --save.")
    private boolean force;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "Compare with the figures that --save wrote before.")
    private Path against;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    private Console console;
    private Instant start;
    private MeasuredOn on;

    @Override
    public Integer call() {
        console = Consoles.standard();
        start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        PerfTarget target = target();
        if (save != null && !force) {
            OutputFile.requireAbsent(save);
        }
        Duration step = Seconds.parse("--interval", interval);
        long intervals = intervals(Seconds.parse("--for", time), step);
        Optional<SavedTlb> before =
                Optional.ofNullable(against).map(file -> TlbJson.read(file.toString(), NamedInput.json(file)));
        PerfStat.requirePresent(target);
        on = MeasuredHere.here(target.pid());
        PerfSetup setup = PerfProbe.probeWithCodes();
        Optional<MissingCounters> missing = MissingCounters.of(setup, target);
        if (missing.isPresent()) {
            return unavailable(target, setup, missing.get());
        }
        EventChoice choice = setup.choice().orElseThrow();
        return Stoppable.run(interruption -> measure(target, setup, choice, step, intervals, before, interruption));
    }

    private PerfTarget target() {
        if (pid != null && process != null) {
            throw new UsageException("give the process ID once: " + process + " or --pid " + pid);
        }
        Optional<Long> given = Optional.ofNullable(pid == null ? process : pid);
        if (given.isPresent() == all) {
            throw new UsageException(
                    all
                            ? "give a PID or --all, not both"
                            : "no target given: add --pid N (hp-cli jvms lists the JVMs) or --all");
        }
        given.ifPresent(one -> Pid.requireProcess(one, "hp-cli tlb --pid"));
        return new PerfTarget(given);
    }

    private static long intervals(Duration time, Duration step) {
        return Math.max(1, (time.toMillis() + step.toMillis() - 1) / step.toMillis());
    }

    private int measure(
            PerfTarget target,
            PerfSetup setup,
            EventChoice choice,
            Duration step,
            long intervals,
            Optional<SavedTlb> before,
            Interruption interruption) {
        TlbMeter meter = new TlbMeter(choice);
        TlbText text = new TlbText(console.outColour());
        if (format == Format.TEXT) {
            text.head(target.toString(), choice).forEach(console.out()::println);
        }
        Counting counting = new PerfStat(PerfProbe.binary(), choice.specs(), target)
                .count(step, Optional.of(intervals), interruption, counts -> {
                    if (format == Format.TEXT) {
                        console.out().println(text.line(meter.figures(counts)));
                    }
                    return !console.out().checkError();
                });
        if (counting.end() == Counting.End.DENIED && counting.intervals().isEmpty()) {
            return unavailable(target, setup, MissingCounters.denied(counting.message(), target));
        }
        TlbFigures summary = meter.summary(counting.intervals());
        TlbDocument document = new TlbDocument(
                start,
                target.pid(),
                choice.cpu(),
                setup.version(),
                choice.names(),
                counting.end().name(),
                counting.intervals().stream().map(meter::figures).toList(),
                summary,
                Optional.empty());
        if (format == Format.JSON) {
            console.out().print(TlbJson.write(document, before, on));
        } else {
            text.summary(summary, target.pid()).forEach(console.out()::println);
            before.ifPresent(it -> text.against(it, document).forEach(console.out()::println));
        }
        save(document, before, target);
        return exitCode(counting, summary, target);
    }

    private void save(TlbDocument document, Optional<SavedTlb> before, PerfTarget target) {
        if (save == null || document.summary().isEmpty()) {
            return;
        }
        OutputFile.write(save, TlbJson.write(document, before, on));
        console.err()
                .println("wrote " + save + "; for the bound of the gain type hp-cli advise "
                        + target.pid().map(String::valueOf).orElse("PID") + " --with " + save);
    }

    /** @throws BenchException if perf failed */
    private int exitCode(Counting counting, TlbFigures summary, PerfTarget target) {
        if (counting.end() == Counting.End.FAILED || counting.end() == Counting.End.DENIED) {
            throw new BenchException("perf stat failed: " + counting.message());
        }
        if (counting.end() == Counting.End.TARGET_ENDED) {
            console.err().println("hp-cli tlb: " + target + " ended");
        }
        return summary.isEmpty() ? ExitCodes.INSUFFICIENT : ExitCodes.OK;
    }

    private int unavailable(PerfTarget target, PerfSetup setup, MissingCounters missing) {
        if (format == Format.JSON) {
            TlbDocument document = new TlbDocument(
                    start,
                    target.pid(),
                    setup.choice().flatMap(EventChoice::cpu),
                    setup.version(),
                    List.of(),
                    "UNAVAILABLE",
                    List.of(),
                    TlbFigures.unknown(missing.missing()),
                    Optional.of(missing));
            console.out().print(TlbJson.write(document, Optional.empty(), on));
        }
        TlbText.missing(missing).forEach(console.err()::println);
        return ExitCodes.INSUFFICIENT;
    }
}
