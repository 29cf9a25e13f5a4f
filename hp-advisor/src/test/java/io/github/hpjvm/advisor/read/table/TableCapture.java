package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Captures the memory of a live JVM that {@link CapturedTablesTest} reads: {@code java TableCapture PID FILE}, as root.
 * Only the bytes that are used are kept, and of paths only the names of the files.
 */
final class TableCapture {

    private TableCapture() {}

    /** Keeps the bytes that the reader uses. */
    private static final class Recorder extends PagedMemory {
        private final Map<Long, byte[]> used = new TreeMap<>();

        Recorder(RawMemory memory) {
            super(memory);
        }

        private void keep(long address, int length) {
            ByteBuffer bytes = super.bytes(address, length);
            for (int i = 0; i < length; i++) {
                used.computeIfAbsent((address + i) / PAGE, any -> new byte[PAGE])[(int) ((address + i) % PAGE)] =
                        bytes.get(i);
            }
        }

        @Override
        byte int8(long address) {
            keep(address, 1);
            return super.int8(address);
        }

        @Override
        int int32(long address) {
            keep(address, Integer.BYTES);
            return super.int32(address);
        }

        @Override
        long int64(long address) {
            keep(address, Long.BYTES);
            return super.int64(address);
        }

        @Override
        ByteBuffer bytes(long address, int length) {
            keep(address, length);
            return super.bytes(address, length);
        }

        @Override
        void eachPointer(AddressRange range, LongConsumer action) {
            keep(range.start(), (int) range.size().value());
            super.eachPointer(range, action);
        }

        @Override
        String text(long address, int most) {
            String text = super.text(address, most);
            keep(address, text.length() + 1);
            return text;
        }
    }

    public static void main(String[] arguments) throws IOException {
        long pid = Long.parseLong(arguments[0]);
        String maps = Files.readString(Path.of("/proc/" + pid + "/maps")).replaceAll("/\\S*/", "/");
        List<Vma> vmas = Smaps.parse(maps);
        AddressRange library =
                VmSignature.library(Fact.known(vmas, Source.of("maps"))).known().orElseThrow();
        try (FileChannel channel = FileChannel.open(Path.of("/proc/" + pid + "/mem"), StandardOpenOption.READ);
                var out = Files.newOutputStream(Path.of(arguments[1]))) {
            Recorder recorder = new Recorder((address, into) -> channel.read(into, address));
            Fact<VmTables> tables =
                    TableReader.parse(recorder, library, Optional.of(new Mapped(vmas, library)), "/proc/PID/mem");
            System.out.println(CapturedTablesTest.text(tables.known().orElseThrow()));
            new CapturedMemory(maps, recorder.used).store(out);
        }
    }
}
