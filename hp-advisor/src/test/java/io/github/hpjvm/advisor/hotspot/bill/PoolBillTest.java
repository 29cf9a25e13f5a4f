package io.github.hpjvm.advisor.hotspot.bill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill.Item;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolBillTest {

    private static final Bytes PAGE = Bytes.ofMiB(2);

    /** The measured updates of releases whose updates differ. */
    private static final Map<Integer, String> UPDATES = Map.of(17, "17.0.21", 21, "21.0.13", 25, "25.0.3");

    /** Processors of the machine that was measured. */
    private static final OptionalInt TWO = OptionalInt.of(2);

    private static final Bytes BASE = Bytes.ofKiB(4);

    private static JavaVersion measured(int release) {
        return JavaVersion.parse(UPDATES.getOrDefault(release, "" + release));
    }

    private static PoolBill bill(String version, Collector collector, String heap) {
        return PoolBill.of(JavaVersion.parse(version), collector, Bytes.parse(heap), Optional.empty(), PAGE, TWO, BASE);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "pool-bill.csv", useHeadersInDisplayName = true)
    void containsMeasurementsOfRealJvms(
            int release, Collector collector, String maxHeap, String codeCache, long fewest, long most, int runs) {
        Optional<Bytes> code =
                Optional.of(codeCache).filter(c -> !c.equals("default")).map(Bytes::parse);
        PoolBill bill = PoolBill.of(measured(release), collector, Bytes.parse(maxHeap), code, PAGE, TWO, BASE);
        assertTrue(bill.min() <= fewest && most <= bill.max(), runs + " runs, but " + bill);
        if (release >= 17) {
            assertTrue(bill.exact(), bill.toString());
        } else if (collector != Collector.CMS) {
            assertTrue(bill.max() - bill.min() <= 3, bill.toString());
        }
    }

    /** 121 on 2 and on 64 processors, 122 on 16: a pool of 121 pages there has none for the heap. */
    @ParameterizedTest
    @CsvSource({"2, 121, 121", "16, 122, 122", "64, 121, 121", "0, 121, 122"})
    void codeOf25DependsOnProcessors(int processors, long min, long max) {
        JavaVersion version = measured(25);
        Bytes heap = Bytes.ofMiB(128);
        PoolBill bill = processors == 0
                ? PoolBill.of(version, Collector.SERIAL, heap, Optional.empty(), PAGE)
                : PoolBill.of(
                        version, Collector.SERIAL, heap, Optional.empty(), PAGE, OptionalInt.of(processors), BASE);
        assertEquals(min, bill.items().get(0).minPages());
        assertEquals(max, bill.items().get(0).maxPages());
    }

    /** GCArguments::compute_heap_alignment: with base pages of 64 KiB a page of cards covers 32 MiB. */
    @Test
    void theHeapIsRoundedUpToWhatABasePageOfCardsCovers() {
        PoolBill bill = PoolBill.of(
                measured(17), Collector.PARALLEL, Bytes.ofMiB(100), Optional.empty(), PAGE, TWO, Bytes.ofKiB(64));
        long heap = bill.items().stream()
                .filter(item -> item.region().equals("heap"))
                .mapToLong(Item::minPages)
                .sum();
        assertEquals(128 / 2, heap);
    }

    @Test
    void listsThePiecesInTheirOrder() {
        PoolBill bill = bill("21.0.13", Collector.G1, "1g");
        assertEquals(
                List.of("code", "heap", "card tables", "mark bitmap"),
                bill.items().stream().map(Item::region).toList());
        assertEquals(
                List.of(120L, 512L, 2L, 8L),
                bill.items().stream().map(Item::minPages).toList());
        assertEquals(642, bill.min());
        assertEquals(642, bill.max());
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "10", "12", "14", "16", "18", "19", "20", "22", "23", "24"})
    void theBillOfAnIntermediateReleaseLiesBetweenItsNeighbours(String version) {
        int feature = Integer.parseInt(version);
        int lower = List.of(8, 11, 17, 21, 25).stream().filter(r -> r < feature).reduce(0, Math::max);
        int higher = List.of(8, 11, 17, 21, 25).stream()
                .filter(r -> r > feature)
                .findFirst()
                .orElseThrow();
        for (Collector collector : List.of(Collector.SERIAL, Collector.PARALLEL, Collector.G1)) {
            PoolBill bill = bill(version, collector, "3g");
            PoolBill before = bill("" + lower, collector, "3g");
            PoolBill after = bill("" + higher, collector, "3g");
            assertTrue(bill.min() <= Math.min(before.min(), after.min()), bill.toString());
            assertTrue(bill.max() >= Math.max(before.max(), after.max()), bill.toString());
        }
    }

    @Test
    void aNewerReleaseIsLikeTheNewestMeasured() {
        assertEquals(
                bill("28", Collector.G1, "3g").items(),
                bill("35.0.1", Collector.G1, "3g").items());
    }

    @Test
    void compressedOopsWithABaseTakeAsMuchAsTheHeapIsAlignedTo() {
        assertEquals(1, prefix(Collector.SERIAL, "31g").minPages());
        assertEquals(8, prefix(Collector.G1, "31g").minPages(), "a region of 16 MiB");
        assertEquals(0, prefix(Collector.SERIAL, "29g").minPages());
        assertEquals(1, prefix(Collector.SERIAL, "29g").maxPages());
        assertTrue(bill("21", Collector.G1, "32g").exact());
        assertTrue(bill("21", Collector.G1, "8g").exact());
        assertTrue(bill("21", Collector.ZGC_GENERATIONAL, "31g").exact());
    }

    private static Item prefix(Collector collector, String heap) {
        return bill("21", collector, heap).items().stream()
                .filter(i -> i.region().equals("heap prefix"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Collector.class)
    void isNeverLessThanCodeAndHeap(Collector collector) {
        int[] releases = IntStream.rangeClosed(8, 30).filter(collector::isIn).toArray();
        for (int release : releases) {
            for (int mib = 2; mib < 70_000; mib += 513) {
                PoolBill bill = bill("" + release, collector, mib + "m");
                assertTrue(bill.min() >= mib / 2 + 120, bill.toString());
                assertEquals("code", bill.items().get(0).region());
            }
        }
    }

    @Test
    void refusesUnknownReleasesCollectorsAndSizes() {
        assertThrows(IllegalArgumentException.class, () -> bill("7", Collector.SERIAL, "1g"));
        assertThrows(IllegalArgumentException.class, () -> bill("8", Collector.ZGC, "1g"));
        assertThrows(IllegalArgumentException.class, () -> bill("17", Collector.CMS, "1g"));
        assertThrows(IllegalArgumentException.class, () -> bill("17", Collector.ZGC_GENERATIONAL, "1g"));
        assertThrows(IllegalArgumentException.class, () -> bill("17", Collector.G1, "0"));
        assertThrows(IllegalArgumentException.class, () -> bill("17", Collector.G1, "9223372036854775807"));
        JavaVersion version = JavaVersion.parse("17");
        assertThrows(
                IllegalArgumentException.class,
                () -> PoolBill.of(version, Collector.G1, Bytes.ofGiB(1), Optional.empty(), Bytes.ofGiB(1)));
    }
}
