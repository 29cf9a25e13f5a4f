package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.HugePages;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HugePagesHealthTest {

    /** Time between two looks at a report that is in progress. */
    private static final long POLL_MILLIS = 10;

    @TempDir
    private Path tree;

    private HealthReport settled(FakeHost host, Map<String, String> properties, boolean full) throws Exception {
        try (HugePagesHealth health = HugePagesHealth.builder()
                .on(host.roots(), properties)
                .full(full)
                .maxAge(Duration.ofNanos(1))
                .interval(Duration.ofMillis(1))
                .build()) {
            HealthReport report = health.check();
            for (int i = 0; i < 200 && report.summary().contains("in progress"); i++) {
                Thread.sleep(POLL_MILLIS);
                report = health.check();
            }
            return report;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mac OS X", "Windows 11", "FreeBSD", ""})
    void doesNotApplyOutsideOfLinux(String name) throws Exception {
        HealthReport report = settled(FakeHost.empty(tree), FakeHost.properties("os.name", name), true);
        assertEquals(HealthStatus.NOT_APPLICABLE, report.status());
        assertTrue(report.summary().contains("not Linux"), report.summary());
    }

    @ParameterizedTest
    @CsvSource({"Eclipse OpenJ9 VM, OPENJ9", "Substrate VM, NATIVE_IMAGE", "Zing 64-Bit Tiered VM, OTHER", "'', OTHER"})
    void doesNotApplyToOtherVms(String name, String kind) throws Exception {
        HealthReport report = settled(FakeHost.usual(tree), FakeHost.properties("java.vm.name", name), true);
        assertEquals(HealthStatus.NOT_APPLICABLE, report.status());
        assertTrue(report.summary().contains("not a HotSpot JVM (" + kind + ")"), report.summary());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEmptyHostIsUnknown(boolean full) throws Exception {
        HealthReport report = settled(FakeHost.empty(tree), FakeHost.properties(), full);
        assertEquals(HealthStatus.UNKNOWN, report.status(), report.toString());
        assertFalse(report.unknowns().isEmpty());
        assertTrue(report.details().get("unknown").toString().contains("NOT_PRESENT"), report.toJson());
    }

    @Test
    void malformedFilesAreUnknown() throws Exception {
        FakeHost host = FakeHost.usual(tree)
                .put("proc/self/status", "nonsense\n\0")
                .put("sys/kernel/mm/transparent_hugepage/enabled", "[[[")
                .put("sys/fs/cgroup/memory.stat", "anon x")
                .put("proc/vmstat", "");
        HealthReport report = settled(host, FakeHost.properties(), true);
        assertEquals(HealthStatus.UNKNOWN, report.status(), report.toString());
    }

    @Test
    void isUnknownBeforeTheFirstCheck() {
        try (HugePagesHealth health = HugePagesHealth.builder()
                .on(FakeHost.usual(tree).roots(), FakeHost.properties())
                .build()) {
            HealthReport first = health.check();
            assertEquals(HealthStatus.UNKNOWN, first.status());
            assertTrue(first.coverage(RegionName.HEAP).isEmpty());
            assertEquals(Depth.CHEAP, first.depth());
        }
    }

    @Test
    void returnsAYoungReportAgain() {
        try (HugePagesHealth health = HugePagesHealth.builder()
                .on(FakeHost.usual(tree).roots(), FakeHost.properties())
                .full(false)
                .maxAge(Duration.ofHours(1))
                .interval(Duration.ofHours(1))
                .build()) {
            HealthReport first = health.check();
            while (health.check() == first) {
                Thread.onSpinWait();
            }
            HealthReport second = health.check();
            for (int i = 0; i < 1000; i++) {
                assertSame(second, health.check());
            }
        }
    }

    @Test
    void threadsNeverWaitForEachOther() throws Exception {
        Set<HealthStatus> seen = ConcurrentHashMap.newKeySet();
        Set<Throwable> thrown = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(8);
        try (HugePagesHealth health = HugePagesHealth.builder()
                .on(FakeHost.usual(tree).roots(), FakeHost.properties())
                .maxAge(Duration.ofNanos(1))
                .interval(Duration.ofMillis(1))
                .build()) {
            for (int t = 0; t < 8; t++) {
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 500; i++) {
                        seen.add(health.check().status());
                    }
                    done.countDown();
                });
                thread.setUncaughtExceptionHandler((who, e) -> {
                    thrown.add(e);
                    done.countDown();
                });
                thread.start();
            }
            done.await();
        }
        assertEquals(Set.of(), thrown);
        assertFalse(seen.isEmpty());
    }

    @Test
    void aClosedCheckReturnsReports() {
        HugePagesHealth health = HugePagesHealth.builder()
                .on(FakeHost.usual(tree).roots(), FakeHost.properties())
                .build();
        health.close();
        assertEquals(HealthStatus.UNKNOWN, health.check().status());
    }

    @Test
    void theDefaultsReportTheKindOfThisHeap() {
        assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "no procfs");
        HealthReport report = HugePages.check(Duration.ofSeconds(10));
        assertFalse(report.summary().contains("in progress"), report.toString());
        assertEquals(Depth.FULL, report.depth(), report.toString());
        assertTrue(report.coverage(RegionName.HEAP).orElseThrow().resident().value() > 1 << 20, report.toString());
        assertTrue(
                report.facts().stream().anyMatch(fact -> fact.source().equals("/proc/vmstat")),
                report.facts()::toString);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.96, Double.NaN})
    void anInvalidShareIsRejected(double share) {
        assertThrows(
                IllegalArgumentException.class, () -> HugePagesHealth.builder().lostBelow(share));
    }

    @Test
    void anInvalidTimeIsRejected() {
        HugePagesHealth.Builder builder = HugePagesHealth.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.maxAge(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> builder.interval(Duration.ofDays(2)));
        assertThrows(IllegalArgumentException.class, () -> builder.windows(3));
    }

    @Test
    void aLongWaitIsTheLongestOne() {
        try (HugePagesHealth health = HugePagesHealth.create()) {
            health.check(Duration.ofSeconds(Long.MIN_VALUE));
            assertNotEquals(
                    "The check failed",
                    health.check(Duration.ofSeconds(Long.MAX_VALUE)).summary());
            assertNotNull(HugePages.check(Duration.ofSeconds(Long.MAX_VALUE)).status());
        }
    }

    @Test
    void aProgrammingErrorIsNoStatus() {
        assertThrows(NullPointerException.class, () -> HugePages.check(null));
    }

    @Test
    void anOutOfMemoryErrorReachesTheService() {
        UnaryOperator<String> failing = name -> {
            throw new OutOfMemoryError("of the service");
        };
        Settings settings = new Settings(
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofMillis(50),
                true,
                256,
                0.9,
                Optional.empty(),
                RuleSettings.NONE,
                List.of());
        try (HugePagesHealth health = new HugePagesHealth(settings, Roots.host(), failing)) {
            assertThrows(OutOfMemoryError.class, health::check);
            assertThrows(OutOfMemoryError.class, health::check);
        }
        UnaryOperator<String> broken = name -> {
            throw new NoClassDefFoundError("undeployed");
        };
        try (HugePagesHealth health = new HugePagesHealth(settings, Roots.host(), broken)) {
            assertEquals(HealthStatus.UNKNOWN, health.check().status());
        }
    }

    @Test
    void refusesUnknownRules() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> HugePagesHealth.builder().ignore("HP-999"))
                .getMessage();
        assertEquals("there is no rule HP-999", message);
        assertTrue(HugePagesHealth.rules().contains("HP-103"));
    }
}
