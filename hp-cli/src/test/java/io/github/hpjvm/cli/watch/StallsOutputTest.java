package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.bench.trace.Backend;
import io.github.hpjvm.bench.trace.CrossCheck;
import io.github.hpjvm.bench.trace.DefragVerdict;
import io.github.hpjvm.bench.trace.GfpBits;
import io.github.hpjvm.bench.trace.StallCollector;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.bench.trace.TraceEvent;
import io.github.hpjvm.bench.trace.TraceMeasurement;
import io.github.hpjvm.bench.trace.TracePoints;
import io.github.hpjvm.cli.text.StallsText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** One fault after compaction: 600 ns of compaction, 3 us of clearing. */
class StallsOutputTest {

    private static final MeasuredOn ON = new MeasuredOn(Optional.of("db1"), Optional.of(7L), Optional.of(99L));

    private static Stalls stalls() {
        return stalls(OptionalInt.empty());
    }

    private static Stalls stalls(OptionalInt interval) {
        TracePoints points = new TracePoints(TracePoints.ALL, 9, 0, new GfpBits(256, 0));
        StallCollector collector = new StallCollector(points, 0);
        for (TraceEvent event : List.of(
                new TraceEvent(2000, 7, new TraceEvent.CompactionAttempt(9, true)),
                new TraceEvent(2100, 7, new TraceEvent.ZoneBegin()),
                new TraceEvent(2600, 7, new TraceEvent.ZoneEnd("success")),
                new TraceEvent(2700, 7, new TraceEvent.HugeAllocation(true, 512, 0)),
                new TraceEvent(62_700, 7, new TraceEvent.PageTable()))) {
            collector.accept(event);
        }
        TraceMeasurement measured = collector.result();
        Map<String, Long> vmstat = Map.of("compact_stall", 1L, "thp_fault_alloc", 2L);
        return new Stalls(
                interval,
                30.0,
                Backend.TRACEFS,
                List.of(new Stalls.Declined(Backend.BPFTRACE, "not installed; on Debian: apt-get install bpftrace")),
                OptionalLong.empty(),
                measured,
                vmstat,
                CrossCheck.of(measured, vmstat, OptionalLong.empty()),
                points.unmeasured(measured),
                0,
                150_000_000,
                OptionalDouble.of(0.1),
                Stalls.End.TIME,
                DefragVerdict.of(measured, Optional.of("madvise"), 0, OptionalDouble.of(0.1)));
    }

    @Test
    void documentHasTheNamesOfTheContract() throws IOException {
        PublishedSchema.named("stalls").assertDescribes(StallsJson.write(stalls(), ON));
        JsonNode root = new ObjectMapper().readTree(StallsJson.write(stalls(), ON));
        assertEquals(30.0, root.get("seconds").asDouble());
        assertEquals("tracefs", root.get("backend").asText());
        JsonNode fault = root.get("histograms").get(0);
        assertEquals("huge_fault", fault.get("name").asText());
        assertEquals("ns", fault.get("unit").asText());
        assertEquals(1, fault.get("count").asLong());
        assertEquals(60_700, fault.get("sum").asLong());
        assertEquals(
                "{\"from\":32768,\"to\":65536,\"count\":1}",
                fault.get("buckets").get(0).toString());
        assertEquals(2, root.get("vmstat").get("thp_fault_alloc").asLong());
        assertTrue(
                root.get("verdict").asText().startsWith("defrag=madvise can stay"),
                root.get("verdict").asText());
        assertEquals("low", root.get("defrag").get("certainty").asText());
        assertEquals(
                "khugepaged_scan", root.get("unmeasured").get(0).get("name").asText());
        root.get("histograms")
                .forEach(each -> assertFalse(each.get("name").asText().equals("khugepaged_scan")));
    }

    @Test
    void anIntervalIsOneLineOfTheSameDocument() throws IOException {
        String line = StallsJson.writeLine(stalls(OptionalInt.of(3)), ON);
        assertEquals(line.length() - 1, line.indexOf('\n'));
        PublishedSchema.named("stalls").assertDescribes(line);
        assertEquals(3, new ObjectMapper().readTree(line).get("interval").asInt());
        assertTrue(new ObjectMapper()
                .readTree(StallsJson.write(stalls(), ON))
                .get("interval")
                .isNull());
    }

    @Test
    void anIntervalAsTextIsATableOfItsEvents() {
        List<String> lines =
                StallsText.interval(stalls(OptionalInt.of(3))).lines().toList();
        assertEquals("Interval 3, 30.0 s: 5 events", lines.get(0));
        assertTrue(lines.stream().anyMatch(line -> line.matches("  Huge-page faults +1 +60.7 us.*")), lines.toString());
        assertTrue(lines.stream().allMatch(line -> line.length() <= 80), lines.toString());
    }

    @Test
    void textBeginsWithTheVerdictAndFitsTheTerminal() {
        String text = StallsText.write(stalls(), false);
        assertTrue(
                text.startsWith("Verdict\n  defrag=madvise can stay, the waits are short: 1 direct compaction"), text);
        assertTrue(text.contains("  not used: bpftrace: not installed"), text);
        assertTrue(text.contains("Huge-page faults: 1\n  mean 60.7 us"), text);
        assertTrue(text.contains("  32.8 us  65.5 us      1  ####################################\n"), text);
        assertTrue(text.contains("  compact_stall         1      1  equal\n"), text);
        assertTrue(text.contains("  thp_fault_alloc       2      1  differs\n"), text);
        assertTrue(text.contains("khugepaged, scans: khugepaged does not run"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }
}
