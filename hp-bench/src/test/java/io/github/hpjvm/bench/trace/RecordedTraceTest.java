package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Texts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recorded output of {@code trace_pipe} of Linux 6.18. */
class RecordedTraceTest {

    /**
     * A program touched 100 ranges of 2 MiB on a busy host with two CPUs. It measured 1.722 s for all first accesses; the
     * trace lacks the time between the begin of a fault and the allocation.
     */
    @Test
    void faultsOfAProgramThatTouchesMemory() {
        TracerLines lines = new TracefsLines();
        StallCollector collector = new StallCollector(new TracePoints(TracePoints.ALL, 9, 41, new GfpBits(256, 0)), 0);
        Texts.resource("trace/touch.trace")
                .lines()
                .flatMap(line -> lines.event(line).stream())
                .forEach(collector::accept);
        TraceMeasurement measured = collector.result();
        assertEquals(100, measured.histogram("huge_fault").count());
        assertEquals(1_636_122_000L, measured.histogram("huge_fault").sum());
        assertEquals(100, measured.histogram("huge_fault_allocation").untimed());
        assertEquals(0, measured.histogram("fallback_fault").events());
        assertEquals(0, measured.compactStalls());
        assertEquals(List.of(), new TracePoints(TracePoints.ALL, 9, 41, new GfpBits(256, 0)).unmeasured(measured));
    }
}
