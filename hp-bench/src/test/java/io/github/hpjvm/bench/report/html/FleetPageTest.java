package io.github.hpjvm.bench.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.Prices;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class FleetPageTest {

    private static FleetRow row(long pid, String service, Double cores, String change) {
        return new FleetRow(
                "a.json",
                "a",
                "2026-11-27T00:00:00Z",
                pid,
                "Main",
                21,
                "21.0.9",
                "x",
                "G1",
                1L << 30,
                "THP",
                "BASE",
                0.0,
                1L << 30,
                "HP-101",
                "WARNING",
                "heap",
                "a finding",
                1L << 30,
                Map.of(),
                cores,
                cores == null ? null : cores * 0.1,
                1L << 20,
                service,
                change);
    }

    private static String page() {
        FleetSummary summary = new FleetSummary(new Prices(10, 1));
        summary.add(new FleetReport(
                List.of(
                        row(1, "cold", 0.5, "add -XX:+UseTransparentHugePages"),
                        row(2, "<script>alert(1)</script>", 4.0, "set vm.nr_hugepages; add -XX:+UseLargePages"),
                        row(3, "unknown cores", null, "add -XX:+UseLargePages")),
                List.of()));
        return FleetPage.write(summary);
    }

    @Test
    void thePageIsWellFormedAndLoadsNothing() throws Exception {
        String page = page();
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        page.replace("<!DOCTYPE html>\n", "").getBytes(UTF_8)));
        assertEquals(2, document.getElementsByTagName("svg").getLength());
        assertEquals(1, document.getElementsByTagName("script").getLength(), "names of services are no markup");
        assertTrue(page.contains("default-src &#39;none&#39;"), "the policy");
        assertFalse(page.replace("http://www.w3.org/1999/xhtml", "").contains("://"), "it loads nothing");
        assertEquals(page, page());
    }

    /** A JVM of a few seconds has no cores yet: not 0.00 of them. */
    @Test
    void unknownCoresAreNotDrawn() {
        String page = page();
        assertTrue(page.contains("cold 0.50 cores"), page);
        assertFalse(page.contains("unknown cores 0.00"), page);
    }

    @Test
    void rowsAreRankedByCoresWithWholeTexts() {
        String page = page();
        int hot = page.indexOf("set vm.nr_hugepages; add -XX:+UseLargePages");
        int cold = page.indexOf("add -XX:+UseTransparentHugePages");
        assertTrue(hot > 0 && hot < cold, page);
        assertTrue(page.contains("0.45 cores"), "the gain of both");
        assertTrue(page.contains("The gain is worth at most that."));
    }

    /** A damaged snapshot has any number of pages. */
    @Test
    void sumsThatAreTooLargeEndNothing() {
        FleetSummary summary = new FleetSummary(new Prices(10, 1));
        for (int host = 0; host < 3; host++) {
            FleetRow row = row(1, "damaged", 1e300, "add -XX:+UseLargePages");
            summary.add(new FleetReport(
                    List.of(huge(row, "HP-106", "pool of 2 MiB"), huge(row, "HP-101", "heap")), List.of()));
        }
        assertTrue(FleetPage.write(summary).contains("damaged"));
        assertEquals(Long.MAX_VALUE, summary.idlePoolBytes());
        assertTrue(summary.all().costs().cpuCores() > 0, summary.all().costs()::toString);
    }

    private static FleetRow huge(FleetRow row, String rule, String subject) {
        return new FleetRow(
                row.source(),
                row.host(),
                row.takenAt(),
                row.pid(),
                row.main(),
                row.release(),
                row.version(),
                row.vendor(),
                row.gc(),
                row.maxHeapBytes(),
                row.requested(),
                row.heapKind(),
                row.heapCoverage(),
                row.heapResidentBytes(),
                rule,
                row.severity(),
                subject,
                row.summary(),
                Long.MAX_VALUE - 1,
                row.labels(),
                row.cpuCores(),
                row.gainAtMostCores(),
                Long.MAX_VALUE - 1,
                row.service(),
                row.change());
    }
}
