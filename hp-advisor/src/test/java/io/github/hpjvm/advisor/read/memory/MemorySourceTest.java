package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemorySourceTest {
    @ParameterizedTest
    @CsvSource({
        "0,      500, true,  SMAPS",
        "64,     500, true,  SMAPS",
        "5120,   500, true,  SMAPS",
        "6144,   500, true,  SCAN",
        "9216,   500, false, SMAPS",
        "14336,  120, true,  SCAN",
        "14336,  120, false, NONE",
        "14336,  80,  true,  NONE",
        "1024,   5,   true,  NONE",
        "51200,  500, false, SMAPS",
        "52224,  500, false, NONE",
        "52224,  500, true,  SCAN",
        "204800, 500, true,  NONE"
    })
    void isTheCheaperOfThoseThatKeepToTheBudget(long mib, long budget, boolean canScan, MemorySource expected) {
        assertEquals(expected, MemorySource.cheapest(Bytes.ofMiB(mib), budget, canScan));
    }

    @ParameterizedTest
    @CsvSource({
        "6.7.0, true",
        "6.6.99-generic, false",
        "6.18.44, true",
        "7.0, true",
        "5.15.0-105, false",
        "10.1.2, true",
        "6, false",
        "what, false"
    })
    void theScanIsKnownFromKernelSixSevenOn(String release, boolean known, @TempDir Path proc) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(folder.resolve("osrelease"), release + "\n");
        assertEquals(known, PagemapScan.isKnown(proc));
    }
}
