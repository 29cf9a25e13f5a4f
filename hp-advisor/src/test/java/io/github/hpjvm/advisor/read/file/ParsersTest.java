package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.facts.FreeBlocks;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ParsersTest {

    private static final String MEMINFO = """
            MemTotal:       24653772 kB
            MemAvailable:   23922124 kB
            HugePages_Total:     512
            Hugepagesize:       2048 kB
            """;
    private static final String STATUS = "Name:\tjava\nUid:\t0\t1000\t0\t0\nVmRSS:\t    1668 kB\nTHP_enabled:\t1\n";
    private static final String BUDDYINFO = """
            Node 0, zone      DMA      0      0      0      0      0      0      0      0      1      1      3
            Node 0, zone   Normal   1296    967    536    343    208    111    227    184    174    102    831
            Node 1, zone   Normal      1      0      0      0      0      0      0      0      0      0      1
            """;

    @Test
    void meminfo() {
        Map<String, Bytes> sizes = MemInfo.parse(MEMINFO);
        assertEquals(List.of("MemTotal", "MemAvailable", "Hugepagesize"), List.copyOf(sizes.keySet()));
        assertEquals(Bytes.ofKiB(23922124), sizes.get("MemAvailable"));
        assertThrows(MalformedTextException.class, () -> MemInfo.parse("nonsense"));
        assertThrows(MalformedTextException.class, () -> MemInfo.parse("MemTotal: -1 kB"));
        assertThrows(MalformedTextException.class, () -> MemInfo.parse("MemTotal: 9007199254740992 kB"));
        Mutations.survive(MEMINFO, MemInfo::parse);
    }

    @Test
    void status() {
        ProcStatus status = StatusFile.parse(STATUS);
        assertEquals(Optional.of("java"), status.name());
        assertEquals(OptionalLong.of(1000), status.uid());
        assertEquals(Optional.of(Bytes.ofKiB(1668)), status.rss());
        assertEquals(Optional.of(true), status.thpEnabled());
        assertThrows(MalformedTextException.class, () -> StatusFile.parse("nonsense"));
        Mutations.survive(STATUS, text -> {
            ProcStatus s = StatusFile.parse(text);
            s.uid();
            s.rss();
            s.thpEnabled();
        });
    }

    @Test
    void buddyinfo() {
        FreeBlocks blocks = Buddyinfo.parse(BUDDYINFO);
        assertEquals(1297, blocks.byOrder().get(0));
        assertEquals(835, blocks.freeBlocks(10));
        assertEquals(103 + 2 * 835, blocks.freeBlocks(9));
        assertEquals(0, blocks.freeBlocks(11));
        assertThrows(MalformedTextException.class, () -> Buddyinfo.parse("Node 0, zone DMA"));
        assertThrows(MalformedTextException.class, () -> Buddyinfo.parse("Node 0, zone DMA x"));
        assertThrows(MalformedTextException.class, () -> Buddyinfo.parse("Node 0, zone DMA" + " 1".repeat(40)));
        assertThrows(
                MalformedTextException.class, () -> Buddyinfo.parse("Node 0, zone DMA" + " 4294967295".repeat(31)));
        Mutations.survive(BUDDYINFO, text -> Buddyinfo.parse(text).freeBlocks(9));
    }

    @Test
    void choice() {
        assertEquals("madvise", Choice.selected("always [madvise] never\n"));
        assertEquals("defer+madvise", Choice.selected("always defer [defer+madvise] madvise never"));
        assertEquals("within_size", Choice.selected("always [within_size] advise"));
        Mutations.survive("always defer [defer+madvise] madvise never\n", Choice::selected);
        Mutations.survive("2097152\n", Choice::number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "always madvise never", "[always] [never]", "[]", "[a b]", "]always[", "[[never]]"})
    void noChoice(String text) {
        assertThrows(MalformedTextException.class, () -> Choice.selected(text));
    }
}
