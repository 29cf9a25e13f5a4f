package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.CollapseRun;
import io.github.hpjvm.bench.run.trial.PagesSeen;
import io.github.hpjvm.bench.run.trial.TargetProcess;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
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
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
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
                    + " if it uses that block. The data does not change. hp-cli asks before it begins. Needs root and Linux 6.1."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  sudo hp-cli collapse 4242",
            "  sudo hp-cli collapse 4242 --region heap,code --yes",
            "  sudo hp-cli collapse 4242 --undo",
            "  sudo hp-cli collapse 4242 --undo --region code"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            "1:internal or host error, no process with that PID, a refusal, or fewer than 95 %% of the blocks have"
                    + " the wanted pages; with --undo of an earlier collapse, more than 1 %% are left",
            ExitCodes.USAGE,
            ExitCodes.CHANGE_DENIED,
            "130:ended by Ctrl-C; the blocks until then are changed",
            ExitCodes.PIPE,
            "143:ended by SIGTERM; the blocks until then are changed"
        })
public final class CollapseCommand implements Callable<Integer> {
    private static final String COMMAND = "hp-cli collapse";

    /** Reads the blocks of the largest heap after a stop request. */
    private static final Duration EXIT = Duration.ofMinutes(2);

    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "A JVM of this host.")
    private Long process;

    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(
            names = RequireOption.REGION,
            paramLabel = RequireOption.REGION_LABEL,
            description = "The regions to change: heap, code, metaspace, gc. Default: heap; with --undo all that an"
                    + " earlier collapse changed.")
    private String region;

    @Option(
            names = "--undo",
            description = "Split the huge pages again that an earlier collapse made; without one, all of the regions.")
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
        Duration limit = ChangedJvm.stall(stall);
        StallBound bound = new StallBound(limit);
        List<RegionName> named = region == null ? List.of() : ChangedJvm.regions(region);
        long number = ChangedJvm.pid(process, pid, COMMAND);
        ChangedJvm.requireRoot(COMMAND, number);
        ChangedJvm.restoreLeft(number, limit, console);
        try {
            OptionalInt undone = undo ? undo(number, named, bound) : OptionalInt.empty();
            return undone.isPresent() ? undone.getAsInt() : change(number, named, bound);
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    /** Undoes an earlier collapse; empty if none is known. */
    private OptionalInt undo(long number, List<RegionName> named, StallBound bound)
            throws TargetProcess.EndedException {
        try (ChangedJvm jvm = ChangedJvm.openToSplit(number, named, COMMAND)) {
            CollapseRun run = run(jvm, bound);
            Optional<Blocks> saved = run.saved();
            if (saved.isEmpty()) {
                return OptionalInt.empty();
            }
            Blocks part = jvm.named(saved.get());
            if (part.count() == 0) {
                throw new BenchException("the earlier collapse of process " + number + " changed no block of "
                        + ChangedJvm.words(named) + ", but of " + ChangedJvm.words(jvm.regionsOf(saved.get()))
                        + "; to undo it: sudo " + COMMAND + " " + number + " --undo");
            }
            jvm.target().locked(part.ranges()).ifPresent(why -> {
                throw new BenchException(why);
            });
            List<RegionName> regions = named.isEmpty() ? jvm.regionsOf(part) : named;
            Blocks made = part.onBase();
            int huge = run.undoable(made);
            Work work = new Work(
                    jvm,
                    regions,
                    made,
                    huge,
                    "splits the huge pages of " + ChangedJvm.size(made, regions) + " that an earlier collapse changed; "
                            + huge + " of them are huge now. Three steps in a row above " + stall + " end it.");
            return OptionalInt.of(perform(work, bound, interruption -> {
                Progress progress = Progress.begin(work);
                CollapseRun.Undone undone = run.undo(part, interruption::requested);
                // A look at the pages now could last: then cut() would name an undo whose file is gone.
                return show(
                        work,
                        bound,
                        progress,
                        CollapseEnd.of(undone, stop(interruption, bound)),
                        undone.now().hugeShare(),
                        undone.isComplete());
            }));
        }
    }

    private CollapseRun run(ChangedJvm jvm, StallBound bound) {
        return new CollapseRun(jvm.target(), bound, line -> console.err().println(COMMAND + ": " + line));
    }

    /** Collapses the regions, or splits all their huge pages. */
    private int change(long number, List<RegionName> named, StallBound bound) throws TargetProcess.EndedException {
        List<RegionName> regions = named.isEmpty() ? List.of(RegionName.HEAP) : named;
        try (ChangedJvm jvm =
                undo ? ChangedJvm.openToSplit(number, regions, COMMAND) : ChangedJvm.open(number, regions, COMMAND)) {
            jvm.requireBlocks();
            if (undo) {
                jvm.requireUnlocked("");
            } else {
                jvm.requireRoom();
            }
            Work work = new Work(
                    jvm,
                    jvm.changed(),
                    jvm.blocks(),
                    jvm.blocks().differing(undo ? PageState.BASE : PageState.THP),
                    undo ? split(jvm) : collapse(jvm));
            return perform(work, bound, interruption -> change(jvm.reread(), bound, interruption));
        }
    }

    private int change(ChangedJvm jvm, StallBound bound, Interruption interruption)
            throws TargetProcess.EndedException {
        if (!undo) {
            jvm.requireRoom();
        }
        Blocks blocks = jvm.blocks();
        Work work = new Work(jvm, jvm.changed(), blocks, 0, "");
        Progress progress = Progress.begin(work);
        CollapseRun run = run(jvm, bound);
        PageState wanted = undo ? PageState.BASE : PageState.THP;
        Change change;
        PagesSeen now;
        try {
            change = undo ? run.split(blocks, interruption::requested) : run.collapse(blocks, interruption::requested);
            now = jvm.target().look(blocks);
        } catch (RuntimeException | Error e) {
            if (run.hasBegun()) {
                console.err().println(COMMAND + ": " + left(undo, undoing(work)));
            }
            throw e;
        }
        boolean enough = TrialTurn.isRealised(wanted, now.hugeShare(), now.hugeShare());
        CollapseEnd end = CollapseEnd.of(change, wanted, enough, stop(interruption, bound))
                .seen(now, wanted, blocks);
        return show(work, bound, progress, end, now.hugeShare(), enough);
    }

    /**
     * The blocks to change, with the plan.
     *
     * @param differing blocks that do not have the wanted pages
     * @param plan what will be done, as the end of a sentence
     */
    private record Work(ChangedJvm jvm, List<RegionName> regions, Blocks blocks, int differing, String plan) {
        private long pid() {
            return jvm.target().process().pid();
        }

        private double share() throws TargetProcess.EndedException {
            return jvm.target().hugeShare(blocks);
        }
    }

    /** The begin of a change. */
    private record Progress(double share, long nanos) {
        private static Progress begin(Work work) throws TargetProcess.EndedException {
            return new Progress(work.share(), System.nanoTime());
        }
    }

    /** Asks, before a signal is handled: nothing was changed so far. */
    private int perform(Work work, StallBound bound, Stoppable.Work<Integer, TargetProcess.EndedException> change)
            throws TargetProcess.EndedException {
        Paragraph.lines("", "JVM " + work.pid() + ": " + work.plan()).forEach(console.err()::println);
        if (ChangedJvm.agrees(console, yes)) {
            return Stoppable.run(Patience.with(EXIT), () -> console.err().println(cut(undo, undoing(work))), change);
        }
        console.err().println("nothing was changed");
        if (format == Format.JSON) {
            console.out()
                    .print(CollapseJson.declined(
                                    work.pid(), undo, work.regions(), work.blocks(), work.differing(), work.share())
                            .text());
        }
        return ExitCodes.OK;
    }

    /**
     * The message for a step or a look at the pages that takes too long after a stop request.
     *
     * @param command that splits the blocks; empty if none can
     */
    static String cut(boolean undo, Optional<String> command) {
        return COMMAND + ": no result in " + Patience.with(EXIT).toMinutes() + " minutes; " + left(undo, command);
    }

    /**
     * What a command without a result leaves, as a clause.
     *
     * @param command that splits the blocks; empty if none can
     */
    static String left(boolean undo, Optional<String> command) {
        return (undo ? "blocks may still be on huge pages" : "blocks may be on huge pages")
                + command.map(it -> (undo ? ". It goes on with: " : ". They are split with: ") + it)
                        .orElse("");
    }

    private Optional<CollapseEnd.Stop> stop(Interruption interruption, StallBound bound) {
        return CollapseEnd.Stop.of(interruption.requested(), bound.isReached(), stall);
    }

    private static String split(ChangedJvm jvm) {
        return "splits the " + jvm.blocks().hugeBefore() + " huge pages of " + jvm.size()
                + ". Pages full of zeros are freed (Linux 6.12).";
    }

    private String collapse(ChangedJvm jvm) {
        return "copies " + jvm.size() + " to huge pages; " + jvm.blocks().hugeBefore()
                + " of them are huge now. The process grows by "
                + Bytes.of(jvm.blocks().growth()) + "."
                + jvm.without().map(text -> " " + text).orElse("")
                + " Each copy stalls a thread that uses the block; three in a row above " + stall + " end it."
                + ofUndo(jvm);
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

    private int show(Work work, StallBound bound, Progress before, CollapseEnd end, double after, boolean enough) {
        double seconds = (System.nanoTime() - before.nanos()) / 1e9;
        if (format == Format.JSON) {
            double longest = bound.seen().longest() / 1e6;
            console.out()
                    .print(new CollapseJson(
                                    work.pid(), undo, work.regions(), work.blocks(), end, after, seconds, longest)
                            .text());
        } else {
            console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%d of %s changed in %.1f s: %.0f %% on huge pages before, %.0f %% now.",
                            end.changed(),
                            Blocks.words(work.blocks().count(), work.blocks().size()),
                            seconds,
                            100 * before.share(),
                            100 * after));
            StepsText.lines(bound.seen(), bound.limit()).forEach(console.out()::println);
        }
        end.message(undo, work.blocks(), undoing(work))
                .ifPresent(text -> console.err().println(COMMAND + ": " + text));
        return enough ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private Optional<String> undoing(Work work) {
        // An undo goes on also if some page elsewhere is locked.
        return !undo && work.jvm().locked().isPresent()
                ? Optional.empty()
                : Optional.of("sudo " + COMMAND + " " + work.pid() + " --undo"
                        + (region == null ? "" : " " + RequireOption.REGION + " " + region));
    }
}
