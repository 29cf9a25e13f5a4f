package io.github.hpjvm.advisor.read.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables in the captured memory of 22 builds of HotSpot, from 8 to 28. {@code TablesIT} compares live JVMs with their
 * own answers; these captures were compared in the same way when they were made. {@link TableCapture} makes one.
 */
class CapturedTablesTest {

    private static final Path FOLDER = Path.of("src/test/resources/jvm/tables");
    private static final long SEED = Long.getLong("hp.seed", 15);

    static Stream<String> captures() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".gz"))
                    .map(name -> name.substring(0, name.length() - ".gz".length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    static CapturedMemory capture(String name) throws IOException {
        try (InputStream in = Files.newInputStream(FOLDER.resolve(name + ".gz"))) {
            return CapturedMemory.load(in);
        }
    }

    static AddressRange library(CapturedMemory memory) {
        return VmSignature.library(Fact.known(memory.vmas(), Source.of("maps")))
                .known()
                .orElseThrow();
    }

    private static VmStructs structs(CapturedMemory memory) {
        PagedMemory paged = new PagedMemory(memory);
        return VmStructs.read(paged, new Symbols(paged, library(memory)));
    }

    static Fact<VmTables> tables(CapturedMemory memory) {
        AddressRange library = library(memory);
        return TableReader.parse(memory, library, Optional.of(new Mapped(memory.vmas(), library)), "/proc/PID/mem");
    }

    /** Writes tables as the expected texts have them: the flags with another value than their default, a digest of all. */
    static String text(VmTables tables) {
        StringBuilder text = new StringBuilder();
        text.append("release ").append(tables.release().orElse("?")).append('\n');
        text.append("arguments ").append(tables.arguments()).append(tables.flagArguments());
        text.append(" command ").append(tables.command()).append('\n');
        text.append("heap ").append(value(tables.heap())).append('\n');
        text.append("code ").append(value(tables.code())).append('\n');
        text.append("metaspace ").append(value(tables.metaspace())).append('\n');
        text.append("gc ").append(value(tables.gc())).append('\n');
        text.append("cds ").append(value(tables.cds())).append('\n');
        Map<String, VmFlag> flags = new TreeMap<>(tables.flags().known().orElse(Map.of()));
        text.append("flags ").append(flags.size()).append(' ').append(digest(flags.toString()));
        text.append('\n');
        flags.forEach((name, flag) -> {
            if (!flag.origin().equals("default")) {
                text.append("  ").append(name).append(" = ").append(flag.value());
                text.append(" {")
                        .append(flag.kind())
                        .append("} {")
                        .append(flag.origin())
                        .append("}\n");
            }
        });
        return text.toString();
    }

    private static String value(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent
                ? absent.reason() + " " + absent.source().excerpt()
                : fact.known().orElseThrow().toString();
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void readsTheTablesOfThisBuild(String name) throws IOException {
        VmTables tables = tables(capture(name)).known().orElseThrow();
        assertEquals(Files.readString(FOLDER.resolve(name + ".txt")), text(tables));
    }

    @Test
    void thereAreCapturesOfTwentyTwoBuilds() throws IOException {
        assertTrue(captures().filter(name -> name.endsWith("-g1")).count() >= 22);
    }

    /** A JVM has no heap in its first milliseconds. */
    @ParameterizedTest
    @MethodSource("captures")
    void aJvmThatStartsHasUnknownTables(String name) throws IOException {
        CapturedMemory memory = capture(name);
        long heap = structs(memory).address("Universe::_collectedHeap");
        byte[] page = memory.pages().get(heap / PagedMemory.PAGE);
        Arrays.fill(page, (int) (heap % PagedMemory.PAGE), (int) (heap % PagedMemory.PAGE) + 8, (byte) 0);
        Fact<VmTables> tables = tables(memory);
        assertTrue(
                tables instanceof Fact.Absent<VmTables> absent && absent.reason() == Reason.SKIPPED, tables::toString);
    }

    /** A stale word can lead to memory that the JVM returned after its mappings were read. */
    @ParameterizedTest
    @MethodSource("captures")
    void aPointerToMemoryThatWasReturnedIsNoObject(String name) throws IOException {
        CapturedMemory memory = capture(name);
        VmTables whole = tables(memory).known().orElseThrow();
        VmStructs structs = structs(memory);
        long gone = goneAddress(memory, whole);
        point(memory, structs.pointer("Universe::_collectedHeap"), gone);
        if (structs.has("BarrierSet::_barrier_set")) {
            point(memory, structs.pointer("BarrierSet::_barrier_set"), gone);
        }
        for (AddressRange statics : new Mapped(memory.vmas(), library(memory)).statics()) {
            point(memory, statics.end() - PagedMemory.PAGE, gone);
        }
        VmTables changed = tables(memory).known().orElseThrow();
        assertEquals(value(whole.gc()), value(changed.gc()));
        assertEquals(value(whole.metaspace()), value(changed.metaspace()));
    }

    /** Returns an address of writable anonymous memory outside of the heap that was not captured. */
    private static long goneAddress(CapturedMemory memory, VmTables tables) {
        return memory.vmas().stream()
                .filter(vma -> vma.permissions().startsWith("rw") && vma.path().isEmpty())
                .map(Vma::range)
                .filter(range -> tables.heap().known().stream().noneMatch(range::overlaps))
                .filter(range -> !memory.pages().containsKey(range.start() / PagedMemory.PAGE))
                .findFirst()
                .orElseThrow()
                .start();
    }

    /** Writes a pointer over the first word that is zero from an address on, on its page, where it is captured. */
    private static void point(CapturedMemory memory, long address, long pointer) {
        byte[] bytes = memory.pages().get(address / PagedMemory.PAGE);
        if (bytes == null) {
            return;
        }
        ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = (int) (address % PagedMemory.PAGE); at < PagedMemory.PAGE; at += Long.BYTES) {
            if (at % Long.BYTES == 0 && page.getLong(at) == 0) {
                page.putLong(at, pointer);
                return;
            }
        }
    }

    /** Damaged memory gives facts or absent facts, and never an exception. */
    @ParameterizedTest
    @MethodSource("captures")
    void damagedMemoryIsHarmless(String name) throws IOException {
        CapturedMemory whole = capture(name);
        AddressRange library = library(whole);
        Mapped mapped = new Mapped(whole.vmas(), library);
        List<Long> numbers = List.copyOf(whole.pages().keySet());
        SplittableRandom random = new SplittableRandom(SEED);
        int known = 0;
        for (int i = 0; i < Draws.of(400); i++) {
            Map<Long, byte[]> pages = new TreeMap<>(whole.pages());
            for (int damage = 1 + random.nextInt(30); damage > 0; damage--) {
                long number = numbers.get(random.nextInt(numbers.size()));
                if (random.nextInt(10) == 0) {
                    pages.remove(number);
                } else if (pages.containsKey(number)) {
                    byte[] page = pages.get(number).clone();
                    int at = random.nextInt(PagedMemory.PAGE - 8);
                    for (int b = 0; b < 1 << random.nextInt(4); b++) {
                        page[at + b] = (byte) random.nextInt();
                    }
                    pages.put(number, page);
                }
            }
            Fact<VmTables> tables = TableReader.parse(
                    new CapturedMemory(whole.maps(), pages), library, Optional.of(mapped), "/proc/PID/mem");
            known += tables.known().isPresent() ? 1 : 0;
        }
        assertTrue(known > 0, "some damage has no effect on the tables as a whole; seed " + SEED);
    }

    /** Writes a number over eight bytes that are captured. */
    private static void write(CapturedMemory memory, long address, long number) {
        ByteBuffer.wrap(memory.pages().get(address / PagedMemory.PAGE))
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong((int) (address % PagedMemory.PAGE), number);
    }

    /** HotSpot reserves the whole heap, so a range that is not mapped is none. */
    @ParameterizedTest
    @MethodSource("captures")
    void aHeapThatIsNotMappedIsUnknown(String name) throws IOException {
        CapturedMemory memory = capture(name);
        VmStructs structs = structs(memory);
        boolean known = tables(memory).known().orElseThrow().heap().known().isPresent();
        long reserved = structs.address("CollectedHeap::_reserved", structs.pointer("Universe::_collectedHeap"));
        write(memory, structs.address("MemRegion::_start", reserved), 1L << 40);
        write(memory, structs.address("MemRegion::_word_size", reserved), 1L << 58);
        Fact<AddressRange> heap = tables(memory).known().orElseThrow().heap();
        assertTrue(heap.known().isEmpty(), heap::toString);
        assertTrue(heap.source().excerpt().contains("is not mapped as a whole"), heap.source()::excerpt);
        assertTrue(known || !name.endsWith("-g1"), name);
    }

    /** The last flag then has its pointer beyond the end of the table. */
    @ParameterizedTest
    @MethodSource("captures")
    void aFieldBeyondTheEndOfAFlagIsHarmless(String name) throws IOException {
        for (String field : List.of("_name", "_addr")) {
            CapturedMemory memory = capture(name);
            VmStructs structs = structs(memory);
            String type = structs.has("JVMFlag::flags") ? "JVMFlag" : "Flag";
            write(memory, entry(memory, type, field) + 4 * Long.BYTES, structs.size(type) - Integer.BYTES);
            Fact<?> flags = tables(memory).known().orElseThrow().flags();
            assertTrue(flags.known().isEmpty(), flags::toString);
            assertTrue(flags.source().excerpt().contains(type + "::" + field + " is at"), flags.source()::excerpt);
        }
    }

    /** Returns the address of an entry of gHotSpotVMStructs: typeName, fieldName, typeString, isStatic, offset, address. */
    private static long entry(CapturedMemory memory, String type, String field) {
        PagedMemory paged = new PagedMemory(memory);
        AddressRange library = library(memory);
        for (Map.Entry<Long, byte[]> page : memory.pages().entrySet()) {
            ByteBuffer words = ByteBuffer.wrap(page.getValue()).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at + 6 * Long.BYTES <= PagedMemory.PAGE; at += Long.BYTES) {
                if (library.contains(words.getLong(at))
                        && library.contains(words.getLong(at + Long.BYTES))
                        && named(paged, words.getLong(at)).equals(type)
                        && named(paged, words.getLong(at + Long.BYTES)).equals(field)) {
                    return page.getKey() * PagedMemory.PAGE + at;
                }
            }
        }
        throw new AssertionError(type + "::" + field);
    }

    private static String named(PagedMemory memory, long address) {
        try {
            return memory.name(address);
        } catch (UnreadableMemoryException e) {
            return "";
        }
    }
}
