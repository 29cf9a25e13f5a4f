package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * The stacks of threads, found by the stack pointer of each: {@code /proc/PID/task/TID/syscall}
 * (Documentation/filesystems/proc.rst). The file contains "running" for a thread that runs or waits for a CPU (state R;
 * collect_syscall in lib/syscall.c). For one thread.
 */
public final class ThreadStacks {

    private static final int MOST_THREADS = 2000;
    private static final int TRIES = 8;
    private static final long PAUSE_NANOS = 300_000;

    private final Path procRoot;
    private final long pid;
    private final LongConsumer pause;

    /** The names of the threads whose stacks were found last, and the mapping of each stack. */
    private Set<Path> known = Set.of();

    private List<AddressRange> knownStacks = List.of();

    public ThreadStacks(Path procRoot, long pid) {
        this(procRoot, pid, LockSupport::parkNanos);
    }

    /** @param pause waits for so many nanoseconds */
    ThreadStacks(Path procRoot, long pid, LongConsumer pause) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.pause = pause;
    }

    /**
     * Returns the mappings that hold the stack pointers of all threads, or an absent fact. A part of the stacks is not
     * a result. A stack pointer in no mapping is that of a thread that started after the mappings were read, or that ends: it
     * has no stack among them. TIMED_OUT means that another reading may find them. A stack stays where it is as long as its
     * thread lives, so that another reading of the same threads needs no stack pointers if the same mappings are there.
     *
     * @param mostSize a mapping larger than that is not one stack alone
     */
    public Fact<List<AddressRange>> read(List<Vma> vmas, Bytes mostSize) {
        Path folder = ProcessFile.path(procRoot, pid, "task");
        List<Path> threads = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(threads::add);
        } catch (IOException | DirectoryIteratorException e) {
            return Fact.absent(Reason.VANISHED, Source.of(folder));
        }
        if (threads.size() > MOST_THREADS) {
            return Fact.absent(
                    Reason.SKIPPED, Source.of(folder, "more than " + MOST_THREADS + " threads: " + threads.size()));
        }
        SortedVmas mappings = new SortedVmas(vmas);
        if (known.size() == threads.size() && known.containsAll(threads) && areThere(knownStacks, mappings)) {
            return found(folder, knownStacks);
        }
        List<AddressRange> stacks = new ArrayList<>();
        int running = 0;
        int without = 0;
        for (Path thread : threads) {
            // The first one that keeps running decides the result: the others are only counted.
            Fact<Optional<Long>> pointer = pointer(thread.resolve("syscall"), running == 0);
            if (pointer instanceof Fact.Absent<Optional<Long>> absent && Files.exists(thread)) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            Optional<Vma> stack = pointer.known().flatMap(p -> p).flatMap(mappings::at);
            boolean waits = pointer.known().flatMap(p -> p).isPresent();
            without += waits && stack.isEmpty() ? 1 : 0;
            running += pointer.known().filter(Optional::isEmpty).isPresent() ? 1 : 0;
            if (stack.isPresent() && stack.get().range().size().compareTo(mostSize) > 0) {
                return Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(
                                thread,
                                "the stack of the thread is in a mapping with other things: "
                                        + stack.get().range()));
            }
            stack.map(Vma::range).ifPresent(stacks::add);
        }
        if (running > 0) {
            return Fact.absent(
                    Reason.TIMED_OUT,
                    Source.of(
                            folder.resolve("*/syscall"),
                            running + " of " + threads.size()
                                    + " threads run, and the kernel shows the stack pointers of waiting threads only"));
        }
        if (stacks.isEmpty()) {
            return Fact.absent(
                    Reason.TIMED_OUT, Source.of(folder, "all threads are newer than the mappings that were read"));
        }
        known = without == 0 ? Set.copyOf(threads) : Set.of();
        knownStacks = stacks;
        return found(folder, stacks);
    }

    private static Fact<List<AddressRange>> found(Path folder, List<AddressRange> stacks) {
        return Fact.known(Addresses.joined(stacks), Source.of(folder, stacks.size() + " threads"));
    }

    private static boolean areThere(List<AddressRange> ranges, SortedVmas mappings) {
        for (AddressRange range : ranges) {
            if (mappings.at(range.start())
                    .filter(vma -> vma.range().equals(range))
                    .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** @param mayWait whether a thread that runs is read again */
    private Fact<Optional<Long>> pointer(Path file, boolean mayWait) {
        Fact<String> text = TextFile.read(file, Bytes.ofKiB(4));
        for (int i = 1;
                mayWait
                        && i < TRIES
                        && text.known().filter(t -> t.startsWith("running")).isPresent();
                i++) {
            pause.accept(PAUSE_NANOS);
            text = TextFile.read(file, Bytes.ofKiB(4));
        }
        return TextFile.parsed(text, ThreadStacks::stackPointer);
    }

    /**
     * Parses the stack pointer in such a file, the last but one word; empty if the thread runs.
     *
     * @throws MalformedTextException if it is neither
     */
    public static Optional<Long> stackPointer(String text) {
        String[] words = text.strip().split(" ");
        if (words[0].equals("running")) {
            return Optional.empty();
        }
        try {
            String word = words.length < 3 ? "" : words[words.length - 2];
            return Optional.of(Long.parseUnsignedLong(word.startsWith("0x") ? word.substring(2) : "-", 16));
        } catch (NumberFormatException e) {
            throw new MalformedTextException("not a system call with its stack pointer", text.strip());
        }
    }
}
