package io.github.hpjvm.bench.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of files tell which counts are recorded on a CPU, and which are synthetic. */
class TlbMeterTest {
    private static final double DIGITS = 1e-6;

    private final List<IntervalCounts> intervals = new ArrayList<>();
    private TlbMeter meter;

    /** Takes a file of counts as intervals of one second, on a CPU whose perf lists the events of the file. */
    private void count(String cpu, String file) {
        String text = Texts.resource("perf/" + file + ".csv");
        Set<String> events = text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> PerfEvents.plain(line.split(",")[2]).toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.toSet());
        EventChoice choice = EventChoice.of(
                CpuModel.parse(Texts.resource("perf/cpuinfo/synthetic-" + cpu + ".txt")),
                new PerfList(events),
                event -> !event.isByCode());
        meter = new TlbMeter(choice);
        int second = 1;
        for (String block : text.split("#next\n")) {
            IntervalReader reader = new IntervalReader(0);
            for (String line : block.split("\n")) {
                reader.take("     " + second + ".000100000," + line);
            }
            IntervalCounts counts = reader.finish().orElseThrow();
            intervals.add(new IntervalCounts(second, 1, counts.counts(), counts.running()));
            second++;
        }
    }

    private static void assertFigure(Double expected, TlbFigures figures, TlbFigure figure) {
        Optional<Double> value = figures.value(figure);
        assertEquals(Optional.ofNullable(expected).isPresent(), value.isPresent(), figure + " " + figures);
        value.ifPresent(it -> assertEquals(expected, it, DIGITS * Math.max(1, expected), figure.field()));
        assertEquals(value.isEmpty(), figures.reason(figure).isPresent());
    }

    @ParameterizedTest
    @CsvSource({
        "haswell,         recorded/haswell-thp-never,     0.107653,          ,",
        "haswell,         recorded/haswell-thp-always,    0.023480,          ,",
        "haswell,         recorded/haswell-busy,          0.103736,          ,",
        "skylake,         recorded/skylake,               0.030768,          ,",
        "zen3,            recorded/zen3,                          ,  0.761734,",
        "neoverse-n2,     recorded/neoverse-n2,                   ,  0.349056,",
        "ice-lake-sp,     stats/synthetic-ice-lake-sp,    0.108000,  5.0,       0.1",
        "sapphire-rapids, stats/synthetic-sapphire-rapids, 0.108000, 5.0,       0.1",
        "zen2,            stats/synthetic-zen2,                   ,  5.0,       0.1",
        "zen4,            stats/synthetic-zen4,                   ,  5.0,       0.1",
        "neoverse-n1,     stats/synthetic-neoverse-n1,            ,  5.0,       0.1"
    })
    void derivesTheFiguresOfEachCpu(String cpu, String file, Double share, Double dtlb, Double itlb) {
        count(cpu, file);
        TlbFigures summary = meter.summary(intervals);
        assertFigure(share, summary, TlbFigure.WALK_CYCLES_SHARE);
        assertFigure(dtlb, summary, TlbFigure.DTLB_MPKI);
        assertFigure(itlb, summary, TlbFigure.ITLB_MPKI);
        assertEquals(summary.values(), meter.figures(intervals.get(0)).values());
    }

    /** The article has 130 million misses and 1.1 million loads from memory, and then 20 million and 350 thousand. */
    @Test
    void hasTheRatesOfTheHaswellServer() {
        count("haswell", "recorded/haswell-thp-never");
        TlbFigures never = meter.summary(intervals);
        assertFigure(110_284_626.0, never, TlbFigure.DTLB_MISSES);
        assertFigure(26_021_651.0, never, TlbFigure.ITLB_MISSES);
        assertFigure(1_187_359.0, never, TlbFigure.WALK_MEMORY_LOADS);
        assertTrue(
                never.notes().get(0).startsWith("partial: dtlb_store_misses.walk_duration not counted"),
                never.notes()::toString);
    }

    @Test
    void namesTheReasonOfEachUnknownFigure() {
        count("zen3", "recorded/zen3");
        TlbFigures summary = meter.summary(intervals);
        assertEquals(
                Optional.of("AMD Zen 3 has no event that counts cycles of page walks"),
                summary.reason(TlbFigure.WALK_CYCLES_SHARE));
        assertEquals(Optional.of("perf cannot count l2_itlb_misses on this host"), summary.reason(TlbFigure.ITLB_MPKI));
        assertFigure(0.004527, summary, TlbFigure.HUGE_WALK_SHARE);
        assertEquals(
                "partial: ls_l1_d_tlb_miss.tlb_reload_coalesced_page_miss not counted, sums are lower bounds",
                summary.notes().get(0));
    }

    /** The sum of loads and instructions alone would look like fewer page walks. */
    @Test
    void omitsAFigureOfWhichAPartIsMissing() {
        count("skylake-sp", "recorded/synthetic-gaps");
        assertFigure(0.1, meter.figures(intervals.get(0)), TlbFigure.WALK_CYCLES_SHARE);
        assertFigure(null, meter.figures(intervals.get(1)), TlbFigure.WALK_CYCLES_SHARE);
        assertEquals(
                Optional.of("not counted: the target did not run, or other events used the counters"),
                meter.figures(intervals.get(1)).reason(TlbFigure.WALK_CYCLES_SHARE));
        assertTrue(meter.figures(intervals.get(2)).isEmpty());
    }

    @Test
    void sumsTheIntervalsInWhichAllEventsWereCounted() {
        count("skylake-sp", "recorded/synthetic-gaps");
        TlbFigures summary = meter.summary(intervals);
        assertFigure(0.1, summary, TlbFigure.WALK_CYCLES_SHARE);
        assertEquals(1, summary.seconds());
        assertEquals(3, summary.end());
        assertTrue(
                summary.notes().stream()
                        .anyMatch(note -> note.startsWith(
                                "multiplexed: more events than counters, each" + " was counted for 40 %")),
                summary.notes()::toString);
    }

    @Test
    void knowsNothingOfAnIdleTarget() {
        count("skylake-sp", "recorded/synthetic-gaps");
        assertTrue(meter.summary(intervals.subList(2, 3)).isEmpty());
        assertTrue(meter.summary(List.of()).isEmpty());
    }

    @Test
    void weighsBusyIntervalsMore() {
        count("haswell", "recorded/haswell-thp-never");
        List<IntervalCounts> both = new ArrayList<>(intervals);
        intervals.clear();
        count("haswell", "recorded/haswell-thp-always");
        both.addAll(intervals);
        assertFigure(
                (5615887228.0 + 1049159484 + 1133196162 + 167646297) / (61912076685.0 + 55401975112.0),
                meter.summary(both),
                TlbFigure.WALK_CYCLES_SHARE);
    }
}
