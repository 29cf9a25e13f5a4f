package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the stacks of the threads of a tree that looks like {@code /proc}. */
class ThreadStacksTest {
    private static final long PID = 4242;
    private static final Bytes MOST = Bytes.ofMiB(1);
    private static final List<Vma> MAPPINGS = Smaps.parse("""
            7f0000000000-7f0000010000 rw-p 00000000 00:00 0
            7f0000100000-7f0000110000 rw-p 00000000 00:00 0
            7f1000000000-7f1010000000 rw-p 00000000 00:00 0
            """);

    @TempDir
    Path proc;

    private void thread(long tid, String syscall) throws IOException {
        Path thread = Files.createDirectories(task().resolve(Long.toString(tid)));
        Files.writeString(thread.resolve("syscall"), syscall + "\n");
    }

    private void waits(long tid, String stackPointer) throws IOException {
        thread(tid, "202 0x1 0x2 0x3 0x4 0x5 0x6 " + stackPointer + " 0x7f1");
    }

    private Path task() {
        return proc.resolve(PID + "/task");
    }

    private Fact<List<AddressRange>> stacks() {
        return new ThreadStacks(proc, PID).read(MAPPINGS, MOST);
    }

    private void assertUnknown(Reason reason, String path, String words) {
        Fact.Absent<?> absent = (Fact.Absent<?>) stacks();
        assertEquals(reason, absent.reason());
        assertEquals(task() + path, absent.source().path());
        assertEquals(words, absent.source().excerpt());
    }

    @Test
    void mappingsOfTheStackPointers() throws IOException {
        waits(1, "0x7f0000000100");
        waits(2, "0x7f0000100100");
        assertEquals(
                Optional.of(List.of(
                        new AddressRange(0x7f0000000000L, 0x7f0000010000L),
                        new AddressRange(0x7f0000100000L, 0x7f0000110000L))),
                stacks().known());
    }

    @Test
    void runningThreadsHaveNoStackPointer() throws IOException {
        waits(1, "0x7f0000000100");
        thread(2, "running");
        thread(3, "running");
        assertUnknown(
                Reason.TIMED_OUT,
                "/*/syscall",
                "2 of 3 threads run, and the kernel shows the stack pointers of waiting threads only");
    }

    /** Thread 7 is newer than the mappings, and thread 8 ends: the kernel shows 0 for it (collect_syscall). */
    @Test
    void aThreadThatStartsOrEndsHasNoStackAmongTheMappings() throws IOException {
        waits(7, "0x7e0000000000");
        assertUnknown(Reason.TIMED_OUT, "", "all threads are newer than the mappings that were read");
        waits(1, "0x7f0000000100");
        thread(8, "-1 0x0 0x0");
        ThreadStacks stacks = new ThreadStacks(proc, PID);
        List<AddressRange> first = List.of(MAPPINGS.get(0).range());
        assertEquals(Optional.of(first), stacks.read(MAPPINGS, MOST).known());
        waits(7, "0x7f0000100100");
        assertEquals("2 threads", stacks.read(MAPPINGS, MOST).source().excerpt());
    }

    /** One thread that keeps running decides the result: 2000 of them must not take seconds. */
    @Test
    void onlyOneThreadThatKeepsRunningIsWaitedFor() throws IOException {
        for (int tid = 1; tid <= 50; tid++) {
            thread(tid, "running");
        }
        int[] pauses = {0};
        Fact<List<AddressRange>> stacks = new ThreadStacks(proc, PID, nanos -> pauses[0]++).read(MAPPINGS, MOST);
        assertEquals(
                "50 of 50 threads run, and the kernel shows the stack pointers of waiting threads only",
                stacks.source().excerpt());
        assertEquals(7, pauses[0]);
    }

    @Test
    void aThreadThatRunsForAMomentIsReadAgain() throws IOException {
        waits(1, "0x7f0000000100");
        thread(2, "running");
        LongConsumer pause = nanos -> {
            try {
                waits(2, "0x7f0000100100");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        assertEquals(
                "2 threads",
                new ThreadStacks(proc, PID, pause).read(MAPPINGS, MOST).source().excerpt());
    }

    @Test
    void stackInALargeMappingHasNoEnd() throws IOException {
        waits(7, "0x7f1000000100");
        assertUnknown(
                Reason.NOT_SUPPORTED,
                "/7",
                "the stack of the thread is in a mapping with other things: "
                        + MAPPINGS.get(2).range());
    }

    @Test
    void theSameThreadsNeedNoStackPointersAgain() throws IOException {
        waits(1, "0x7f0000000100");
        waits(2, "0x7f0000100100");
        ThreadStacks stacks = new ThreadStacks(proc, PID);
        Fact<List<AddressRange>> first = stacks.read(MAPPINGS, MOST);
        thread(2, "running");
        assertEquals(first, stacks.read(MAPPINGS, MOST));
    }

    @Test
    void aNewThreadOrAMissingMappingNeedsThemAgain() throws IOException {
        waits(1, "0x7f0000000100");
        ThreadStacks stacks = new ThreadStacks(proc, PID);
        stacks.read(MAPPINGS, MOST);
        assertEquals(Optional.empty(), stacks.read(MAPPINGS.subList(1, 3), MOST).known());
        waits(2, "0x7f0000100100");
        assertEquals("2 threads", stacks.read(MAPPINGS, MOST).source().excerpt());
    }
}
