package io.github.hpjvm.advisor.health;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmSysctls;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.read.own.OwnCoverage.Marks;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reports of a heap that lacks huge pages, by the cause. */
class CausesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String HUGETLB = "-XX:+UseLargePages";
    private static final Bytes HEAP = Bytes.ofMiB(800);

    private static MemoryCheck share(double share) {
        return share(share, HEAP);
    }

    private static MemoryCheck share(double share, Bytes resident) {
        Coverage heap = new Coverage(RegionName.HEAP, PageKind.THP, share, 0, resident, 256);
        return MemoryCheck.of(
                Map.of(RegionName.HEAP, known(heap, "/proc/self/pagemap")), Optional.empty(), 0.9, NOW.minusSeconds(1));
    }

    private static OwnVm own(Jvm jvm) {
        return new OwnVm(jvm.identity().known().orElseThrow(), jvm.arguments(), jvm.flags());
    }

    /** A glance at a process with these further lines of status: name and value in turn. */
    private static Glance glance(Host host, String... more) {
        Map<String, String> fields = new LinkedHashMap<>(
                Map.of("State", "R (running)", "VmRSS", "1024000 kB", "RssAnon", "1024000 kB", "THP_enabled", "1"));
        for (int i = 0; i < more.length; i += 2) {
            fields.put(more[i], more[i + 1]);
        }
        return new Glance(
                host,
                known(new ProcStatus(fields), "/proc/self/status"),
                FactsSamples.skipped("/sys/fs/cgroup"),
                known(FactsSamples.groups(), "/proc/self/cgroup"),
                Bytes.ofMiB(700));
    }

    private static Judge judge() {
        return new Judge(Optional.of(Severity.WARNING), RuleSettings.NONE, true, Duration.ofSeconds(40));
    }

    private static HealthReport judged(Jvm jvm, Glance glance, MemoryCheck check) {
        return judge().judge(own(jvm), glance, Optional.of(check), NOW);
    }

    private static void assertWarns(String rule, HealthReport report) {
        assertEquals(HealthStatus.DOWN, report.status(), report::toJson);
        assertEquals(rule, report.findings().get(0).rule(), report::toJson);
    }

    @Test
    void sharedMemoryOfThePoolIsDenied() {
        VmSysctls sysctls = new VmSysctls(Map.of("hugetlb_shm_group", 0L));
        Glance glance = glance(
                with(FactsSamples.pool(800, 800, 0), "vm", known(sysctls, "/proc/sys/vm")),
                "Uid",
                "1000\t1000\t1000\t1000",
                "Gid",
                "1000\t1000\t1000\t1000",
                "CapEff",
                "0000000000000000");
        assertWarns("HP-110", judged(JvmSamples.g1(17, HUGETLB, "-XX:+UseSHM"), glance, share(0)));
    }

    @Test
    void aShenandoahHeapGrowsOntoBasePages() {
        Jvm jvm = JvmSamples.jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(8), THP, "-Xmx8g");
        assertWarns("HP-401", judged(jvm, glance(FactsSamples.host()), share(0.1)));
    }

    /** -XX:InitialRAMPercentage=75 -XX:MaxRAMPercentage=75: only the flag shows the initial size. */
    @Test
    void aShenandoahHeapWithItsFullSizeDoesNotGrow() {
        Jvm jvm = JvmSamples.jvm(
                21,
                Collector.SHENANDOAH,
                Bytes.ofGiB(8),
                THP,
                "-XX:InitialRAMPercentage=75",
                "-XX:MaxRAMPercentage=75",
                "-XX:+AlwaysPreTouch");
        Map<String, VmFlag> flags = new LinkedHashMap<>(jvm.flags().known().orElse(Map.of()));
        assertFalse(flags.containsKey("InitialHeapSize"), flags::toString);
        assertWarns("HP-401", judged(jvm, glance(FactsSamples.host()), share(0.1)));
        flags.put("InitialHeapSize", new VmFlag(String.valueOf(Bytes.ofGiB(8).value()), "", "ergonomic"));
        Jvm whole = with(jvm, "flags", known(flags, "HotSpotDiagnosticMXBean.getVMOption"));
        HealthReport report = judged(whole, glance(FactsSamples.host()), share(0.1));
        assertFalse(report.toJson().contains("HP-401"), report::toJson);
    }

    /** Without an examination of the memory, sums of the process can show the pages too. */
    @Test
    void aShenandoahHeapOnHugePagesIsOk() {
        Jvm jvm = JvmSamples.jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(8), THP, "-Xmx8g");
        assertEquals(
                HealthStatus.OK,
                judged(jvm, glance(FactsSamples.host()), share(0.99)).status());
    }

    @Test
    void theNodeOfTheProcessHasTooFewPages() {
        Bytes size = Bytes.ofMiB(2);
        Host host = FactsSamples.pool(800, 800, 0)
                .withNodePools(known(
                        List.of(new NodePool(0, size, 100, 100, 0), new NodePool(1, size, 700, 700, 0)),
                        "/sys/devices/system/node"));
        Glance glance = glance(host, "Mems_allowed_list", "0");
        assertWarns("HP-109", judged(JvmSamples.g1(17, HUGETLB), glance, share(0)));
    }

    @Test
    void aSandboxHidesTheFiles() {
        Glance glance = glance(FactsSamples.counted(withoutThp(), 5, 0));
        assertWarns("HP-111", judged(JvmSamples.g1(21, THP), glance, share(0)));
    }

    private static Host withoutThp() {
        return FactsSamples.host()
                .withThp(Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")));
    }

    @Test
    void aKernelWithoutThpHasNothingToEnable() {
        HealthReport report = judged(JvmSamples.g1(21), glance(withoutThp()), share(0));
        assertEquals(HealthStatus.OK, report.status(), report::toJson);
        assertTrue(report.summary().contains("built without transparent huge pages"), report.summary());
        // As each process of such a kernel shows it.
        Glance glance = glance(withoutThp(), "THP_enabled", "0");
        assertWarns("HP-102", judged(JvmSamples.g1(21, THP), glance, share(0)));
        HealthReport z = judged(JvmSamples.jvm(25, Collector.ZGC_GENERATIONAL, Bytes.ofGiB(1), THP), glance, share(0));
        assertWarns("HP-105", z);
        assertTrue(z.summary().contains("for ZGC, and this kernel was built without them"), z.summary());
    }

    /** A host with base pages of 64 KiB, which disables THP of 512 MiB, and has those of 2 MiB in this mode. */
    private static Host of512MiB(String mode) {
        ThpPolicy policy =
                new ThpPolicy("madvise", Optional.of("never"), "madvise", Optional.empty(), Bytes.ofMiB(512));
        ThpSize size = FactsSamples.size(2048, mode);
        return FactsSamples.khugepaged(
                with(FactsSamples.host(), "basePage", known(Bytes.ofKiB(64), "/proc/self/auxv"))
                        .withThp(known(policy, "/sys/kernel/mm/transparent_hugepage")),
                Map.of(),
                size);
    }

    @Test
    void smallerPagesMayBackTheHeap() {
        HealthReport report = judged(JvmSamples.g1(21, THP), glance(of512MiB("madvise")), share(0));
        assertEquals(HealthStatus.UNKNOWN, report.status(), report::toJson);
        assertTrue(report.summary().contains("huge pages of 2 MiB"), report.summary());
        assertEquals(Optional.empty(), report.heap());
        HealthReport plain = judged(JvmSamples.g1(21), glance(of512MiB("always")), share(0, Bytes.ofGiB(3)));
        assertEquals(HealthStatus.UNKNOWN, plain.status(), plain::toJson);
        HealthReport small = judged(JvmSamples.g1(21), glance(of512MiB("always")), share(0));
        assertEquals(HealthStatus.OK, small.status(), small::toJson);
    }

    @Test
    void smallerPagesThatTheHeapCannotHaveDoNotMatter() {
        assertWarns("HP-102", judged(JvmSamples.g1(21, THP), glance(of512MiB("never")), share(0)));
        HealthReport plain = judged(JvmSamples.g1(21), glance(of512MiB("madvise")), share(0, Bytes.ofGiB(3)));
        assertEquals("HP-801", plain.findings().get(0).rule(), plain::toJson);
        HealthReport huge = judged(JvmSamples.g1(21, THP), glance(of512MiB("madvise")), share(0.99));
        assertEquals(HealthStatus.OK, huge.status(), huge::toJson);
    }

    /** Linux 6.18 has an exclusion that only THPeligible in smaps shows. */
    @Test
    void theMarksOfTheHeapDecide() {
        Host always = FactsSamples.kernel(FactsSamples.thp("always", "inherit", "advise"), "6.18.1");
        Jvm jvm = JvmSamples.g1(25, THP);
        MemoryCheck check = share(0);
        HealthReport open = judged(jvm, glance(always), check);
        assertEquals(HealthStatus.UNKNOWN, open.status(), open::toJson);
        assertTrue(open.unknowns().get(0).why().contains("budget"), open::toJson);
        assertTrue(judge().needsMarks(own(jvm), glance(always), check, NOW));
        assertWarns("HP-108", judged(jvm, glance(always), check.withMarks(marks(Bytes.ZERO))));
        assertWarns("HP-102", judged(jvm, glance(always), check.withMarks(marks(HEAP))));
    }

    private static Optional<Marks> marks(Bytes eligible) {
        return Optional.of(new Marks(Bytes.ZERO, Optional.of(eligible)));
    }

    @Test
    void smapsIsReadForThisQuestionOnly() {
        Host always = FactsSamples.thp("always", "inherit", "advise");
        Host old = FactsSamples.kernel(always, "6.17.1");
        Host recent = FactsSamples.kernel(always, "6.18.1");
        assertEquals(false, needs(JvmSamples.g1(25, THP), old, 0));
        assertEquals(false, needs(JvmSamples.g1(21, THP), recent, 0));
        assertEquals(false, needs(JvmSamples.g1(25), recent, 0));
        assertEquals(false, needs(JvmSamples.g1(25, THP), recent, 0.5));
        assertEquals(false, needs(JvmSamples.g1(25, THP), FactsSamples.kernel(FactsSamples.host(), "6.18.1"), 0));
    }

    private static boolean needs(Jvm jvm, Host host, double share) {
        return judge().needsMarks(own(jvm), glance(host), share(share), NOW);
    }
}
