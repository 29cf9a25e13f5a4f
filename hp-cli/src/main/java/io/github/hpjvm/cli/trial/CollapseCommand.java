package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.CollapseRun;
import io.github.hpjvm.bench.run.trial.TargetProcess;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.bench.trial.TrialTurn;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.text.StepsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli collapse}: puts a running JVM onto huge pages. */
@Command(
        name = "collapse",
        description = {
            "Put a running JVM onto transparent huge pages now, without a restart, until it restarts or the kernel splits them.",
            "",
            "This changes the process: the kernel copies its memory, one block at a time, and the JVM waits meanwhile"
                    + " if it uses that block. Its data does not change. It asks before it begins. Needs root and Linux 6.1."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  sudo hp-cli collapse 4242",
            "  sudo hp-cli collapse 4242 --region heap,code --yes",
            "  sudo hp-cli collapse 4242 --undo"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            "1:internal or host error, no such process, or fewer than 95 %% of the blocks were changed",
            ExitCodes.USAGE,
            "130:ended by Ctrl-C; the blocks until then are changed",
            ExitCodes.PIPE
        })
public final class CollapseCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "A JVM of this host.")
    private Long process;

    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(
            names = RequireOption.REGION,
            paramLabel = RequireOption.REGION_LABEL,
            description = "The regions to change: heap, code, metaspace, gc. Default: heap.")
    private String region;

    @Option(names = "--undo", description = "Split the huge pages again that an earlier collapse made.")
    private boolean undo;

    @Option(
            names = "--budget-stall",
            paramLabel = "T",
            description = "Stop when three steps in a row take longer. Default: " + ChangedJvm.USUAL_STALL + ".")
    private String stall = ChangedJvm.USUAL_STALL;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    private Console console;

    @Override
    public Integer call() {
        console = Consoles.standard();
        StallBound bound = new StallBound(ChangedJvm.stall(stall));
        List<RegionName> regions = region == null ? List.of(RegionName.HEAP) : RequireOption.named(region);
        long number = ChangedJvm.pid(process, pid, "hp-cli collapse");
        ChangedJvm.requireRoot("hp-cli collapse", number);
        ChangedJvm.restoreLeft(console);
        try (ChangedJvm jvm = ChangedJvm.open(number, regions)) {
            return run(jvm, bound);
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    /** Asks, before a signal is handled: nothing was changed so far. */
    private int run(ChangedJvm jvm, StallBound bound) throws TargetProcess.EndedException {
        CollapseRun run = new CollapseRun(jvm.target(), bound);
        Optional<Blocks> saved = undo ? run.saved() : Optional.empty();
        Blocks asked = saved.orElse(jvm.blocks());
        if (undo) {
            jvm.requireUnlocked("");
        } else {
            jvm.requireRoom();
        }
        Paragraph.lines("", plan(jvm, asked, saved.isPresent(), share(jvm, asked)))
                .forEach(console.err()::println);
        if (!ChangedJvm.agrees(console, yes)) {
            console.err().println("nothing was changed");
            if (format == Format.JSON) {
                double share = jvm.target().hugeShare(asked);
                long number = jvm.target().process().pid();
                console.out()
                        .print(CollapseJson.declined(number, undo, jvm.regions(), asked, share)
                                .text());
            }
            return ExitCodes.OK;
        }
        return Stoppable.run(interruption -> change(jvm, run, saved, bound, interruption));
    }

    private int change(
            ChangedJvm jvm, CollapseRun run, Optional<Blocks> saved, StallBound bound, Interruption interruption)
            throws TargetProcess.EndedException {
        ChangedJvm now = saved.isPresent() ? jvm : jvm.reread();
        if (!undo) {
            now.requireRoom();
        }
        Blocks blocks = saved.orElse(now.blocks());
        String before = share(jvm, blocks);
        long begun = System.nanoTime();
        Done done;
        if (saved.isPresent()) {
            RestoredPages restored = run.undo(interruption::requested);
            done = new Done(
                    restored.changed(), restored.other(), reason(restored, interruption), restored.isComplete());
        } else {
            Change change =
                    undo ? run.split(blocks, interruption::requested) : run.collapse(blocks, interruption::requested);
            double share = jvm.target().hugeShare(blocks);
            done = new Done(
                    change.changed(),
                    change.notChanged(),
                    change.reason(undo ? PageState.BASE : PageState.THP),
                    TrialTurn.isRealised(undo ? PageState.BASE : PageState.THP, share, share));
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return show(jvm, blocks, bound, before, seconds, done);
    }

    private static String reason(RestoredPages restored, Interruption interruption) {
        String reason = interruption.requested() ? "it was stopped" : "the kernel could not split them";
        return restored.isComplete() ? reason : reason + "; hp-cli collapse " + restored.pid() + " --undo tries again";
    }

    /** The blocks that a change reached and did not reach. */
    private record Done(int changed, int notChanged, String reason, boolean enough) {}

    private static String share(ChangedJvm jvm, Blocks blocks) throws TargetProcess.EndedException {
        return String.format(Locale.ROOT, "%.0f %%", 100 * jvm.target().hugeShare(blocks));
    }

    private String plan(ChangedJvm jvm, Blocks blocks, boolean known, String before) {
        String size = blocks.count() + " blocks of " + Bytes.of(blocks.size());
        if (undo) {
            return "JVM " + jvm.target().process().pid() + ": splits the huge pages of " + size
                    + (known ? " that an earlier collapse made." : " (" + ChangedJvm.words(jvm.regions()) + ").")
                    + " Pages full of zeros are freed (Linux 6.12).";
        }
        return "JVM " + jvm.target().process().pid() + ": copies " + size + " (" + ChangedJvm.words(jvm.regions())
                + ") to huge pages; " + before + " are huge. The process grows by " + Bytes.of(blocks.growth())
                + ". Each copy stalls a thread that uses the block; limit " + stall + "." + ofUndo(jvm);
    }

    private static String ofUndo(ChangedJvm jvm) {
        if (jvm.locked().isPresent()) {
            return " An undo is not possible: its memory is locked.";
        }
        return jvm.smallerPages().isEmpty()
                ? ""
                : " An undo leaves base pages, also where pages of " + ChangedJvm.sizes(jvm.smallerPages())
                        + " are now.";
    }

    private int show(ChangedJvm jvm, Blocks blocks, StallBound bound, String before, double seconds, Done done)
            throws TargetProcess.EndedException {
        double after = jvm.target().hugeShare(blocks);
        double longest = bound.seen().longest() / 1e6;
        if (format == Format.JSON) {
            CollapseJson document = new CollapseJson(
                    jvm.target().process().pid(),
                    undo,
                    jvm.regions(),
                    blocks,
                    done.changed(),
                    done.notChanged(),
                    after,
                    seconds,
                    longest);
            console.out().print(document.text());
        } else {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%d of %d blocks changed in %.1f s: %s on huge pages before, %.0f %% now.",
                            done.changed(),
                            blocks.count(),
                            seconds,
                            before,
                            100 * after));
            StepsText.lines(bound.seen(), bound.limit()).forEach(console.out()::println);
        }
        if (bound.isReached()) {
            console.err()
                    .println("hp-cli collapse: stopped: three steps in a row took longer than --budget-stall " + stall);
        } else if (done.notChanged() > 0) {
            console.err()
                    .println("hp-cli collapse: " + done.notChanged() + " blocks were not changed: " + done.reason());
        }
        return done.enough() ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
