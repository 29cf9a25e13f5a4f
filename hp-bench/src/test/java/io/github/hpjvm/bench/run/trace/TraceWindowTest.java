package io.github.hpjvm.bench.run.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.trace.BpftraceLines;
import io.github.hpjvm.bench.trace.GfpBits;
import io.github.hpjvm.bench.trace.TracePoints;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceWindowTest {
    private static final String LOST = "Lost 3 events";

    private final TraceWindow window =
            new TraceWindow(new TracePoints(TracePoints.ALL, 9, 41, new GfpBits(256, 0)), new BpftraceLines(Map.of()));

    private long compactions() {
        window.finish(20_000);
        return window.measured().histogram("direct_compaction").count();
    }

    private void begins() {
        window.line("hp 2000 7 mm_compaction_try_to_compact_pages: order=9 gfp_mask=GFP_TRANSHUGE");
        window.line("hp 2100 7 mm_compaction_begin: mode=async");
    }

    private void ends() {
        window.line("hp 9000 7 mm_compaction_end: mode=async status=success");
    }

    /** The lost events may have the end of one measurement and the begin of the next. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "stdout", "stderr"})
    void nothingIsMeasuredAcrossALoss(String where) {
        window.begin(1000);
        begins();
        if (where.equals("stdout")) {
            window.line(LOST);
        } else if (where.equals("stderr")) {
            window.message(LOST);
        }
        ends();
        assertEquals(where.equals("none") ? 1 : 0, compactions());
        assertEquals(where.equals("none") ? 0 : 3, window.lost());
    }

    @Test
    void eventsThatWereHeldBackAreNotJoinedAcrossALoss() {
        window.begin(1000);
        window.hold();
        begins();
        window.message(LOST);
        ends();
        window.cut(1500);
        assertEquals(0, compactions());
    }
}
