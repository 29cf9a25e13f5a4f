package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.memory.ZeroScan.Target;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the answers where nothing can be read; MemoryCostIT reads real processes. */
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

    /** The block at 2 MiB is a huge page. The process may return it before its memory is read. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBlockThatIsReturnedMeanwhileIsNotCounted(boolean returned) throws IOException {
        ByteBuffer pagemap = ByteBuffer.allocate(1024 * Long.BYTES).order(ByteOrder.nativeOrder());
        ByteBuffer flags = ByteBuffer.allocate(1024 * Long.BYTES).order(ByteOrder.nativeOrder());
        for (int page = 512; page < 1024; page++) {
            pagemap.putLong(page * Long.BYTES, 1L << 63 | page);
            flags.putLong(page * Long.BYTES, 1L << 22);
        }
        Files.writeString(
                Files.createDirectories(root.resolve("self")).resolve("status"), "CapEff:\t000001ffffffffff\n");
        Path file = Files.createDirectories(root.resolve("1")).resolve("pagemap");
        Files.write(file, pagemap.array());
        Files.write(root.resolve("kpageflags"), flags.array());
        RawMemory memory = (address, into) -> {
            if (returned) {
                Files.write(file, new byte[1024 * Long.BYTES]);
            }
            throw new IOException("Input/output error");
        };
        try (PagemapWalk walk = PagemapWalk.open(root, 1, Bytes.ofKiB(4), HUGE).orElseThrow()) {
            ZeroScan.Comparison comparison = new ZeroScan.Comparison(memory, walk, Bytes.ofKiB(4), HUGE);
            if (returned) {
                assertEquals(OptionalInt.empty(), comparison.zeros(HUGE.value(), new int[] {3}));
            } else {
                assertThrows(IOException.class, () -> comparison.zeros(HUGE.value(), new int[] {3}));
            }
        }
    }

    /** A reading of all is not advised to one who asked for it. */
    @Test
    void aSampleNamesTheOptionThatComparesMore() {
        assertEquals(
                "a sample with 95 % confidence; --exact compares what it can in 10 s",
                CostBudget.sample(511).ofSample());
        assertEquals(
                "a sample with 95 % confidence: 10 s did not suffice, or the sizes of its pages are bounds",
                CostBudget.all(511).ofSample());
    }

    @Test
    void withoutPageFrameNumbersItIsUnknownWithItsReason() {
        Fact.Absent<ZeroFilled> absent = (Fact.Absent<ZeroFilled>) heap(PageKind.THP);
        assertEquals(Reason.DENIED, absent.reason());
        assertTrue(absent.grant().contains("CAP_SYS_ADMIN"), absent.grant());
    }
}
