package io.github.hpjvm.bench.report.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlbJsonTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private static TlbFigures figures(double share) {
        Map<TlbFigure, String> reasons = new HashMap<>();
        for (TlbFigure figure : TlbFigure.values()) {
            reasons.put(figure, "no event");
        }
        reasons.remove(TlbFigure.WALK_CYCLES_SHARE);
        return new TlbFigures(2.0, 1.0, Map.of(TlbFigure.WALK_CYCLES_SHARE, share), reasons, List.of("partial: x"));
    }

    private static TlbDocument document(double share) {
        return new TlbDocument(
                START,
                Optional.of(4242L),
                Optional.of("Intel Haswell"),
                Optional.of("perf version 6.1.0"),
                List.of("cycles"),
                "COMPLETE",
                List.of(figures(share)),
                figures(share),
                Optional.empty());
    }

    @Test
    void writesEachFigureOrNullWithAReason() throws IOException {
        String text = TlbJson.write(document(0.108), Optional.empty());
        PublishedSchema.named("tlb").assertDescribes(text);
        PublishedSchema.named("tlb")
                .assertDescribes(TlbJson.write(document(0.108), Optional.of(TlbJson.read("before.json", text))));
        JsonNode root = new ObjectMapper().readTree(text);
        assertEquals(1, root.get("schemaVersion").intValue());
        assertEquals(4242, root.get("pid").intValue());
        JsonNode interval = root.get("intervals").get(0);
        assertEquals("2026-01-02T03:04:07Z", interval.get("time").textValue());
        for (JsonNode figures : List.of(interval, root.get("summary"))) {
            assertEquals(0.108, figures.get("walkCyclesShare").doubleValue());
            assertTrue(figures.get("dtlbMpki").isNull());
            assertTrue(figures.get("itlbMpki").isNull());
            assertEquals("no event", figures.get("reasons").get("dtlbMpki").textValue());
        }
        assertTrue(!root.has("against"));
    }

    @Test
    void saysWhyThereIsNothing() throws IOException {
        TlbDocument nothing = new TlbDocument(
                START,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                "UNAVAILABLE",
                List.of(),
                TlbFigures.unknown("no PMU"),
                Optional.of(new MissingCounters("no PMU", List.of("a host with one"))));
        JsonNode root = new ObjectMapper().readTree(TlbJson.write(nothing, Optional.empty()));
        assertEquals("no PMU", root.get("unavailable").textValue());
        assertTrue(root.get("summary").get("walkCyclesShare").isNull());
        assertTrue(root.get("pid").isNull() && root.get("all").booleanValue());
    }

    @Test
    void readsWhatItWrote() {
        SavedTlb saved = TlbJson.read("a.json", TlbJson.write(document(0.108), Optional.empty()));
        assertEquals(Optional.of(0.108), saved.summary().value(TlbFigure.WALK_CYCLES_SHARE));
        assertEquals(Optional.of("no event"), saved.summary().reason(TlbFigure.ITLB_MPKI));
        assertEquals(Optional.of(4242L), saved.pid());
        assertEquals(List.of("partial: x"), saved.summary().notes());
    }

    @Test
    void comparesWithAnEarlierFile() throws IOException {
        SavedTlb before = TlbJson.read("a.json", TlbJson.write(document(0.1), Optional.empty()));
        JsonNode against = new ObjectMapper()
                .readTree(TlbJson.write(document(0.025), Optional.of(before)))
                .get("against");
        assertEquals(0.1, against.get("summary").get("walkCyclesShare").doubleValue());
        assertEquals(0.25, against.get("ratios").get("walkCyclesShare").doubleValue());
        assertTrue(against.get("ratios").get("dtlbMpki").isNull());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{\"summary\":{}}",
                "{\"intervals\":[],\"summary\":{\"walkCyclesShare\":\"a\"}}",
                "{\"intervals\":[],\"summary\":{\"walkCyclesShare\":-1}}",
                "{\"intervals\":[],\"summary\":{\"dtlbMpki\":1e300}}",
                "{\"schemaVersion\":2,\"intervals\":[],\"summary\":{}}"
            })
    void rejectsOtherTexts(String text) {
        UsageException e = assertThrows(UsageException.class, () -> TlbJson.read("a.json", text));
        assertTrue(e.getMessage().startsWith("a.json"), e.getMessage());
        assertEquals(1, e.getMessage().lines().count());
    }
}
