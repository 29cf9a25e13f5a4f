package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory of a process, by {@code /proc/PID/mem}. The kernel requires the right to trace the process (PTRACE_MODE_ATTACH in
 * {@code fs/proc/base.c}, mem_open): root or CAP_SYS_PTRACE, or the same user where {@code kernel.yama.ptrace_scope} is 0.
 * Nothing is attached: the process gets no signal and does not stop. The kernel copies one page at a time, and holds the lock of
 * the mappings for reading while it copies that page (mem_rw in {@code fs/proc/base.c}, __access_remote_vm in {@code
 * mm/memory.c}).
 */
public final class TargetMemory {

    private static final LateReads READS = new LateReads("hp-advisor reads memory");

    private TargetMemory() {}

    /** Reads something in the memory of a process. An exception is a fact that is MALFORMED. */
    @FunctionalInterface
    public interface Reader<T> {
        Fact<T> read(RawMemory memory) throws IOException;
    }

    /** Returns the file. */
    public static Path file(Path procRoot, long pid) {
        return ProcessFile.path(procRoot, pid, "mem");
    }

    private static String grant() {
        return OwnRights.here().toReadProcess("the JVM's user with kernel.yama.ptrace_scope=0");
    }

    /**
     * Reads in a thread of its own.
     *
     * @param millis time limit; the reading is left to itself afterwards
     */
    public static <T> Fact<T> read(Path procRoot, long pid, long millis, Reader<T> reader) {
        Path file = file(procRoot, pid);
        return READS.read(file, millis, () -> read(file, reader));
    }

    private static <T> Fact<T> read(Path file, Reader<T> reader) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return reader.read((address, into) -> channel.read(into, address));
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
}
