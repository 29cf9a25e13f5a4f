package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Reads the tables of a JVM through {@code /proc/PID/mem}. The kernel requires the right to trace the process
 * (PTRACE_MODE_ATTACH in {@code fs/proc/base.c}, mem_open): root or CAP_SYS_PTRACE, or the same user where
 * {@code kernel.yama.ptrace_scope} is 0. Nothing is attached: the process gets no signal and does not stop. The kernel
 * copies one page at a time.
 */
public final class TableReader {

    /**
     * Limit of threads that wait for the memory of a process. A process can map a file whose pages never arrive (FUSE),
     * so a read may wait for as long as that process lives.
     */
    private static final Semaphore WAITING = new Semaphore(32);

    private TableReader() {}

    private static String grant() {
        return OwnRights.here().toReadProcess("the JVM's user with kernel.yama.ptrace_scope=0");
    }

    /**
     * Reads the tables.
     *
     * @param library the mappings of libjvm.so, from the first to the last
     * @param mappings all mappings, to search for metaspace and the tables of the collector; empty to leave these out
     * @param millis time limit; the reading is left to itself afterwards
     */
    public static Fact<VmTables> read(
            Path procRoot, long pid, Fact<AddressRange> library, Optional<List<Vma>> mappings, long millis) {
        Path file = ProcessFile.path(procRoot, pid, "mem");
        return library.flatMap(range -> {
            Optional<Mapped> mapped = mappings.map(vmas -> new Mapped(vmas, range));
            return within(millis, file, () -> read(file, range, mapped));
        });
    }

    /** Reads in a thread of its own, which this one does not wait for longer than the time limit. */
    private static Fact<VmTables> within(long millis, Path file, Supplier<Fact<VmTables>> reader) {
        if (!WAITING.tryAcquire()) {
            return Fact.absent(
                    Reason.SKIPPED, Source.of(file, "32 earlier reads of other processes have not returned"));
        }
        FutureTask<Fact<VmTables>> task = new FutureTask<>(() -> {
            try {
                return reader.get();
            } finally {
                WAITING.release();
            }
        });
        Thread thread = new Thread(task, "hp-advisor reads tables");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Fact.absent(Reason.TIMED_OUT, Source.of(file, "its memory did not arrive within " + millis + " ms"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, Source.of(file, "interrupted"));
        }
    }

    private static Fact<VmTables> read(Path file, AddressRange library, Optional<Mapped> mapped) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return parse((address, into) -> channel.read(into, address), library, mapped, file.toString());
        } catch (AccessDeniedException e) {
            return Fact.absent(Reason.DENIED, Source.of(file, "its memory may not be read"), grant());
        } catch (NoSuchFileException e) {
            boolean ended = Files.notExists(file.resolveSibling("status"));
            return ended
                    ? Fact.absent(Reason.VANISHED, Source.of(file, "no such process"))
                    : Fact.absent(Reason.NOT_PRESENT, Source.of(file));
        } catch (IOException | SecurityException e) {
            return Fact.absent(Reason.DENIED, Source.of(file, String.valueOf(e.getMessage())), grant());
        }
    }

    /**
     * Reads the tables in this memory. Total: memory that is not HotSpot's gives an absent fact.
     *
     * @param library the mappings of libjvm.so, from the first to the last
     * @param mapped all mappings, to find what the tables leave out
     * @param file the source of the facts
     */
    static Fact<VmTables> parse(RawMemory raw, AddressRange library, Optional<Mapped> mapped, String file) {
        return parse(new PagedMemory(raw), library, mapped, file);
    }

    static Fact<VmTables> parse(PagedMemory memory, AddressRange library, Optional<Mapped> mapped, String file) {
        try {
            VmStructs structs = VmStructs.read(memory, new Symbols(memory, library));
            Optional<Shapes> shapes = mapped.map(m -> new Shapes(memory, m));
            return Fact.known(new TableFacts(structs, file, shapes).all(), Source.of(file));
        } catch (UnreadableMemoryException e) {
            String grant = e.reason() == Reason.SKIPPED ? "look again in a few seconds" : "";
            return Fact.absent(e.reason(), Source.of(file, String.valueOf(e.getMessage())), grant);
        }
    }
}
