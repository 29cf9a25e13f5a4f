package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The format files of Linux 6.18, and the notation of 5.10. */
class KernelFormatsTest {
    private static final String ALLOCATION = Texts.resource("trace/mm_page_alloc.format");

    private static final TraceMeasurement NOTHING = new StallCollector(points(List.of(), 41), 0).result();

    private static TracePoints points(List<String> available, int khugepaged) {
        return new TracePoints(available, 9, khugepaged, GfpBits.parse(ALLOCATION));
    }

    @Test
    void bitsOfFlagsAreParsedInBothNotations() {
        assertEquals(new GfpBits(1 << 8, 1 << 19), GfpBits.parse(ALLOCATION));
        assertEquals(
                new GfpBits(0x100, 0x80000),
                GfpBits.parse("{(unsigned long)(( gfp_t)0x80000u), \"__GFP_NOMEMALLOC\"},"
                        + " {(unsigned long)(( gfp_t)0x100u), \"__GFP_ZERO\"}"));
        assertEquals(new GfpBits(0x100, 0), GfpBits.parse("BIT(___GFP_ZERO_BIT)"));
    }

    @Test
    void symbolsOfTheStatusAreParsed() {
        Map<Integer, String> symbols = FormatSymbols.parse(Texts.resource("trace/mm_khugepaged_scan_pmd.format"));
        assertEquals(31, symbols.size());
        assertEquals("succeeded", symbols.get(1));
        assertEquals("ccgroup_charge_failed", symbols.get(25));
        assertEquals(Map.of(), FormatSymbols.parse("print fmt: \"mm=%p\""));
    }

    @Test
    void eventWithoutTheFieldsOfItsFilterIsNotUsed() {
        assertTrue(TracePoints.hasFields("kmem:mm_page_alloc", ALLOCATION));
        assertFalse(TracePoints.hasFields("kmem:mm_page_alloc", ALLOCATION.replace(" migratetype;", " type;")));
        assertFalse(TracePoints.hasFields("compaction:mm_compaction_begin", ""));
    }

    @Test
    void filtersKeepFrequentEventsOut() {
        TracePoints points = points(TracePoints.ALL, 41);
        assertEquals(
                "order >= 9 || (order == 0 && migratetype == 0 && gfp_flags & 256)",
                points.filter("kmem:mm_page_alloc").orElseThrow());
        assertEquals(
                "common_pid == 41",
                points.filter("mmap_lock:mmap_lock_released").orElseThrow());
        assertEquals(TracePoints.ALL, points.wanted());
    }

    @Test
    void namesAHostWithoutTracePoints() {
        assertEquals(List.of(), points(TracePoints.ALL, 41).unmeasured(NOTHING));
        assertEquals(
                "khugepaged does not run: THP are disabled",
                points(TracePoints.ALL, 0).unmeasured(NOTHING).get(0).reason());
        assertFalse(points(TracePoints.ALL, 0).wanted().contains("mmap_lock:mmap_lock_released"));
        assertEquals(
                List.of("collapse_lock_hold"),
                points(
                                TracePoints.ALL.stream()
                                        .filter(event -> !event.startsWith("mmap_lock"))
                                        .toList(),
                                41)
                        .unmeasured(NOTHING)
                        .stream()
                        .map(Unmeasured::name)
                        .toList());
        assertEquals(
                "direct_compaction huge_fault khugepaged_scan",
                points(List.of(), 41).unmeasured(NOTHING).stream()
                        .map(Unmeasured::name)
                        .filter(name -> !name.startsWith("collapse"))
                        .collect(Collectors.joining(" ")));
    }

    /** 2 MiB are not cleared in 5 us: this kernel clears them elsewhere. */
    @Test
    void clearingThatIsTooFastIsNotMeasured() {
        assertEquals(List.of(), points(TracePoints.ALL, 41).unmeasured(fault(60_000)));
        assertEquals(
                "huge_fault_clearing",
                points(TracePoints.ALL, 41).unmeasured(fault(5_000)).get(0).name());
    }

    private static TraceMeasurement fault(long clearing) {
        StallCollector collector = new StallCollector(points(TracePoints.ALL, 41), 0);
        collector.accept(new TraceEvent(1000, 7, new TraceEvent.HugeAllocation(true, 512, 0)));
        collector.accept(new TraceEvent(1000 + clearing, 7, new TraceEvent.PageTable()));
        return collector.result();
    }

    @Test
    void scriptOfOneProcessTracesItsThreadsAndKhugepaged() {
        String script = BpftraceScript.of(points(TracePoints.ALL, 41), OptionalLong.of(4242), 90);
        assertTrue(script.contains("software:page-faults:1 /pid == 4242/"), script);
        assertTrue(script.contains("tracepoint:compaction:mm_compaction_begin /(pid == 4242 || tid == 41)/"), script);
        assertTrue(script.contains("interval:s:90 { exit(); }"), script);
        assertTrue(script.contains("(args->gfp_flags & 524288) != 0"), script);
        assertEquals(
                TracePoints.ALL.size(),
                script.lines().filter(line -> line.startsWith("tracepoint:")).count());
    }
}
