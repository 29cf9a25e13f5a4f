package io.github.hpjvm.bench.report.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.error.UsageException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GainJsonTest {
    private static final Optional<Bytes> HEAP = Optional.of(Bytes.ofMiB(16));

    private static final String REACH =
            "{\"schemaVersion\":1,\"runs\":[],\"tlbReach\":[{\"variant\":\"thp\",\"points\":["
                    + "{\"pages\":1024,\"base\":2.0,\"saved\":0.4,\"savedRange\":[0.3,0.5]},"
                    + "{\"pages\":8192,\"base\":8.0,\"saved\":3.0,\"savedRange\":[2.9,3.2]}]}]}";

    private static final MeasuredOn THIS = new MeasuredOn(Optional.of("db1"), Optional.of(7L), Optional.of(99L));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"pid\":8",
                "\"pid\":7,\"host\":\"db2\"",
                "\"pid\":null,\"host\":\"db2\"",
                "\"pid\":7,\"host\":\"db1\",\"startTicks\":98"
            })
    void aMeasurementOfAnotherProcessOrHostIsRefused(String other) {
        String text = "{" + other + ",\"intervals\":[],\"summary\":{\"walkCyclesShare\":0.63}}";
        UsageException refused = assertThrows(UsageException.class, () -> read(text));
        assertTrue(
                refused.getMessage().startsWith("m.json does not bound the gain of this JVM: "), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"pid\":7", "\"pid\":null,\"host\":\"db1\"", "\"pid\":7,\"host\":\"db1\",\"startTicks\":99"})
    void aMeasurementOfTheSameProcessOrHostIsNot(String same) {
        String text = "{" + same + ",\"intervals\":[],\"summary\":{\"walkCyclesShare\":0.63}}";
        assertEquals(OptionalDouble.of(0.63), read(text).atMost());
    }

    private static GainBound read(String text) {
        return GainJson.read("m.json", text, HEAP, THIS);
    }

    @Test
    void boundsByPageWalks() {
        GainBound bound = read("{\"pid\":7,\"intervals\":[],\"summary\":{\"walkCyclesShare\":0.1077}}");
        assertEquals(OptionalDouble.of(0.1077), bound.atMost());
        assertEquals(
                "page walks are 10.8 % of the cycles of process 7: fewer page walks can save at most that",
                bound.text());
    }

    @Test
    void givesNoBoundWithoutTheShareOfPageWalks() {
        GainBound bound = read("{\"intervals\":[],\"summary\":{\"walkCyclesShare\":null,\"dtlbMpki\":5,"
                + "\"reasons\":{\"walkCyclesShare\":\"no event\"}}}");
        assertEquals(OptionalDouble.empty(), bound.atMost());
        assertEquals("no bound of the gain: the share of page walks is unknown: no event", bound.text());
    }

    /** A histogram of a document of hp-cli stalls, with its sum in milliseconds. */
    private static String histogram(String name, long millis, long untimed) {
        return "{\"name\":\"" + name + "\",\"unit\":\"ns\",\"sum\":" + millis * 1_000_000 + ",\"untimed\":" + untimed
                + "}";
    }

    private static GainBound stalls(String... histograms) {
        return read("{\"seconds\":10,\"histograms\":[" + String.join(",", histograms) + "]}");
    }

    @Test
    void boundsByStallsOfThreads() {
        GainBound bound = stalls(
                histogram("direct_compaction", 150, 0),
                histogram("huge_fault", 200, 0),
                histogram("huge_fault_allocation", 160, 0),
                histogram("huge_fault_clearing", 40, 0),
                histogram("fallback_fault", 20, 0),
                histogram("collapse_lock_hold", 30, 0),
                histogram("khugepaged_scan", 9000, 0),
                histogram("background_compaction", 9000, 0));
        assertEquals(0.025, bound.atMost().orElseThrow(), 1e-12);
        assertEquals(
                "threads stalled in compaction and huge-page faults for 0.250 s in 10 s: shorter stalls can save at most"
                        + " 2.5 % of the elapsed time",
                bound.text());
    }

    /** The lines of {@code hp-cli stalls --interval T --format json}. */
    @Test
    void theLastLineOfATraceWithIntervalsCounts() {
        String faults = "\"histograms\":[" + histogram("direct_compaction", 150, 0) + "]}\n";
        String first = "{\"interval\":1,\"seconds\":1," + faults;
        String whole = "{\"interval\":null,\"seconds\":10," + faults;
        assertEquals(read(whole), read(first + first + whole));
        UsageException e = assertThrows(UsageException.class, () -> read(first + first));
        assertTrue(e.getMessage().contains("it has no line of the whole trace"), e.getMessage());
    }

    /** The sum of some faults would be no upper bound. */
    @Test
    void boundsByCompactionIfFaultsHaveNoTime() {
        GainBound bound = stalls(
                histogram("direct_compaction", 150, 0),
                histogram("huge_fault", 200, 7),
                histogram("fallback_fault", 20, 1));
        assertEquals(0.015, bound.atMost().orElseThrow(), 1e-12);
        assertEquals(
                "The time of 8 other stalls is unknown: the bound is for compaction only",
                bound.limits().get(0));
        assertEquals(
                OptionalDouble.empty(),
                stalls(histogram("direct_compaction", 150, 2)).atMost());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"seconds\":10,\"histograms\":[]}",
                "{\"seconds\":10,\"lost\":3,\"histograms\":[{\"name\":\"faults\",\"unit\":\"ns\",\"sum\":1}]}",
                "{\"seconds\":null,\"histograms\":[{\"name\":\"faults\",\"unit\":\"ns\",\"sum\":1}]}",
                "{\"seconds\":10,\"histograms\":[{\"name\":\"faults\",\"unit\":\"ns\",\"sum\":null}]}"
            })
    void givesNoBoundWithoutStalls(String text) {
        assertEquals(OptionalDouble.empty(), read(text).atMost());
    }

    /** The heap has 4096 pages, so the point with 8192 pages counts. */
    @Test
    void boundsByTheCostOfALoad() {
        GainBound bound = read(REACH);
        assertEquals(0.4, bound.atMost().orElseThrow(), 1e-12);
        assertTrue(bound.text().contains("saves at most 40.0 % of its time with thp"), bound.text());
    }

    @Test
    void givesNoBoundBeyondTheMeasuredSizes() {
        assertEquals(
                "no bound of the gain: TlbReach was measured up to 32 MiB, and the heap has 1 024 MiB resident",
                GainJson.read("m.json", REACH, Optional.of(Bytes.ofMiB(1024)), THIS)
                        .text());
        assertEquals(
                OptionalDouble.empty(),
                GainJson.read("m.json", REACH, Optional.empty(), THIS).atMost());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"schemaVersion\":1,\"runs\":[]}",
                "{\"schemaVersion\":1,\"runs\":[],\"tlbReach\":[]}",
                "{\"schemaVersion\":1,\"runs\":[],\"tlbReach\":[{\"points\":[{\"pages\":\"a\"}]}]}",
                "{\"schemaVersion\":1,\"runs\":[],\"tlbReach\":[{\"points\":[{\"pages\":1,\"base\":0,\"saved\":0}]}]}",
                "{\"seconds\":1,\"histograms\":[{\"name\":\"faults\",\"unit\":\"ns\",\"sum\":-1}]}"
            })
    void rejectsOtherTexts(String text) {
        UsageException e = assertThrows(UsageException.class, () -> read(text));
        assertTrue(e.getMessage().startsWith("m.json"), e.getMessage());
    }
}
