package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapsTest {
    private static final String TEXT = """
            00400000-00401000 r-xp 00000000 fe:00 42 /usr/bin/java
            fc000000-100000000 rw-p 00000000 00:00 0\s
            7f0000000000-7f0000001000 rw-s 00000000 fe:00 7 /tmp/hsperfdata_me/12
            7f0000001000-7f0000002000 rw-p 00000000 00:00 0 [stack]
            7f0000002000-7f0000003000 r-xp 00000000 fe:00 8 /a path/with blanks/libjvm.so (deleted)
            """;

    @TempDir
    private Path proc;

    private void write(String text) throws IOException {
        Files.createDirectories(proc.resolve("12"));
        Files.writeString(proc.resolve("12/maps"), text);
    }

    private static List<String> paths(List<Vma> vmas) {
        return vmas.stream().map(Vma::path).toList();
    }

    @Test
    void mappingsOfFilesAreASubset() throws IOException {
        write(TEXT);
        List<Vma> all = Maps.read(proc, 12).known().orElseThrow();
        List<Vma> files = Maps.files(proc, 12).known().orElseThrow();
        assertEquals(5, all.size());
        assertEquals(all.stream().filter(vma -> vma.inode() != 0).toList(), files);
        assertEquals(
                List.of("/usr/bin/java", "/tmp/hsperfdata_me/12", "/a path/with blanks/libjvm.so (deleted)"),
                paths(files));
    }

    @Test
    void mappingsOfRangesAreASubset() throws IOException {
        write(TEXT);
        List<Vma> some = Maps.within(
                        proc,
                        12,
                        List.of(
                                new AddressRange(0xf0000000L, 0xfc001000L),
                                new AddressRange(0x7f0000000000L, 0x7f0000001000L),
                                new AddressRange(0x7f0000003000L, 0x7f0000004000L)))
                .known()
                .orElseThrow();
        assertEquals(Maps.read(proc, 12).known().orElseThrow().subList(1, 3), some);
        assertEquals(List.of(), Maps.within(proc, 12, List.of()).known().orElseThrow());
    }

    @Test
    void noFilesAreNotNoProcess() throws IOException {
        write("fc000000-100000000 rw-p 00000000 00:00 0 \n");
        assertEquals(List.of(), Maps.files(proc, 12).known().orElseThrow());
        for (String torn : List.of("", "fc000000-1000")) {
            write(torn);
            for (Fact<List<Vma>> fact : List.of(Maps.files(proc, 12), Maps.read(proc, 12))) {
                assertEquals(Reason.VANISHED, ((Fact.Absent<?>) fact).reason());
            }
        }
    }
}
