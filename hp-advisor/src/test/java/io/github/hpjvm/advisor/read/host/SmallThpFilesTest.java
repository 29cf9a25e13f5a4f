package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallThpFilesTest {
    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final Bytes SMALL = Bytes.ofKiB(64);

    @TempDir
    private Path sys;

    private List<Bytes> sizes(String enabled, long pages) throws IOException {
        Path folder = sys.resolve("kernel/mm/transparent_hugepage");
        Path size = Files.createDirectories(folder.resolve("hugepages-64kB"));
        Files.createDirectories(size.resolve("stats"));
        Files.writeString(folder.resolve("enabled"), "always [madvise] never\n");
        Files.writeString(size.resolve("enabled"), enabled);
        Files.writeString(size.resolve("stats/nr_anon"), pages + "\n");
        return ThpFiles.smallThp(sys, PMD).sizes();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "31, false", "32, true", "5000, true"})
    void pagesOfADisabledSizeCountFromThePmdSize(long pages, boolean counts) throws IOException {
        assertEquals(counts ? List.of(SMALL) : List.of(), sizes("always inherit madvise [never]\n", pages));
    }

    @Test
    void anEnabledSizeCountsWithoutPages() throws IOException {
        assertEquals(List.of(SMALL), sizes("always [inherit] madvise never\n", 0));
    }
}
