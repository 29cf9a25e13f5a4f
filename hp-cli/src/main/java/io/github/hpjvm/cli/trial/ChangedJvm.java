package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.rule.support.TrialRefusals;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.Saved;
import io.github.hpjvm.bench.run.trial.TargetProcess;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JVM whose pages may be changed.
 *
 * @param blocks its blocks that can be huge, in these regions
 * @param smallerPages sizes of huge pages below that of a block that its regions may have
 * @param locked why its huge pages cannot be split; empty if they can
 */
record ChangedJvm(
        TargetProcess target,
        Jvm jvm,
        Blocks blocks,
        List<RegionName> regions,
        List<Bytes> smallerPages,
        Optional<String> locked)
        implements AutoCloseable {
    /** Memory that only this process has. */
    private static final List<RegionName> PRIVATE =
            List.of(RegionName.HEAP, RegionName.CODE, RegionName.METASPACE, RegionName.GC);

    private static final int STDIN = 0;

    /** Default of {@code --budget-stall}. */
    static final String USUAL_STALL = "5ms";

    /** Parses {@code --budget-stall}. */
    static Duration stall(String text) {
        try {
            return StallBound.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--budget-stall: " + e.getMessage());
        }
    }

    /** Returns the process ID that was given once, as an argument or as an option. */
    static long pid(Long argument, Long option, String command) {
        if ((argument == null) == (option == null)) {
            throw new UsageException(
                    argument == null
                            ? "no process given: add a PID (hp-cli jvms lists them)"
                            : "give the process ID once: " + argument + " or --pid " + option);
        }
        long pid = argument == null ? option : argument;
        Pid.requireProcess(pid, command);
        return pid;
    }

    /** Parses {@code --region}. */
    static List<RegionName> regions(String names) {
        return RequireOption.named(names, PRIVATE);
    }

    /** Rejects other users than root. What is wrong with the process comes first, in the words of other commands. */
    static void requireRoot(String command, long pid) {
        if (!ThisProcess.isRoot()) {
            throw notRoot(facts(pid).jvms().get(0), command);
        }
    }

    /** The refusal of another user. The owner of a process may read it, and not change it either. */
    static InsufficientException notRoot(Jvm jvm, String command) {
        if (!Unexamined.isDenied(jvm)) {
            requireHotSpot(jvm, command);
        }
        return new InsufficientException(
                "a change of the pages of a process needs root: sudo " + command + " " + jvm.pid());
    }

    /**
     * Restores the pages that earlier trials left changed in any process, and says so.
     *
     * @param limit of a step
     */
    static void restoreLeft(long pid, Duration limit, Console console) {
        try (ShownRestore shown = ShownRestore.on(console)) {
            Saved.restoreLeft(pid, new StallBound(limit), shown, shown::restored, shown::line);
        }
    }

    /**
     * Restores the pages that an earlier trial left changed in one process, and says so.
     *
     * @param limit of a step
     */
    static List<RestoredPages> restoreOnly(long pid, Duration limit, Console console) {
        boolean saved = Saved.exists(pid);
        List<RestoredPages> restored;
        try (ShownRestore shown = ShownRestore.on(console)) {
            restored = Saved.restoreLeft(pid, new StallBound(limit), shown).stream()
                    .toList();
            restored.forEach(shown::restored);
        }
        Saved.deleteEnded(console.err()::println);
        // The file of a process that has ended is deleted: nothing is left then.
        if (!saved) {
            Pid.requireExisting(pid);
        }
        return restored;
    }

    /** The addresses of its regions. */
    List<AddressRange> ranges() {
        return ranges(jvm, regions);
    }

    /** The regions that have blocks to change. */
    List<RegionName> changed() {
        List<RegionName> with = regionsOf(blocks);
        return regions.stream().filter(with::contains).toList();
    }

    /** The regions without a block to change, in words; empty if there is none. */
    Optional<String> without() {
        List<RegionName> with = changed();
        List<RegionName> none =
                regions.stream().filter(region -> !with.contains(region)).toList();
        return none.isEmpty()
                ? Optional.empty()
                : Optional.of("No block of " + words(none) + " is resident by half and out of swap: these pages stay.");
    }

    /** What of its regions does not take part, in words; empty if that is little. */
    Optional<String> beside() {
        return blocks.isMuchOutside()
                ? Optional.of(Bytes.of(blocks.outside()).rounded() + " of the resident "
                        + Bytes.of(blocks.outside() + blocks.resident()).rounded() + " of " + words(regions)
                        + " keep their pages: less than half of their block is resident, or it has pages in swap. The"
                        + " effect of huge pages on them is not part of the answer.")
                : Optional.empty();
    }

    /**
     * Reads and opens a JVM.
     *
     * @param regions to be changed; none for an undo of all that an earlier collapse changed
     * @param command that gets the process ID, such as {@code hp-cli trial}
     * @throws InsufficientException if it is no HotSpot JVM
     * @throws BenchException if its pages may not or cannot be changed
     */
    static ChangedJvm open(long pid, List<RegionName> regions, String command) {
        return open(pid, regions, command, TrialRefusals::of);
    }

    /** Opens a JVM in the same way, to split its huge pages only. */
    static ChangedJvm openToSplit(long pid, List<RegionName> regions, String command) {
        return open(pid, regions, command, TrialRefusals::ofSplit);
    }

    private interface Refusals {
        Optional<String> of(Facts facts, Jvm jvm, List<RegionName> regions);
    }

    private static ChangedJvm open(long pid, List<RegionName> regions, String command, Refusals refusals) {
        Facts facts = read(pid, command);
        Jvm jvm = facts.jvms().get(0);
        refusals.of(facts, jvm, regions).ifPresent(why -> {
            throw new BenchException(why);
        });
        List<AddressRange> ranges = ranges(jvm, regions);
        Bytes blockSize = facts.host().thp().known().orElseThrow().pmdSize();
        try {
            TargetProcess target = TargetProcess.open(pid, jvm.startTicks(), blockSize);
            try {
                return new ChangedJvm(
                        target,
                        jvm,
                        target.blocks(ranges),
                        regions,
                        TrialRefusals.smallerPages(facts, jvm, regions),
                        target.locked(ranges));
            } catch (TargetProcess.EndedException | RuntimeException e) {
                target.close();
                throw e;
            }
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    private static Facts read(long pid, String command) {
        Facts facts = facts(pid);
        requireHotSpot(facts.jvms().get(0), command);
        return facts;
    }

    private static Facts facts(long pid) {
        return Pid.requirePresent(LiveFacts.takeForAdvice(Roots.host(), List.of(pid), Manner.sparing(Contact.never())));
    }

    private static void requireHotSpot(Jvm jvm, String command) {
        Unexamined.reject(jvm, command);
        TrialRefusals.otherVm(jvm).ifPresent(why -> {
            throw new InsufficientException(why);
        });
    }

    private static List<AddressRange> ranges(Jvm jvm, List<RegionName> regions) {
        List<AddressRange> ranges = new ArrayList<>();
        for (RegionName region : regions) {
            ranges.addAll(jvm.region(region)
                    .location()
                    .known()
                    .orElseThrow(() -> new InsufficientException("the addresses of the region " + region
                            + " are unknown: " + why(jvm.region(region).location()))));
        }
        return ranges;
    }

    /** Why a location is unknown. Its source may be the name of a command that took no part. */
    private static String why(Fact<?> location) {
        String words = location.source().excerpt();
        return words.isEmpty() ? location.source().path() : words;
    }

    /** Rejects a JVM that has nothing to change. */
    ChangedJvm requireBlocks() {
        if (blocks.count() == 0) {
            throw new BenchException("no block of " + Bytes.of(target.blockSize()) + " in " + words(regions)
                    + " is resident by half and out of swap: there is nothing to change");
        }
        return this;
    }

    /** Returns those of these blocks that lie in its regions; all of them if no regions are named. */
    Blocks named(Blocks some) {
        return regions.isEmpty() ? some : some.within(ranges(jvm, regions));
    }

    /** Returns the regions in which blocks lie. */
    List<RegionName> regionsOf(Blocks some) {
        return PRIVATE.stream()
                .filter(region -> jvm.region(region)
                        .location()
                        .known()
                        .filter(ranges -> some.within(ranges).count() > 0)
                        .isPresent())
                .toList();
    }

    /** Returns the same process with the blocks of now: those of before are as old as the answer of the user is late. */
    ChangedJvm reread() {
        try {
            return new ChangedJvm(target, jvm, target.blocks(ranges(jvm, regions)), regions, smallerPages, locked)
                    .requireBlocks();
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    /** Rejects a JVM that another command changes now. */
    void requireAlone() {
        Saved.requireAlone(target);
    }

    /** Rejects a change for which memory lacks. */
    void requireRoom() {
        try {
            target.lacking(blocks).ifPresent(why -> {
                throw new BenchException(why);
            });
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    /** Rejects a trial that could not restore the pages that it finds. */
    void requireRestorable() {
        requireUnlocked("; measure it with hp-cli try, or start it without that");
        if (!smallerPages.isEmpty()) {
            throw new BenchException("the host enables huge pages of " + sizes(smallerPages) + " for this memory, and a"
                    + " trial would leave base pages in their place; measure it with hp-cli try");
        }
    }

    /**
     * Rejects memory whose huge pages cannot be split.
     *
     * @param remedy what to do, after a semicolon; may be empty
     */
    void requireUnlocked(String remedy) {
        locked.ifPresent(why -> {
            throw new BenchException(why + remedy);
        });
    }

    /** Sizes in words. */
    static String sizes(List<Bytes> sizes) {
        return String.join(", ", sizes.stream().map(Bytes::toString).toList());
    }

    /** The regions in words. */
    static String words(List<RegionName> regions) {
        return String.join(", ", regions.stream().map(RegionName::toString).toList());
    }

    /** The blocks in words: {@code 128 blocks of 2 MiB}. */
    String size() {
        return size(blocks, changed());
    }

    /** Blocks in words, with their regions. */
    static String size(Blocks blocks, List<RegionName> regions) {
        return Blocks.words(blocks.count(), blocks.size()) + " (" + words(regions) + ")";
    }

    /**
     * Asks the user on the terminal.
     *
     * @param yes whether the user has agreed already
     * @return whether the user agrees
     * @throws UsageException if there is no terminal
     */
    static boolean agrees(Console console, boolean yes) {
        if (yes) {
            return true;
        }
        if (!ThisProcess.isTerminal(STDIN)) {
            throw new UsageException("this changes the process, and stdin is not a terminal: add --yes");
        }
        console.err().print("Continue? [y/N] ");
        console.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return answer != null
                    && (answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes"));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        target.close();
    }
}
