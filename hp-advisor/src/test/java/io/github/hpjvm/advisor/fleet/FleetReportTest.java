package io.github.hpjvm.advisor.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FleetReportTest {
    private static final int HOSTS = Draws.of(200);

    private static final Jvm WITHOUT_PAGES =
            JvmSamples.heap(JvmSamples.g1(17, "-XX:+UseLargePages"), JvmSamples.on(PageKind.BASE, Bytes.ofGiB(1)));

    private static FleetReport report(Facts facts) {
        return FleetReport.of("a.json", facts, HostLabels.ofNames());
    }

    /** Each finding is a row, in the order of the advice. */
    @Test
    void rowsAreTheFindingsOfAdvice() {
        int withoutFinding = 0;
        for (int number = 0; number < Draws.of(240); number++) {
            Facts facts = FleetSamples.host(3, number);
            List<String> expected = new ArrayList<>();
            for (Jvm jvm : facts.jvms()) {
                Advice advice = Advisor.advise(facts, jvm);
                for (Outcome.Finding finding : advice.findings()) {
                    expected.add(jvm.pid() + " " + finding.rule() + " " + finding.severity() + " " + finding.subject()
                            + " " + finding.summary());
                }
                if (advice.findings().isEmpty()) {
                    expected.add(jvm.pid() + " null null null null");
                    withoutFinding++;
                }
            }
            assertEquals(
                    expected,
                    report(facts).rows().stream()
                            .map(row -> row.pid() + " " + row.rule() + " " + row.severity() + " " + row.subject() + " "
                                    + row.summary())
                            .toList());
        }
        assertTrue(withoutFinding > 0);
    }

    @Test
    void rowHasTheFactsOfTheJvm() {
        Facts facts = FactsSamples.facts(FactsSamples.host(), WITHOUT_PAGES);
        FleetRow row = report(facts).rows().get(0);
        assertEquals("a.json", row.source());
        assertEquals("HP-101", row.rule());
        assertEquals("HUGETLB", row.requested());
        assertEquals("BASE", row.heapKind());
        assertEquals(0.0, row.heapCoverage());
        assertEquals(1L << 30, row.heapResidentBytes());
        assertEquals(1L << 30, row.effectBytes());
        assertEquals(17, row.release());
        assertEquals("G1", row.gc());
        assertNull(row.host());
        assertEquals(Map.of(), row.labels());
    }

    @Test
    void unknownIsNull() {
        FleetRow row = report(FactsSamples.facts(FactsSamples.host(), JvmSamples.vanished()))
                .rows()
                .get(0);
        assertNull(row.release());
        assertNull(row.gc());
        assertNull(row.requested());
        assertNull(row.heapKind());
        assertNull(row.heapCoverage());
        assertNull(row.heapResidentBytes());
        assertNull(row.rule());
        assertNull(row.effectBytes());
    }

    @Test
    void idlePoolIsItsAvailablePages() {
        Facts facts = FactsSamples.facts(FactsSamples.pool(1000, 900, 100), JvmSamples.g1(17), JvmSamples.g1(21));
        FleetReport report = report(facts);
        FleetRow idle = report.rows().stream()
                .filter(row -> "HP-106".equals(row.rule()))
                .findFirst()
                .orElseThrow();
        assertEquals(800L << 21, idle.effectBytes());
        FleetSummary summary = new FleetSummary();
        summary.add(report);
        assertEquals(800L << 21, summary.idlePoolBytes());
    }

    /** It is on huge pages: a measurement of its host does not make its cores a possible gain. */
    @Test
    void aMeasuredJvmWithoutAFindingOfARegionGainsNothing() {
        Jvm thp = JvmSamples.heap(
                        JvmSamples.g1(17, "-XX:+UseTransparentHugePages"), JvmSamples.on(PageKind.THP, Bytes.ofGiB(1)))
                .withCpu(Optional.of(new CpuUse(500_000, 10_000)));
        Jvm base = WITHOUT_PAGES.withCpu(thp.cpu());
        assertEquals(Set.of(0.0), gains(thp, (host, jvm) -> OptionalDouble.of(0.1)));
        assertEquals(Set.of(5.0), gains(base, (host, jvm) -> OptionalDouble.of(0.1)));
        assertEquals(Collections.singleton(null), gains(thp, Measurements.none()));
    }

    private static Set<Double> gains(Jvm jvm, Measurements measured) {
        Set<Double> gains = new HashSet<>();
        Facts facts = FactsSamples.facts(FactsSamples.host(), jvm);
        FleetReport.of("a.json", facts, HostLabels.ofNames(), measured)
                .rows()
                .forEach(row -> gains.add(row.gainAtMostCores()));
        return gains;
    }

    @Test
    void labelsComeFromTheNameOrTheList() {
        HostLabels names = HostLabels.ofNames();
        assertEquals(Map.of("cluster", "fra.example.com"), names.of(Optional.of("db7.fra.example.com"), "x"));
        assertEquals(Map.of("cluster", "web"), names.of(Optional.of("web-12"), "x"));
        assertEquals(Map.of("cluster", "web"), names.of(Optional.of("web"), "x"));
        assertEquals(Map.of(), names.of(Optional.of("12"), "x"));
        assertEquals(Map.of(), names.of(Optional.empty(), "x"));
        HostLabels listed =
                HostLabels.of(Map.of("web-12", Map.of("cluster", "fra", "tier", "1"), "b.json", Map.of("tier", "2")));
        assertEquals(Map.of("cluster", "fra", "tier", "1"), listed.of(Optional.of("web-12"), "x"));
        assertEquals(Map.of("cluster", "web", "tier", "2"), listed.of(Optional.of("web-13"), "b.json"));
    }

    @Test
    void hostNameIsAColumn() {
        Facts facts = FactsSamples.facts(FactsSamples.host(), WITHOUT_PAGES);
        Facts named = new Facts(
                facts.takenAt(),
                facts.host(),
                facts.jvms(),
                facts.poolHistory(),
                Optional.of(Fact.known("web-1", Source.of("/proc/sys/kernel/hostname"))));
        FleetRow row = report(named).rows().get(0);
        assertEquals("web-1", row.host());
        assertEquals("cluster=web", FleetColumn.LABELS.text(row));
    }

    /** The order of the snapshots, and the parts in which they are added, change nothing. */
    @Test
    void summaryCanBeAddedInParts() {
        FleetSummary whole = new FleetSummary();
        FleetSummary odd = new FleetSummary();
        FleetSummary even = new FleetSummary();
        for (int number = 0; number < HOSTS; number++) {
            FleetReport report = report(FleetSamples.host(9, number));
            whole.add(report);
            (number % 2 == 0 ? even : odd).add(report);
        }
        odd.addDamaged();
        whole.addDamaged();
        odd.add(even);
        assertEquals(
                io.github.hpjvm.advisor.json.FleetJson.write(whole), io.github.hpjvm.advisor.json.FleetJson.write(odd));
        assertTrue(
                whole.all().requested() > whole.all().granted() && whole.all().granted() > 0);
        assertTrue(whole.all().canGain() > 0 && whole.idlePoolBytes() > 0);
        assertTrue(whole.changes().get(0).effectBytes() > 0);
        assertEquals(HOSTS, whole.snapshots());
        assertEquals(1, whole.damaged());
    }

    @Test
    void changesAreNamedWithoutTheirNumbers() {
        FleetReport report = report(FactsSamples.facts(FactsSamples.host(), WITHOUT_PAGES));
        assertTrue(
                report.changes().stream().anyMatch(change -> change.name().equals("set vm.nr_hugepages")),
                report.changes().toString());
    }
}
