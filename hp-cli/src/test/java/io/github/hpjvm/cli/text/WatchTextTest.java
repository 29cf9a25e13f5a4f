package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.Cause;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.cli.text.WatchedText.JvmText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WatchTextTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static WatchedText view(Duration effective) {
        Backing backing = new Backing(
                Bytes.ofGiB(8),
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofGiB(6)),
                        Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofGiB(2))));
        JvmText jvm = new JvmText(
                4242,
                "Java 25.0.3  G1  org.example.Main",
                List.of(new RegionReading(RegionName.HEAP, backing, 0)),
                Map.of(RegionName.HEAP, List.of(1.0, 1.0, 0.5, 0.0)),
                Optional.empty());
        Alert alert = new Alert(
                NOW,
                4242,
                Alert.Kind.LOSS,
                RegionName.HEAP,
                OptionalDouble.of(1),
                0.75,
                Bytes.ofGiB(2),
                NOW,
                Cause.SPLIT,
                "coverage of the heap fell from 100 % to 75 %: split: the kernel replaced huge pages by base pages",
                List.of());
        return new WatchedText(
                NOW,
                List.of(jvm),
                Map.of("thp_fault_alloc", 3L, "thp_fault_fallback", 0L, "thp_split_page", 128L, "thp_split_pmd", 128L),
                List.of(new HugePool(Bytes.ofMiB(2), 10, 4, 1, 0, 0)),
                List.of(alert),
                Duration.ofSeconds(1),
                effective,
                Optional.of(0.0021),
                0.005);
    }

    @Test
    void theScreenFits80Columns() {
        List<String> lines = WatchText.screen(view(Duration.ofSeconds(1)), 80, false, false);
        assertEquals(
                List.of(
                        "hp-cli watch  03:04:05 UTC  interval 1 s  own cost 0.21 % of one CPU",
                        "03:04:05 ALERT LOSS PID 4242: coverage of the heap fell from 100 % to 75 %:",
                        "  split: the kernel replaced huge pages by base pages",
                        "",
                        "PID 4242  Java 25.0.3  G1  org.example.Main",
                        "  REGION  RESIDENT   HUGE  HUGETLB  COVERAGE  OVER TIME",
                        "  heap       8 GiB  6 GiB        0      75 %  ##:_",
                        "",
                        "host  THP faults +3, fallbacks +0, splits +128 (mappings +128), collapses +?",
                        "pools 2 MiB: 3 of 10 pages available"),
                lines);
    }

    @Test
    void aLongerIntervalIsSaid() {
        assertTrue(WatchText.screen(view(Duration.ofMillis(8400)), 80, false, false)
                .contains("interval lengthened from 1 s: a reading costs more than 0.50 % of one CPU"));
    }

    @Test
    void aNarrowTerminalCutsLines() {
        assertTrue(WatchText.screen(view(Duration.ofSeconds(1)), 60, false, false).stream()
                .noneMatch(line -> line.length() > 80));
    }

    @Test
    void withoutATerminalAReadingIsALine() {
        assertEquals(
                List.of(
                        "03:04:05 PID 4242: heap 75 % of 8 GiB",
                        "03:04:05 host: THP faults +3, splits +128, split mappings +128; 2 MiB: 3 of 10 pages available"),
                WatchText.lines(view(Duration.ofSeconds(1))));
    }

    @Test
    void pageSizesBesideEachOtherAreNamed() {
        Backing backing = new Backing(
                Bytes.ofGiB(8),
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofGiB(5)),
                        Pages.exactly(PageKind.THP, Bytes.ofKiB(64), Bytes.ofGiB(1)),
                        Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofGiB(2))));
        JvmText jvm = new JvmText(
                7,
                "Java 25",
                List.of(
                        new RegionReading(RegionName.HEAP, backing, 0),
                        new RegionReading(RegionName.STACKS, backing, 0)),
                Map.of(),
                Optional.empty());
        WatchedText view = new WatchedText(
                NOW,
                List.of(jvm),
                Map.of(),
                List.of(),
                List.of(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Optional.empty(),
                0.005);
        assertEquals(
                List.of("03:04:05 PID 7: heap 75 % of 8 GiB (2 MiB: 5 GiB, 64 KiB: 1 GiB), other 75 % of 8 GiB"),
                WatchText.lines(view));
        assertTrue(
                WatchText.screen(view, 80, false, false).contains("  heap by page size (2 MiB: 5 GiB, 64 KiB: 1 GiB)"));
    }
}
