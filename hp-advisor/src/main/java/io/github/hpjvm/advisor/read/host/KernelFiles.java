package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The running kernel, and the size of its base pages. */
public final class KernelFiles {

    /** AT_NULL and AT_PAGESZ of {@code include/uapi/linux/auxvec.h}. */
    private static final long END = 0;

    private static final long PAGE_SIZE = 6;

    private static final Bytes AUXV_LIMIT = Bytes.ofKiB(16);

    private static final Bytes ELF_HEADER = Bytes.of(64);

    /** Offset of e_machine, of two bytes. */
    private static final int MACHINE = 18;

    private KernelFiles() {}

    /** Returns the release and the architecture ({@code /proc/sys/kernel}). */
    public static Fact<Kernel> read(Path procRoot) {
        Path folder = procRoot.resolve("sys/kernel");
        Optional<String> architecture =
                TextFile.read(folder.resolve("arch"), KernelFiles::word).known().or(() -> machine(procRoot));
        return TextFile.read(folder.resolve("osrelease"), KernelFiles::word)
                .map(release -> new Kernel(release, architecture));
    }

    /**
     * Returns the architecture of this process, for kernels before 6.1: the machine in the ELF header of its executable. Empty for
     * another one than x86-64 and aarch64.
     */
    private static Optional<String> machine(Path procRoot) {
        return TextFile.firstBytes(procRoot.resolve("self/exe"), ELF_HEADER)
                .known()
                .flatMap(KernelFiles::machine);
    }

    /** Returns e_machine of an ELF header (EM_X86_64 and EM_AARCH64 of {@code include/uapi/linux/elf-em.h}). */
    static Optional<String> machine(byte[] header) {
        boolean elf = header.length >= MACHINE + 2
                && header[0] == 0x7f
                && header[1] == 'E'
                && header[2] == 'L'
                && header[3] == 'F';
        if (!elf) {
            return Optional.empty();
        }
        return switch (header[MACHINE] & 0xff) {
            case 62 -> Optional.of("x86_64");
            case 183 -> Optional.of("aarch64");
            default -> Optional.empty();
        };
    }

    /** Returns the name of the host ({@code /proc/sys/kernel/hostname}). In a container this is the name of the container. */
    public static Fact<String> readHostName(Path procRoot) {
        return TextFile.read(procRoot.resolve("sys/kernel/hostname"), KernelFiles::word);
    }

    /**
     * Returns the size of a base page, which the kernel passed to this process at its start ({@code /proc/self/auxv}).
     */
    public static Fact<Bytes> readBasePage(Path procRoot) {
        return TextFile.parsed(TextFile.bytes(procRoot.resolve("self/auxv"), AUXV_LIMIT), KernelFiles::basePage);
    }

    /**
     * Returns AT_PAGESZ among the pairs of 64-bit words of an auxiliary vector, in either byte order.
     *
     * @throws MalformedTextException if it is not there, or no power of two
     */
    public static Bytes basePage(byte[] auxv) {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            ByteBuffer words = ByteBuffer.wrap(auxv).order(order);
            while (words.remaining() >= 2 * Long.BYTES) {
                long key = words.getLong();
                long value = words.getLong();
                if (key == END) {
                    break;
                }
                if (key == PAGE_SIZE && value > 0 && Long.bitCount(value) == 1) {
                    return Bytes.of(value);
                }
            }
        }
        throw new MalformedTextException("no page size in the auxiliary vector", auxv.length + " bytes");
    }

    /**
     * Parses a file with one word.
     *
     * @throws MalformedTextException for anything else
     */
    public static String word(String text) {
        String word = text.strip();
        if (word.isEmpty() || word.length() > 200) {
            throw new MalformedTextException("not a word", word);
        }
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) <= ' ' || word.charAt(i) == 0x7f) {
                throw new MalformedTextException("not a word", word);
            }
        }
        return word;
    }
}
