package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Smaps;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The VM of a process, by its mappings and the mapped files. */
@Timeout(60)
class VmSignatureTest {

    private static final long PID = 4242;
    private static final String LIBJVM =
            "7f0000000000-7f0000001000 r-xp 00000000 fe:00 17 /opt/jdk/lib/server/libjvm.so";

    @TempDir
    private Path proc;

    private Path process;

    @BeforeEach
    void process() throws IOException {
        process = Files.createDirectories(proc.resolve(Long.toString(PID)));
        Files.createDirectories(process.resolve("root"));
    }

    private static byte[] elf(String section, String content) {
        return ElfSample.with(section, content, ByteOrder.LITTLE_ENDIAN);
    }

    private void write(String file, byte[] bytes) throws IOException {
        Files.createDirectories(process.resolve(file).getParent());
        Files.write(process.resolve(file), bytes);
    }

    private Fact<VmKind> of(String... lines) {
        String maps = String.join("\n", lines) + "\n";
        return VmSignature.of(proc, PID, 1, Fact.known(Smaps.parse(maps), Source.of("maps")));
    }

    private void assertIs(VmKind kind, String... lines) {
        assertEquals(Optional.of(kind), of(lines).known());
    }

    @Test
    void hotSpotByTheExportsOfItsLibrary() throws IOException {
        write("root/opt/jdk/lib/server/libjvm.so", ElfSample.hotSpot());
        assertIs(VmKind.HOTSPOT, LIBJVM);
        assertIs(VmKind.HOTSPOT, LIBJVM + " (deleted)");
        write(
                "root/opt/jdk/lib/server/libjvm.so",
                ElfSample.with(".dynstr", "\0gHotSpotVMStructs\0", ByteOrder.BIG_ENDIAN));
        assertIs(VmKind.HOTSPOT, LIBJVM);
    }

    @Test
    void hotSpotByItsMappingIfTheFileIsMissing() throws IOException {
        assertIs(VmKind.OTHER, LIBJVM);
        write("map_files/7f0000000000-7f0000001000", ElfSample.hotSpot());
        assertIs(VmKind.HOTSPOT, LIBJVM);
    }

    @Test
    void hotSpotByTheCountersThatItHasMapped() {
        String counters = "7f0000002000-7f000000a000 rw-s 00000000 fe:00 18 /tmp/hsperfdata_app/1";
        assertIs(VmKind.HOTSPOT, LIBJVM, counters);
        assertIs(VmKind.HOTSPOT, LIBJVM, counters + " (deleted)");
        assertIs(VmKind.OTHER, LIBJVM, counters + "1");
        assertIs(VmKind.NOT_JAVA, counters);
    }

    @Test
    void aLibraryOfThatNameIsNotEnough() throws IOException {
        for (byte[] file : new byte[][] {
            {},
            "nothing of the kind, but gHotSpotVMStructs stands in it".getBytes(StandardCharsets.US_ASCII),
            elf(".dynstr", "\0JNI_CreateJavaVM\0"),
            elf(".dynstr", "\0notgHotSpotVMStructs\0gHotSpotVMStructsEither\0"),
            elf(".comment", "\0gHotSpotVMStructs\0")
        }) {
            write("root/opt/jdk/lib/server/libjvm.so", file);
            assertIs(VmKind.OTHER, LIBJVM);
        }
    }

    @Test
    void openJ9HasALibjvmToo() throws IOException {
        write("root/opt/jdk/lib/server/libjvm.so", ElfSample.hotSpot());
        String j9 = "7f0000002000-7f0000003000 r-xp 00000000 fe:00 19 /opt/jdk/lib/default/libj9vm29.so";
        assertIs(VmKind.OPENJ9, LIBJVM, j9);
        assertTrue(of(LIBJVM, j9).source().excerpt().contains("libj9vm29.so"));
    }

    @Test
    void aNativeImageHasAHeapOfItsOwnInItsProgram() throws IOException {
        String program = "00400000-00401000 r-xp 00000000 fe:00 20 /opt/shop";
        assertIs(VmKind.NOT_JAVA, program);
        write("exe", elf(".svm_heap", "objects"));
        assertIs(VmKind.NATIVE_IMAGE, program);
        assertTrue(VmSignature.isNativeImage(proc, PID));
        write("exe", elf(".svm_heaps", "objects"));
        assertIs(VmKind.NOT_JAVA, program);
    }

    @Test
    void aLibraryWithoutExecutableMappingIsNoJvm() throws IOException {
        write("root/opt/jdk/lib/server/libjvm.so", ElfSample.hotSpot());
        assertIs(VmKind.NOT_JAVA, LIBJVM.replace("r-xp", "r--p"));
    }

    @ParameterizedTest
    @CsvSource({
        "/usr/lib/x86_64-linux-gnu/libc.so.6, GLIBC",
        "/lib64/libc-2.28.so, GLIBC",
        "/lib/ld-musl-x86_64.so.1, MUSL",
        "/usr/lib/libjemalloc.so.2, OTHER",
        "/usr/lib/libtcmalloc_minimal.so.4, OTHER",
        "/usr/lib/libm.so.6, ",
        "/usr/lib/libcap.so.2, "
    })
    void namesOfMappedFilesShowTheMalloc(String file, Malloc malloc) {
        List<Vma> maps = Smaps.parse(LIBJVM + "\n7f0000100000-7f0000101000 r-xp 00000000 fe:00 18 " + file + "\n");
        assertEquals(Optional.ofNullable(malloc), MappedMalloc.of(maps));
    }

    @Test
    void anotherMallocReplacesThatOfTheLibrary() {
        List<Vma> maps = Smaps.parse(LIBJVM + """

                7f0000100000-7f0000101000 r-xp 00000000 fe:00 18 /lib/libc.so.6
                7f0000200000-7f0000201000 r-xp 00000000 fe:00 19 /lib/libjemalloc.so.2
                """);
        assertEquals(Optional.of(Malloc.OTHER), MappedMalloc.of(maps));
    }

    /** Opening a FIFO without a writer waits, as opening a file of an NFS server that is gone. */
    @Test
    void aProgramThatCannotBeOpenedIsNoNativeImage() throws IOException, InterruptedException {
        Path program = process.resolve("exe");
        assertEquals(0, new ProcessBuilder("mkfifo", program.toString()).start().waitFor());
        try {
            assertFalse(VmSignature.isNativeImage(proc, PID));
        } finally {
            Files.newByteChannel(program, StandardOpenOption.WRITE).close();
        }
    }
}
