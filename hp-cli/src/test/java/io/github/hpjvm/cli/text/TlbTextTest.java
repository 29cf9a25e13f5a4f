package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.report.json.SavedTlb;
import io.github.hpjvm.bench.report.json.TlbDocument;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.bench.run.perf.PerfTarget;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TlbTextTest {
    private static final TlbText TEXT = new TlbText(false);

    private static TlbFigures figures(double... values) {
        Map<TlbFigure, Double> known = new EnumMap<>(TlbFigure.class);
        Map<TlbFigure, String> reasons = new EnumMap<>(TlbFigure.class);
        for (TlbFigure figure : TlbFigure.values()) {
            if (figure.ordinal() < values.length && values[figure.ordinal()] >= 0) {
                known.put(figure, values[figure.ordinal()]);
            } else {
                reasons.put(figure, "no event");
            }
        }
        return new TlbFigures(10, 10, known, reasons, List.of("partial: stores not counted"));
    }

    private static TlbDocument document(TlbFigures summary, String cpu) {
        return new TlbDocument(
                Instant.EPOCH,
                Optional.of(7L),
                Optional.of(cpu),
                Optional.empty(),
                List.of(),
                "COMPLETE",
                List.of(),
                summary,
                Optional.empty());
    }

    private static void assertFits(List<String> lines) {
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void alignsIntervalsWithTheirTitles() {
        EventChoice choice = new EventChoice(Optional.of("Intel Haswell"), List.of(), List.of());
        List<String> head = TEXT.head("process 7", choice);
        assertEquals("process 7 on Intel Haswell", head.get(0));
        assertEquals("    time  walk cycles  dTLB MPKI  iTLB MPKI  dTLB miss/s  to memory/s    huge", head.get(1));
        assertEquals(
                "  10.0 s       10.8 %      4.120      0.310       99.3 M       1.19 M   0.5 %",
                TEXT.line(figures(0.108, 4.12, 0.31, 99.3e6, 12, 1.187e6, 0.005)));
        assertEquals(
                "  10.0 s            -      0.762          -           55            -       -",
                TEXT.line(figures(-1, 0.762, -1, 55)));
        assertFits(head);
    }

    @Test
    void interpretsTheShareOfPageWalks() {
        List<String> lines = TEXT.summary(figures(0.108, 4.12), Optional.of(7L));
        assertFits(lines);
        String text = String.join(" ", lines).replaceAll("\\s+", " ");
        assertTrue(
                text.contains(
                        "Page walks are 10.8 % of the cycles: fewer page walks can save at most that, a speed of at most"
                                + " 1.12 times the present one. Hits in the second level of the TLB are not included."),
                text);
        assertTrue(text.contains("note: partial: stores not counted."), text);
        assertTrue(text.contains("unknown: iTLB misses per 1000 instructions;"), text);
        assertTrue(text.endsWith("hp-cli advise 7"), text);
    }

    @Test
    void givesNoBoundWithoutTheShareOfPageWalks() {
        String text = String.join(" ", TEXT.summary(figures(-1, 4.12), Optional.of(7L)));
        assertTrue(text.contains("do not bound the gain"), text);
        assertTrue(text.contains("--workloads TlbReach"), text);
        assertTrue(TlbText.conclusion(TlbFigures.unknown("x")).contains("No figure is known."));
    }

    @Test
    void comparesWithAnEarlierMeasurement() {
        SavedTlb before = new SavedTlb(
                "before.json",
                Optional.of("2026-01-02T03:04:05Z"),
                Optional.of("Intel Haswell"),
                Optional.of(6L),
                figures(0.1077, 4.12));
        List<String> lines = TEXT.against(before, document(figures(0.0235, 0.6), "Intel Haswell"));
        assertFits(lines);
        String text = String.join("\n", lines);
        assertTrue(text.contains("Page walks were 10.8 % of the cycles and are now 2.4 %."), text);
        assertTrue(text.contains("10.8 %  2.4 %       0.218"), text);
        assertTrue(!text.contains("CPUs differ"), text);
        assertTrue(String.join("\n", TEXT.against(before, document(figures(-1, 0.6), "AMD Zen 4")))
                .contains("the CPUs differ: Intel Haswell before, AMD Zen 4 now"));
        assertTrue(String.join("\n", TEXT.against(before, document(figures(-1, 0.6), "AMD Zen 4")))
                .contains("unknown in the present"));
    }

    @Test
    void saysWhatIsMissing() {
        List<String> lines =
                TlbText.missing(MissingCounters.denied("Access is limited", new PerfTarget(Optional.empty())));
        assertFits(lines);
        assertEquals("hp-cli tlb: no counters of the TLB: Access is limited.", lines.get(0));
        assertTrue(lines.contains("  sudo sysctl -w kernel.perf_event_paranoid=0"), lines::toString);
    }
}
