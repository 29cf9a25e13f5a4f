package io.github.hpjvm.cli.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
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
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A JVM whose pages may be changed.
 *
 * @param blocks its blocks that can be huge
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
    private static final Set<RegionName> PRIVATE =
            EnumSet.of(RegionName.HEAP, RegionName.CODE, RegionName.METASPACE, RegionName.GC);

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

    /** Rejects other users than root. */
    static void requireRoot(String command, long pid) {
        if (!ThisProcess.isRoot()) {
            throw new BenchException("a change of the pages of a process needs root: sudo " + command + " " + pid);
        }
    }

    /** Restores what earlier trials left, and says so. */
    static List<RestoredPages> restoreLeft(Console console) {
        List<RestoredPages> restored = Saved.restoreLeft(new StallBound(Duration.ofSeconds(10)));
        for (RestoredPages one : restored) {
            console.err().println("an earlier trial left process " + one.pid() + " changed; " + text(one));
        }
        return restored;
    }

    /** What a restore did, as a sentence without a capital letter and full stop. */
    static String text(RestoredPages restored) {
        return "restored: " + (restored.blocks() - restored.other()) + " of " + restored.blocks()
                + " blocks have the pages of before";
    }

    /**
     * Reads and opens a JVM.
     *
     * @throws BenchException if its pages may not or cannot be changed
     */
    static ChangedJvm open(long pid, List<RegionName> regions) {
        regions.stream().filter(region -> !PRIVATE.contains(region)).findFirst().ifPresent(region -> {
            throw new UsageException(
                    "--region: the pages of " + region + " are not changed; heap, code, metaspace and gc can be");
        });
        Facts facts = Pid.requirePresent(
                LiveFacts.takeForAdvice(Roots.host(), List.of(pid), Manner.sparing(Contact.never())));
        Jvm jvm = facts.jvms().get(0);
        TrialRefusals.of(facts, jvm, regions).ifPresent(why -> {
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
                        blocks(target, ranges, regions),
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

    private static List<AddressRange> ranges(Jvm jvm, List<RegionName> regions) {
        List<AddressRange> ranges = new ArrayList<>();
        for (RegionName region : regions) {
            ranges.addAll(jvm.region(region)
                    .location()
                    .known()
                    .orElseThrow(() -> new BenchException("the addresses of the region " + region + " are unknown: "
                            + jvm.region(region).location().source())));
        }
        return ranges;
    }

    private static Blocks blocks(TargetProcess target, List<AddressRange> ranges, List<RegionName> regions)
            throws TargetProcess.EndedException {
        Blocks blocks = target.blocks(ranges);
        if (blocks.count() == 0) {
            throw new BenchException("no block of " + Bytes.of(target.blockSize()) + " in " + words(regions)
                    + " is resident by half and out of swap: there is nothing to change");
        }
        return blocks;
    }

    /** Returns the same process with the blocks of now: those of before are as old as the answer of the user is late. */
    ChangedJvm reread() {
        try {
            return new ChangedJvm(
                    target, jvm, blocks(target, ranges(jvm, regions), regions), regions, smallerPages, locked);
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
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
        return blocks.count() + " blocks of " + Bytes.of(blocks.size()) + " (" + words(regions) + ")";
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
