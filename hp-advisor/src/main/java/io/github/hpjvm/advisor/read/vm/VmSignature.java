package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.LateReads;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The virtual machine that a process runs, by its mappings. A file named libjvm.so need not be HotSpot. It is HotSpot
 * if it exports the table for the serviceability agent ({@code src/hotspot/share/runtime/vmStructs.cpp}), or if the
 * process has the counters of a JVM mapped under its own number.
 */
public final class VmSignature {
    private static final String LIBJVM = "/libjvm.so";
    private static final String COUNTERS = "/hsperfdata_";
    private static final String LIBJ9 = "/libj9vm";
    private static final String DELETED = " (deleted)";
    private static final String HOTSPOT_SYMBOL = "gHotSpotVMStructs";
    private static final String NATIVE_IMAGE_SECTION = ".svm_heap";

    /** Time for the files of one process, which may lie on NFS. */
    private static final long MILLIS = 500;

    private static final LateReads READS = new LateReads("hp-advisor reads a program");

    private VmSignature() {}

    /**
     * Returns the kind of VM.
     *
     * @param maps its mappings, of smaps or of maps
     */
    public static Fact<VmKind> of(Path procRoot, long pid, long nsPid, Fact<List<Vma>> maps) {
        Path process = procRoot.resolve(Long.toString(pid));
        return maps.flatMap(vmas -> {
            for (Vma vma : vmas) {
                if (vma.path().contains(LIBJ9)) {
                    return Fact.known(VmKind.OPENJ9, Source.of(maps.source().path(), line(vma)));
                }
            }
            Optional<Vma> libjvm = libjvm(vmas);
            if (libjvm.isEmpty()) {
                return isNativeImage(procRoot, pid)
                        ? Fact.known(
                                VmKind.NATIVE_IMAGE,
                                Source.of(process.resolve("exe"), "it has a section " + NATIVE_IMAGE_SECTION))
                        : Fact.known(VmKind.NOT_JAVA, Source.of(maps.source().path(), "no libjvm.so is mapped"));
            }
            Source source = Source.of(maps.source().path(), line(libjvm.get()));
            if (hasCounters(vmas, nsPid)) {
                return Fact.known(VmKind.HOTSPOT, source);
            }
            return exportsStructs(process, libjvm.get())
                    .flatMap(exported -> Fact.known(exported ? VmKind.HOTSPOT : VmKind.OTHER, source));
        });
    }

    /** Returns whether the program of a process was made by GraalVM's native-image; false if it cannot be read in time. */
    public static boolean isNativeImage(Path procRoot, long pid) {
        Path program = ProcessFile.path(procRoot, pid, "exe");
        return read(program, () -> new ElfFile(reader(program)).hasSection(NATIVE_IMAGE_SECTION))
                .known()
                .orElse(false);
    }

    /** Returns the executable mapping of libjvm.so. */
    public static Optional<Vma> libjvm(List<Vma> vmas) {
        for (Vma vma : vmas) {
            boolean code = vma.permissions().length() > 2 && vma.permissions().charAt(2) == 'x';
            if (code && vma.inode() != 0 && path(vma).endsWith(LIBJVM)) {
                return Optional.of(vma);
            }
        }
        return Optional.empty();
    }

    /** Returns the range from the first to the last mapping of libjvm.so. */
    public static Fact<AddressRange> library(Fact<List<Vma>> files) {
        return files.flatMap(list -> library(list)
                .map(range -> Fact.known(range, files.source()))
                .orElseGet(() ->
                        Fact.absent(Reason.NOT_PRESENT, Source.of(files.source().path(), "no libjvm.so is mapped"))));
    }

    static Optional<AddressRange> library(List<Vma> files) {
        return libjvm(files).flatMap(code -> {
            long start = code.range().start();
            long end = code.range().end();
            for (Vma vma : files) {
                if (vma.inode() == code.inode() && vma.device().equals(code.device())) {
                    start = Math.min(start, vma.range().start());
                    end = Math.max(end, vma.range().end());
                }
            }
            return start > 0 && end > start ? Optional.of(new AddressRange(start, end)) : Optional.empty();
        });
    }

    /** Returns the name of a mapped file, also if the file was deleted meanwhile. */
    public static String path(Vma vma) {
        String path = vma.path();
        return path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
    }

    private static boolean hasCounters(List<Vma> vmas, long nsPid) {
        for (Vma vma : vmas) {
            if (countersFolder(path(vma), nsPid).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the folder {@code hsperfdata_USER} of the counters that a process has mapped under its own number; empty
     * also if that file was deleted, because the file now at its path is another one.
     */
    public static Optional<String> countersFolder(List<Vma> vmas, long nsPid) {
        for (Vma vma : vmas) {
            Optional<String> folder = countersFolder(vma.path(), nsPid);
            if (folder.isPresent()) {
                return folder;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> countersFolder(String path, long nsPid) {
        int folder = path.lastIndexOf(COUNTERS);
        int end = folder < 0 ? -1 : path.indexOf('/', folder + 1);
        return end >= 0 && path.substring(end + 1).equals(Long.toString(nsPid))
                ? Optional.of(path.substring(folder + 1, end))
                : Optional.empty();
    }

    /** Returns whether libjvm.so has the tables of HotSpot; absent if it cannot be read in time. */
    private static Fact<Boolean> exportsStructs(Path process, Vma libjvm) {
        TargetFiles files = new TargetFiles(process.resolve("root"));
        List<String> names = TargetFiles.names(path(libjvm));
        ElfFile.Reader byName =
                (offset, length) -> files.part(names, offset, Bytes.of(length)).known();
        // The same file by its mapping. This works if the name leads over a link or to nothing, and needs root.
        ElfFile.Reader byMapping =
                reader(process.resolve("map_files").resolve(libjvm.range().toString()));
        return read(
                process.resolve("map_files"),
                () -> new ElfFile(byName).contains(".dynstr", HOTSPOT_SYMBOL)
                        || new ElfFile(byMapping).contains(".dynstr", HOTSPOT_SYMBOL));
    }

    private static Fact<Boolean> read(Path file, BooleanSupplier found) {
        return READS.read(
                file, READS.share(Patience.with(MILLIS)), () -> Fact.known(found.getAsBoolean(), Source.of(file)));
    }

    private static ElfFile.Reader reader(Path link) {
        return (offset, length) -> {
            try (SeekableByteChannel channel = Files.newByteChannel(link)) {
                ByteBuffer bytes = ByteBuffer.allocate(length);
                channel.position(offset);
                while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                    continue;
                }
                return Optional.of(Arrays.copyOf(bytes.array(), bytes.position()));
            } catch (IOException | SecurityException e) {
                return Optional.empty();
            }
        };
    }

    private static String line(Vma vma) {
        return vma.range() + " " + vma.permissions() + " " + vma.path();
    }
}
