package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrPublisherTest {
    private static final String COVERAGE = "io.github.hpjvm.HugePageCoverage";
    private static final String CHANGED = "io.github.hpjvm.HugePageFindingChanged";

    @TempDir
    private Path folder;

    private static HealthReport report(HealthStatus status, List<Finding> findings) {
        Instant now = Instant.now();
        return new HealthReport(
                status,
                "the heap is on base pages",
                Requested.THP,
                Optional.of(PageKind.BASE),
                List.of(
                        new Coverage(RegionName.HEAP, PageKind.THP, 0.25, 0.01, Bytes.ofMiB(100), 256),
                        new Coverage(RegionName.CODE, PageKind.THP, 1, 0, Bytes.ofMiB(48), 0)),
                Optional.of(now),
                findings,
                List.of(),
                List.of(),
                Depth.FULL,
                now,
                now);
    }

    /** The events of this publication that a recording has. */
    private List<RecordedEvent> recorded(Recording recording) throws IOException {
        Publisher publisher = Publisher.create();
        assertInstanceOf(JfrPublisher.class, publisher);
        HealthReport before = report(HealthStatus.OK, List.of());
        HealthReport after = report(
                HealthStatus.ADVICE,
                List.of(new Finding("HP-102", "heap", Severity.WARNING, "s", "e", "x", List.of(), List.of())));
        try (recording) {
            recording.start();
            publisher.examined(before);
            publisher.changed(before, after);
            publisher.examined(after);
            recording.stop();
            Path file = folder.resolve("recording.jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith("io.github.hpjvm."))
                    .toList();
        }
    }

    @Test
    void writesAnEventForEachRegionAndForEachChange() throws IOException {
        List<RecordedEvent> events = recorded(new Recording());
        assertEquals(
                List.of(COVERAGE, COVERAGE, CHANGED, CHANGED, COVERAGE, COVERAGE),
                events.stream().map(event -> event.getEventType().getName()).toList());
        RecordedEvent heap = events.get(0);
        assertEquals("heap", heap.getString("region"));
        assertEquals("THP", heap.getString("pages"));
        assertEquals(0.25, heap.getDouble("coverage"));
        assertEquals(0.23, heap.getDouble("coverageMin"), 1e-12);
        assertEquals(0.27, heap.getDouble("coverageMax"), 1e-12);
        assertEquals(100 << 20, heap.getLong("resident"));
        assertEquals(25 << 20, heap.getLong("huge"));
        assertEquals(256, heap.getInt("examined"));
        assertNull(events.get(2).getString("before"));
        assertEquals("OK", events.get(3).getString("before"));
        assertEquals("ADVICE", events.get(3).getString("status"));
        assertEquals("HP-102", events.get(3).getString("findings"));
        assertEquals("the heap is on base pages", events.get(3).getString("summary"));
    }

    @Test
    void writesNothingWithoutARecordingOfTheEvents() throws IOException {
        Recording recording = new Recording();
        recording.disable(COVERAGE);
        recording.disable(CHANGED);
        assertEquals(List.of(), recorded(recording));
    }
}
