package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class HugePagesManagementTest {
    private static final MBeanServer PLATFORM = ManagementFactory.getPlatformMBeanServer();

    private static HealthReport report(Optional<PageKind> heap, List<Coverage> coverage, List<Finding> findings) {
        Instant now = Instant.now();
        return new HealthReport(
                findings.isEmpty() ? HealthStatus.OK : HealthStatus.ADVICE,
                "The heap is on base pages",
                Requested.THP,
                heap,
                coverage,
                Optional.of(now),
                findings,
                List.of(),
                List.of(),
                Depth.FULL,
                now,
                now);
    }

    private static ObjectName name() throws Exception {
        return new ObjectName(HugePagesManagement.NAME);
    }

    @Test
    void showsTheReportAsOpenTypes() throws Exception {
        HealthReport report = report(
                Optional.of(PageKind.MIXED),
                List.of(
                        new Coverage(RegionName.HEAP, PageKind.THP, 0.25, 0.01, Bytes.ofMiB(100), 256),
                        new Coverage(RegionName.CODE, PageKind.THP, 1, 0, Bytes.ofMiB(48), 0)),
                List.of(new Finding(
                        "HP-102", "heap", Severity.WARNING, "Pages split", "e", "x", List.of(), List.of())));
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        server.registerMBean(new HugePagesManagement(() -> report), name());

        assertEquals("ADVICE", server.getAttribute(name(), "Status"));
        assertEquals("The heap is on base pages", server.getAttribute(name(), "Summary"));
        assertEquals("MIXED", server.getAttribute(name(), "HeapPages"));
        TabularData coverage = (TabularData) server.getAttribute(name(), "Coverage");
        assertEquals(0.25, coverage.get(new Object[] {"heap"}).get("value"));
        assertEquals(1.0, coverage.get(new Object[] {"code"}).get("value"));
        assertEquals(2, coverage.size());
        TabularData findings = (TabularData) server.getAttribute(name(), "Findings");
        CompositeData only = findings.get(new Object[] {"HP-102"});
        assertEquals("WARNING: Pages split", only.get("value"));
        assertEquals(1, findings.size());
    }

    @Test
    void anUnknownHeapHasNoCoverage() {
        HugePagesManagement bean = new HugePagesManagement(() -> report(Optional.empty(), List.of(), List.of()));
        assertEquals("UNKNOWN", bean.getHeapPages());
        assertEquals(Map.of(), bean.getCoverage());
        assertEquals(Map.of(), bean.getFindings());
    }

    @Test
    void isInThePlatformServerWhileRegistered() throws Exception {
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            assertFalse(PLATFORM.isRegistered(name()), "the library registers nothing by itself");
            HealthReport report = health.check(Duration.ofSeconds(20));
            HugePagesManagement.Registration registration = HugePagesManagement.register(health);
            try {
                HugePagesMXBean bean = JMX.newMXBeanProxy(PLATFORM, name(), HugePagesMXBean.class);
                assertEquals(report.status().name(), bean.getStatus());
                assertEquals(report.findings().size(), bean.getFindings().size());
                assertEquals(report.coverage().size(), bean.getCoverage().size(), report::toJson);
                IllegalStateException second =
                        assertThrows(IllegalStateException.class, () -> HugePagesManagement.register(health));
                assertTrue(second.getMessage().contains("registered already"), second.getMessage());
            } finally {
                registration.close();
            }
            assertFalse(PLATFORM.isRegistered(name()));
            registration.close();
            HugePagesManagement.register(health).close();
        }
    }
}
