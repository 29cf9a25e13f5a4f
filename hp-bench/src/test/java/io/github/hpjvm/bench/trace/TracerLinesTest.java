package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Texts;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of Linux 6.18 and bpftrace 0.17. */
class TracerLinesTest {
    private static final TracerLines TRACEFS = new TracefsLines();

    private static TracerLines bpftrace() {
        return new BpftraceLines(Map.of(
                "mm_khugepaged_scan_pmd", FormatSymbols.parse(Texts.resource("trace/mm_khugepaged_scan_pmd.format"))));
    }

    @Test
    void tracefsHasMicroseconds() {
        assertEquals(
                Optional.of(new TraceEvent(26848_243514000L, 26638, new TraceEvent.HugeAllocation(true, 0x4cfc00, 0))),
                TRACEFS.event("           touch-26638   [001] ..... 26848.243514: mm_page_alloc:"
                        + " page=0000000012325fac pfn=0x4cfc00 order=9 migratetype=1"
                        + " gfp_flags=GFP_TRANSHUGE|__GFP_NORETRY|__GFP_THISNODE"));
        assertEquals(
                Optional.of(new TraceEvent(26856_686399000L, 32441, new TraceEvent.LockTaken(false))),
                TRACEFS.event("      khugepaged-32441   [001] ..... 26856.686399: mmap_lock_acquire_returned:"
                        + " mm=00000000a517ed51 memcg_id=1 write=false success=true"));
    }

    @Test
    void bpftraceKnowsTheBeginOfTheFault() {
        assertEquals(
                Optional.of(new TraceEvent(28_000, 7, new TraceEvent.HugeAllocation(true, 1024, 27_000))),
                bpftrace().event("hp 28000 7 mm_page_alloc: pfn=1024 order=9 entry=27000 gfp_flags=GFP_TRANSHUGE"));
        assertEquals(
                Optional.of(new TraceEvent(28_000, 7, new TraceEvent.HugeAllocation(false, -1, 0))),
                bpftrace().event("hp 28000 7 mm_page_alloc: pfn=-1 order=9 entry=0 gfp_flags=GFP_TRANSHUGE"));
    }

    @Test
    void symbolsComeFromTheKernel() {
        assertEquals(
                Optional.of(new TraceEvent(5, 41, new TraceEvent.Scan("alloc_huge_page_failed"))),
                bpftrace().event("hp 5 41 mm_khugepaged_scan_pmd: status=#24"));
        assertEquals(
                Optional.of(new TraceEvent(5, 41, new TraceEvent.Scan("status_99"))),
                bpftrace().event("hp 5 41 mm_khugepaged_scan_pmd: status=#99"));
    }

    /** The page number of a failed allocation is 0 in the print format. */
    @Test
    void failedAllocationHasNoPage() {
        assertEquals(
                Optional.of(new TraceEvent(1_000000000L, 9, new TraceEvent.HugeAllocation(false, 0, 0))),
                TRACEFS.event("           touch-9       [001] ..... 1.000000: mm_page_alloc: page=0000000000000000"
                        + " pfn=0x0 order=9 migratetype=1 gfp_flags=GFP_TRANSHUGE_LIGHT"));
    }

    @Test
    void poolPagesAndZeroPagesAreNoFaults() {
        String head = "           touch-9       [001] ..... 1.000000: mm_page_alloc: page=0 pfn=0x400 order=9 ";
        assertEquals(
                Optional.empty(),
                TRACEFS.event(head + "migratetype=1"
                        + " gfp_flags=GFP_HIGHUSER_MOVABLE|__GFP_NOWARN|__GFP_RETRY_MAYFAIL|__GFP_COMP"));
        assertEquals(
                Optional.empty(),
                TRACEFS.event(head + "migratetype=0 gfp_flags=GFP_TRANSHUGE|__GFP_ZERO|__GFP_ZEROTAGS"));
    }

    /** A thread sets its name, but its name cannot move the fields. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1 [0] . 1.2: x-26638   [001] ..... 1.000000: mm_compaction_end: status=success",
                "x",
                "",
                "evil name\t\t\t\t\t\t\t\t",
                "        C2-Compi-9999999999999 [001] ..... 1.000000: mm_compaction_begin: ",
                "            java-1       [001] ..... 99999999999999999.000000: mm_compaction_begin: ",
            })
    void otherLinesHaveNoEvent(String line) {
        assertEquals(Optional.empty(), TRACEFS.event(line));
        assertEquals(Optional.empty(), bpftrace().event(line));
    }

    @Test
    void nameWithBlanksKeepsItsThread() {
        assertEquals(
                Optional.of(new TraceEvent(26862_211294000L, 26542, new TraceEvent.PageTable())),
                TRACEFS.event(" C2 CompilerThre-26542   [000] ..... 26862.211294: mm_page_alloc: page=0000000005f88189"
                        + " pfn=0x58a85e order=0 migratetype=0 gfp_flags=GFP_KERNEL_ACCOUNT|__GFP_ZERO|__GFP_COMP"));
    }

    @Test
    void lostEventsAreCounted() {
        assertEquals(123, TRACEFS.lost("CPU:1 [LOST 123 EVENTS]"));
        assertEquals(0, TRACEFS.lost("LOST 5-1 [001] ..... 1.0: x: CPU:1 [LOST 123 EVENTS]"));
        assertEquals(9, bpftrace().lost("Lost 9 events"));
    }
}
