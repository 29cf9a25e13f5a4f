package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScannedBackingTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final Bytes PMD = Bytes.ofMiB(2);

    private static Optional<Backing> backing(String line, Set<String> devices) {
        List<Vma> maps = Smaps.parse(line + "\n");
        AddressRange range = maps.get(0).range();
        return new ScannedBacking(
                        maps,
                        PMD,
                        PAGE,
                        devices,
                        part -> Optional.of(
                                new PagemapScan.Present(0, part.size().value())))
                .of(List.of(range));
    }

    /** Devices {@code fe:00} (ext4), {@code 00:2a} (an overlayfs in mountinfo), {@code 00:31} (not in mountinfo). */
    @ParameterizedTest
    @CsvSource({
        "fe:00, r--p, /usr/lib/libc.so.6, true",
        "fe:00, r-xp, /usr/lib/libc.so.6, true",
        "00:2a, r--p, /app/lib.so, true",
        "00:31, rw-s, /mnt/huge/file, false",
        "00:31, r-xp, /mnt/huge/file, true",
        "00:0d, rw-p, /anon_hugepage (deleted), true",
        "00:01, rw-s, /memfd:java_heap (deleted), true"
    })
    void filesMayBeInHugetlbfsOnlyIfTheirFileSystemMayBe(
            String device, String permissions, String path, boolean known) {
        String line = "7f0000000000-7f0000200000 " + permissions + " 00000000 " + device + " 77    " + path;
        Optional<Backing> backing = backing(line, Set.of("00:2a"));
        assertEquals(known, backing.isPresent());
        backing.ifPresent(it -> assertEquals(Bytes.ofMiB(2), it.residentMin()));
    }
}
