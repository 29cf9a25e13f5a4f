package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.SoleGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JudgeTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Source SOURCE = Source.of("/proc/self");
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String HUGETLB = "-XX:+UseLargePages";

    private static Judge judge(boolean full) {
        return new Judge(Optional.empty(), RuleSettings.NONE, full, Duration.ofSeconds(40));
    }

    private static OwnVm vm(String... arguments) {
        Jvm jvm = JvmSamples.g1(21, arguments);
        return new OwnVm(jvm.identity().known().orElseThrow(), jvm.arguments(), jvm.flags());
    }

    /** @param anonymous and the others in MiB */
    private static Glance glance(long anonymous, long thp, long hugetlb, long heapUsed) {
        ProcStatus status = new ProcStatus(Map.of(
                "State",
                "R (running)",
                "VmRSS",
                anonymous * 1024 + " kB",
                "RssAnon",
                anonymous * 1024 + " kB",
                "HugetlbPages",
                hugetlb * 1024 + " kB",
                "VmSwap",
                "0 kB",
                "THP_enabled",
                "1"));
        SoleGroup group = new SoleGroup(Bytes.ofMiB(anonymous), Bytes.ofMiB(thp), Bytes.ZERO);
        return new Glance(
                FactsSamples.host(),
                Fact.known(status, SOURCE),
                Fact.known(group, SOURCE),
                Fact.known(FactsSamples.groups(), SOURCE),
                Bytes.ofMiB(heapUsed));
    }

    private static Optional<MemoryCheck> look(double share, PageKind kind, boolean granted) {
        return look(share, kind, 800, granted ? look(1, kind, 800, Optional.empty()) : Optional.empty());
    }

    private static Optional<MemoryCheck> look(
            double share, PageKind kind, long resident, Optional<MemoryCheck> before) {
        Coverage heap = new Coverage(RegionName.HEAP, kind, share, 0.01, Bytes.ofMiB(resident), 256);
        return Optional.of(
                MemoryCheck.of(Map.of(RegionName.HEAP, Fact.known(heap, SOURCE)), before, 0.9, NOW.minusSeconds(1)));
    }

    @Test
    void listenersGetTheLastReportBeforeAChange() {
        Optional<MemoryCheck> huge = look(0.99, PageKind.THP, false);
        HealthReport first = judge(true).judge(vm(THP), glance(1000, 900, 0, 700), huge, NOW);
        HealthReport second = judge(true).judge(vm(THP), glance(1000, 900, 0, 700), huge, NOW.plusSeconds(5));
        HealthReport other = judge(true).judge(vm(THP), glance(1000, 0, 0, 700), look(0.01, PageKind.THP, false), NOW);
        assertFalse(first.hasOutcomeOf(other), other::toString);
        Iterator<HealthReport> reports = List.of(first, second, other).iterator();
        List<HealthReport> before = new ArrayList<>();
        Watch watch = new Watch(
                Duration.ofNanos(1), List.of((old, now) -> before.add(old)), (memory, surroundings) -> reports.next());
        for (int i = 0; i < 3; i++) {
            assertTrue(watch.getAsBoolean());
        }
        assertSame(second, before.get(0));
    }

    @Test
    void mixedPagesAreNotCalledHuge() {
        HealthReport report =
                judge(true).judge(vm(), glance(300, 0, 0, 50), look(0.5, PageKind.THP, 100, Optional.empty()), NOW);
        assertTrue(report.summary().startsWith("No finding for the heap"), report.summary());
    }

    @ParameterizedTest
    @CsvSource({"-XX:+UseTransparentHugePages, THP", "-XX:+UseLargePages, HUGETLB"})
    void granted(String flag, PageKind kind) {
        HealthReport report = judge(true).judge(vm(flag), glance(1000, 900, 0, 700), look(0.99, kind, false), NOW);
        assertEquals(HealthStatus.OK, report.status());
        assertEquals(Optional.of(kind), report.heap());
        assertEquals(Depth.FULL, report.depth());
        assertEquals("The heap is on huge pages: " + kind + " (99 % of 800 MiB, ± 2 %)", report.summary());
    }

    @ParameterizedTest
    @CsvSource({"-XX:+UseTransparentHugePages, HP-102", "-XX:+UseLargePages, HP-101"})
    void requestedAndNotGranted(String flag, String rule) {
        HealthReport report = judge(true).judge(vm(flag), glance(1000, 0, 0, 700), look(0, PageKind.THP, false), NOW);
        assertEquals(HealthStatus.ADVICE, report.status());
        Finding worst = report.findings().get(0);
        assertEquals(rule, worst.rule());
        assertTrue(worst.severity().compareTo(Severity.WARNING) >= 0);
        assertFalse(worst.actions().isEmpty());
        assertTrue(report.details().containsKey(rule + ".todo"), report.toJson());
    }

    @Test
    void availableButNotEnabled() {
        HealthReport report = judge(true).judge(vm(), glance(1000, 0, 0, 700), look(0, PageKind.THP, false), NOW);
        assertEquals(HealthStatus.ADVICE, report.status());
        assertEquals("HP-103", report.findings().get(0).rule());
        assertEquals(
                "start the JVM with -XX:+UseTransparentHugePages",
                report.details().get("HP-103.todo"));
    }

    @Test
    void deniedMemoryIsUnknown() {
        Fact<Coverage> denied = Fact.absent(Reason.DENIED, Source.of("/proc/self/pagemap", "refused"), "allow it");
        MemoryCheck look = MemoryCheck.of(Map.of(RegionName.HEAP, denied), Optional.empty(), 0.9, NOW);
        HealthReport report = judge(true).judge(vm(THP), glance(1000, 500, 0, 500), Optional.of(look), NOW);
        assertEquals(HealthStatus.UNKNOWN, report.status());
        assertEquals("The pages of the heap are unknown: refused; allow it", report.summary());
        assertEquals(Reason.DENIED, report.unknowns().get(0).reason());
        Fact<Coverage> absent = Fact.absent(Reason.NOT_PRESENT, Source.of("/proc/self/status", ""), "");
        MemoryCheck none = MemoryCheck.of(Map.of(RegionName.HEAP, absent), Optional.empty(), 0.9, NOW);
        String summary = judge(true)
                .judge(vm(THP), glance(1000, 500, 0, 500), Optional.of(none), NOW)
                .summary();
        assertTrue(summary.contains("/proc/self/status"), summary);
    }

    @Test
    void sumsDecideIfTheMemoryIsDenied() {
        Fact<Coverage> denied = Fact.absent(Reason.DENIED, Source.of("/proc/self/pagemap", "refused"), "allow it");
        Optional<MemoryCheck> look =
                Optional.of(MemoryCheck.of(Map.of(RegionName.HEAP, denied), Optional.empty(), 0.9, NOW));
        assertEquals(
                HealthStatus.OK,
                judge(true)
                        .judge(vm(THP), glance(1010, 1000, 0, 900), look, NOW)
                        .status());
        HealthReport none = judge(true).judge(vm(THP), glance(1010, 10, 0, 900), look, NOW);
        assertEquals(HealthStatus.ADVICE, none.status());
        assertEquals(Depth.CHEAP, none.depth());
    }

    @Test
    void sumsOfHugetlbPagesDecide() {
        Judge cheap = judge(false);
        assertEquals(
                HealthStatus.OK,
                cheap.judge(vm(HUGETLB), glance(30, 0, 1000, 900), Optional.empty(), NOW)
                        .status());
        assertEquals(
                "HP-101",
                cheap.judge(vm(HUGETLB), glance(1000, 0, 0, 900), Optional.empty(), NOW)
                        .findings()
                        .get(0)
                        .rule());
        assertEquals(
                HealthStatus.UNKNOWN,
                cheap.judge(vm(HUGETLB), glance(300, 0, 900, 350), Optional.empty(), NOW)
                        .status());
    }

    @Test
    void anOldCheckIsIgnored() {
        Optional<MemoryCheck> look = look(1, PageKind.THP, false);
        assertEquals(
                HealthStatus.UNKNOWN,
                judge(true)
                        .judge(vm(THP), glance(1000, 900, 0, 700), look, NOW.plusSeconds(60))
                        .status());
    }

    @ParameterizedTest
    @CsvSource({"WARNING, DOWN", "CRITICAL, ADVICE", "INFO, DOWN"})
    void itIsDownOnlyFromTheConfiguredSeverityOn(Severity least, HealthStatus status) {
        Judge strict = new Judge(Optional.of(least), RuleSettings.NONE, true, Duration.ofSeconds(40));
        assertEquals(
                status,
                strict.judge(vm(THP), glance(1000, 0, 0, 700), look(0, PageKind.THP, false), NOW)
                        .status());
    }

    @Test
    void aShareNearTheThresholdChangesTheOutcomeOnce() {
        Judge judge = judge(true);
        boolean granted = false;
        int changes = 0;
        HealthStatus before = HealthStatus.ADVICE;
        for (double share : new double[] {0.80, 0.93, 0.94, 0.955, 0.94, 0.96, 0.91, 0.949, 0.951, 0.92}) {
            MemoryCheck look = look(share, PageKind.THP, granted).orElseThrow();
            granted = look.granted();
            HealthStatus status = judge.judge(vm(THP), glance(1000, 900, 0, 700), Optional.of(look), NOW)
                    .status();
            changes += status == before ? 0 : 1;
            before = status;
        }
        assertEquals(1, changes);
        assertEquals(HealthStatus.OK, before);
        assertFalse(look(0.89, PageKind.THP, true).orElseThrow().granted());
    }

    @Test
    void aFailedCheckKeepsTheResult() {
        Fact<Coverage> failed = Fact.absent(Reason.NOT_SUPPORTED, SOURCE);
        assertTrue(MemoryCheck.of(Map.of(RegionName.HEAP, failed), look(1, PageKind.THP, false), 0.9, NOW)
                .granted());
    }

    /** A heap that grew beyond what the budget reads: each check lacks its share, and the first one does not hold for ever. */
    @Test
    void failedChecksKeepTheResultForALimitedTime() {
        Fact<Coverage> failed = Fact.absent(Reason.SKIPPED, SOURCE);
        Optional<MemoryCheck> check = look(1, PageKind.THP, false);
        for (int second = 10; second <= 600; second += 10) {
            Instant now = NOW.plusSeconds(second);
            check = Optional.of(MemoryCheck.of(Map.of(RegionName.HEAP, failed), check, 0.9, now));
            HealthStatus status = judge(true)
                    .judge(vm(THP), glance(1000, 0, 0, 700), check, now)
                    .status();
            assertEquals(second < 40, status == HealthStatus.OK, second + " s: " + status);
        }
    }

    /** The clock was set an hour forward or back, for example after a pause of the virtual machine. */
    @ParameterizedTest
    @ValueSource(longs = {3600, -3600})
    void aStepOfTheClockMakesNoCheckOld(long seconds) {
        Instant now = NOW.plusSeconds(seconds);
        MemoryCheck check = look(1, PageKind.THP, false).orElseThrow().aged(Duration.ofSeconds(5), now);
        assertEquals(now.minusSeconds(5), check.takenAt());
        assertEquals(now.minusSeconds(5), check.heapAt());
        HealthReport report = judge(true).judge(vm(THP), glance(1000, 0, 0, 700), Optional.of(check), now);
        assertEquals(HealthStatus.OK, report.status());
        Fact<Coverage> failed = Fact.absent(Reason.SKIPPED, SOURCE);
        MemoryCheck never = MemoryCheck.of(Map.of(RegionName.HEAP, failed), Optional.empty(), 0.9, NOW);
        assertEquals(Instant.MIN, never.aged(Duration.ZERO, now).heapAt());
        assertSame(never, never.aged(Duration.ofMillis(500), NOW.plusSeconds(1)));
    }

    @Test
    void aHeapThatShrinksBelowTheMinimumChangesNothing() {
        Optional<MemoryCheck> large = look(0, PageKind.THP, 140, Optional.empty());
        Optional<MemoryCheck> small = look(0, PageKind.THP, 110, large);
        HealthReport report = judge(true).judge(vm(), glance(300, 0, 0, 100), small, NOW);
        assertEquals("HP-103", report.findings().get(0).rule());
        assertEquals(
                Bytes.ofMiB(110), report.coverage(RegionName.HEAP).orElseThrow().resident());
        Optional<MemoryCheck> never = look(0, PageKind.THP, 110, Optional.empty());
        assertEquals(
                HealthStatus.OK,
                judge(true).judge(vm(), glance(300, 0, 0, 100), never, NOW).status());
    }

    @Test
    void anOutcomeKeepsTheTimeOfItsFirstReport() {
        Judge judge = judge(true);
        HealthReport first = judge.judge(vm(THP), glance(1000, 0, 0, 700), look(0, PageKind.THP, false), NOW);
        HealthReport second = judge.judge(
                        vm(THP), glance(1000, 0, 0, 710), look(0.1, PageKind.THP, false), NOW.plusSeconds(5))
                .since(first);
        assertEquals(NOW, second.since());
        HealthReport third = judge.judge(
                        vm(THP), glance(1000, 900, 0, 710), look(1, PageKind.THP, false), NOW.plusSeconds(6))
                .since(second);
        assertEquals(NOW.plusSeconds(6), third.since());
    }

    private static HealthReport without(RuleSettings rules) {
        return new Judge(Optional.of(Severity.INFO), rules, true, Duration.ofSeconds(40))
                .judge(vm(), glance(1000, 0, 0, 700), look(0, PageKind.THP, false), NOW);
    }

    /** A team that decided against transparent huge pages. */
    @Test
    void anIgnoredRuleHasNoFinding() {
        assertEquals(HealthStatus.DOWN, without(RuleSettings.NONE).status());
        HealthReport report = without(new RuleSettings(Set.of("HP-103"), Map.of()));
        assertEquals(HealthStatus.OK, report.status(), report::toJson);
        assertEquals(List.of(), report.findings());
        assertTrue(report.summary().endsWith("; ignored: HP-103"), report::summary);
        HealthReport other = without(new RuleSettings(Set.of("HP-102"), Map.of()));
        assertEquals("HP-103", other.findings().get(0).rule());
        assertFalse(other.summary().contains("ignored"), other::summary);
    }

    @Test
    void aServiceSetsSeverities() {
        HealthReport report = without(new RuleSettings(Set.of(), Map.of("HP-103", Severity.CRITICAL)));
        assertEquals(Severity.CRITICAL, report.findings().get(0).severity());
        assertFalse(report.findings().get(0).actions().isEmpty());
    }
}
