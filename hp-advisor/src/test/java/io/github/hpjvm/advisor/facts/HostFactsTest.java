package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFactsTest {

    @ParameterizedTest
    @CsvSource({
        "always,, always",
        "madvise,, madvise",
        "never, inherit, never",
        "madvise, inherit, madvise",
        "never, always, always",
        "never, madvise, madvise",
        "always, never, never",
        "madvise, always, always"
    })
    void modeOfTheSizeOverridesTheGlobalMode(String global, String size, String effective) {
        ThpPolicy policy =
                new ThpPolicy(global, Optional.ofNullable(size), "madvise", Optional.empty(), Bytes.ofMiB(2));
        assertEquals(effective, policy.effective());
    }

    @Test
    void poolReservesPages() {
        HugePool pool = new HugePool(Bytes.ofMiB(2), 100, 60, 50, 3, 10);
        assertEquals(10, pool.usable());
        assertEquals(90, pool.inUseOrPromised());
        assertEquals(7, pool.overcommitRoom());
        HugePool torn = new HugePool(Bytes.ofMiB(2), 1, 2, 3, 5, 4);
        assertEquals(0, torn.usable());
        assertEquals(3, torn.inUseOrPromised());
        assertEquals(0, torn.overcommitRoom());
        assertThrows(IllegalArgumentException.class, () -> new HugePool(Bytes.ofMiB(2), -1, 0, 0, 0, 0));
    }

    @Test
    void statusHasTheFieldsOfTheKernel() {
        ProcStatus status = new ProcStatus(Map.of(
                "Name",
                "java",
                "State",
                "S (sleeping)",
                "Uid",
                "1000\t1001\t0\t0",
                "VmRSS",
                "1668 kB",
                "THP_enabled",
                "0",
                "VmPTE",
                "x kB",
                "HugetlbPages",
                "9223372036854775807 kB"));
        assertEquals(Optional.of("java"), status.name());
        assertEquals(OptionalLong.of(1001), status.uid());
        assertEquals(Optional.of(Bytes.ofKiB(1668)), status.rss());
        assertEquals(Optional.empty(), status.pageTables());
        assertEquals(Optional.empty(), status.hugetlb());
        assertEquals(Optional.of(false), status.thpEnabled());
        assertEquals(false, status.isZombie());
        ProcStatus empty = new ProcStatus(Map.of());
        assertEquals(OptionalLong.empty(), empty.uid());
        assertEquals(Optional.empty(), empty.rss());
        assertEquals(Optional.empty(), empty.thpEnabled());
        assertEquals(true, new ProcStatus(Map.of("State", "Z (zombie)")).isZombie());
    }

    @Test
    void largerBlocksCanBeSplit() {
        FreeBlocks blocks = new FreeBlocks(List.of(5L, 0L, 3L, 1L));
        assertEquals(5 + 3 * 4 + 8, blocks.freeBlocks(0));
        assertEquals(3 * 2 + 4, blocks.freeBlocks(1));
        assertEquals(1, blocks.freeBlocks(3));
        assertEquals(0, blocks.freeBlocks(4));
        assertThrows(IllegalArgumentException.class, () -> blocks.freeBlocks(-1));
    }
}
