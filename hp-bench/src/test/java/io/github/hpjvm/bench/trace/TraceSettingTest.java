package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TraceSettingTest {
    private static final int KIB = 512;
    private static final int FIRST = 4000;
    private static final int THREADS = 3000;
    private static final TracePoints POINTS =
            new TracePoints(List.of("compaction:mm_compaction_begin", "kmem:mm_page_free"), 9, 0, GfpBits.parse(""));

    @Test
    void manyThreadsAreOneSettingBeforeTheEvents() {
        Set<Long> threads = LongStream.range(FIRST, FIRST + THREADS).boxed().collect(Collectors.toSet());
        List<TraceSetting> settings = TraceSetting.all(POINTS, threads, KIB);
        assertEquals(
                List.of(
                        "trace_clock",
                        "buffer_size_kb",
                        "options/event-fork",
                        "set_event_pid",
                        "events/compaction/mm_compaction_begin/enable",
                        "events/kmem/mm_page_free/filter",
                        "events/kmem/mm_page_free/enable"),
                settings.stream().map(TraceSetting::file).toList());
        assertEquals(
                LongStream.range(FIRST, FIRST + THREADS)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(" ")),
                settings.get(3).value());
    }

    @Test
    void traceOfAllThreadsHasNoList() {
        assertEquals(
                List.of(
                        new TraceSetting("trace_clock", "mono"),
                        new TraceSetting("buffer_size_kb", "512"),
                        new TraceSetting("events/compaction/mm_compaction_begin/enable", "1"),
                        new TraceSetting("events/kmem/mm_page_free/filter", "order >= 9"),
                        new TraceSetting("events/kmem/mm_page_free/enable", "1")),
                TraceSetting.all(POINTS, Set.of(), KIB));
    }
}
