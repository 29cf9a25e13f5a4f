package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.read.memory.ZeroScan.Target;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the answers where nothing is read; MemoryCostIT reads real processes. */
class ZeroScanTest {
    private static final Bytes HUGE = Bytes.ofMiB(2);

    @TempDir
    Path root;

    private Fact<ZeroFilled> heap(PageKind kind) {
        Bytes size = Bytes.ofMiB(64);
        Bytes page = kind == PageKind.BASE ? Bytes.ofKiB(4) : HUGE;
        Backing backing = new Backing(size, List.of(new Pages(kind, page, size, size)));
        Target heap = new Target(List.of(new AddressRange(0x7000_0000, 0x7400_0000)), backing);
        return new ZeroScan(root, 5_000_001, Bytes.ofKiB(4), HUGE, CostBudget.sample(511))
                .of(Map.of(RegionName.HEAP, heap))
                .get(RegionName.HEAP);
    }

    @Test
    void withoutHugePagesThereAreNone() {
        assertEquals(ZeroFilled.none(), heap(PageKind.BASE).known().orElseThrow());
    }

    @Test
    void withoutPageFrameNumbersItIsUnknownWithItsReason() {
        Fact.Absent<ZeroFilled> absent = (Fact.Absent<ZeroFilled>) heap(PageKind.THP);
        assertEquals(Reason.DENIED, absent.reason());
        assertTrue(absent.grant().contains("CAP_SYS_ADMIN"), absent.grant());
    }
}
