package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.LiveService;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.RemoteThp;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.WithoutScan;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services with a health check, by the content of their health pages: granted, refused, not requested, unknown. */
class ServicesIT {
    private static final String THP = "-XX:+UseTransparentHugePages";

    /** Tolerance. Between our read and its own the service touches more of its heap. */
    private static final double WHILE_IT_RUNS = 0.02;

    /** A sample differs by more than two of them every twentieth time: {@code WindowSampleTest} counts that. */
    private static final double STANDARD_ERRORS = 4;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    static List<String> services() {
        return Boolean.getBoolean("hp.lab") ? List.of("plain", "boot4", "boot3") : List.of("plain", "boot4");
    }

    private static Jdk jdk() {
        return Needs.jdk(17);
    }

    private static JsonNode shown(String service, JsonNode details) {
        System.out.println(service + " " + details);
        return details;
    }

    @ParameterizedTest
    @MethodSource("services")
    void granted(String name) {
        try (LiveService service = LiveService.start(jdk(), name, List.of(THP, "-XX:+AlwaysPreTouch"))) {
            JsonNode details = shown(name, service.details());
            assertEquals("OK", details.get("status").asText(), details::toString);
            assertEquals("THP", details.get("heap").asText(), details::toString);
            assertTrue(details.get("heap.coverage").asDouble() > 0.95, details::toString);
            assertEquals("FULL", details.get("depth").asText(), details::toString);
            assertFalse(details.get("since").asText().isEmpty());
            assertEquals(List.of(), service.logged());
        }
    }

    @ParameterizedTest
    @MethodSource("services")
    @Tag("slow")
    void requestedAndNotGranted(String name) {
        try (LiveService service = LiveService.start(jdk(), name, List.of("-XX:+UseLargePages"))) {
            JsonNode details = shown(name, service.details());
            assertEquals("ADVICE", details.get("status").asText(), details::toString);
            assertEquals("HUGETLB", details.get("requested").asText(), details::toString);
            assertEquals("BASE", details.get("heap").asText(), details::toString);
            assertTrue(details.get("HP-101").asText().startsWith("WARNING: "), details::toString);
            assertTrue(details.get("HP-101.todo").asText().startsWith("vm.nr_hugepages = "), details::toString);
            Poll.until("a line in the log", () -> !service.logged().isEmpty());
            assertEquals(1, service.logged().size(), service.logged()::toString);
            if (!name.equals("plain")) {
                assertAdviceTakesNobodyDown(service);
            }
        }
    }

    private static void assertAdviceTakesNobodyDown(LiveService service) {
        for (String path : List.of("", "/readiness", "/liveness")) {
            HttpResponse<String> page = service.get("/actuator/health" + path);
            assertEquals(200, page.statusCode());
            JsonNode json = LiveService.json(page.body());
            assertEquals("UP", json.get("status").asText(), page.body());
            assertEquals(!path.equals("/liveness"), json.path("components").has("hugePages"), page.body());
        }
    }

    @ParameterizedTest
    @MethodSource("services")
    @Tag("slow")
    void availableAndNotRequested(String name) {
        try (LiveService service = LiveService.start(jdk(), name, List.of())) {
            JsonNode details = shown(name, service.details());
            assertEquals("ADVICE", details.get("status").asText(), details::toString);
            assertEquals("NONE", details.get("requested").asText(), details::toString);
            assertTrue(details.get("HP-103").asText().startsWith("INFO: "), details::toString);
            assertTrue(details.get("HP-103.todo").asText().contains(THP), details::toString);
        }
    }

    /** Neither the scan is possible, which the kernel refuses, nor smaps, for which the time limit is too short. */
    @ParameterizedTest
    @MethodSource("services")
    @Tag("slow")
    void unknown(String name) {
        try (LiveService service =
                LiveService.start(jdk(), name, List.of(THP, "-Dservice.budget=1"), WithoutScan.launcher())) {
            JsonNode details = shown(name, service.details());
            assertEquals("UNKNOWN", details.get("status").asText(), details::toString);
            assertEquals("UNKNOWN", details.get("heap").asText(), details::toString);
            boolean hasJna = !name.equals("plain");
            assertTrue(
                    details.get("summary").asText().contains(hasJna ? "seccomp" : "net.java.dev.jna"),
                    details::toString);
            assertTrue(
                    details.get("unknown").asText().contains(hasJna ? "DENIED" : "NOT_SUPPORTED"), details::toString);
            assertFalse(details.has("heap.coverage"), details::toString);
        }
    }

    @Test
    @Tag("slow")
    void prometheusScrapesIt() {
        try (LiveService service = LiveService.start(jdk(), "boot4", List.of(THP, "-XX:+AlwaysPreTouch"))) {
            service.details();
            String page = Poll.untilFound(
                    "a share",
                    () -> Optional.of(service.get("/actuator/prometheus").body())
                            .filter(text -> !text.contains("jvm_hugepages_heap_coverage NaN")));
            List<String> lines = page.lines()
                    .filter(line -> line.startsWith("jvm_hugepages_"))
                    .toList();
            System.out.println(String.join("\n", lines));
            assertTrue(lines.contains("jvm_hugepages_status{status=\"OK\"} 1.0"), lines::toString);
            assertTrue(lines.contains("jvm_hugepages_findings 0.0"), lines::toString);
            assertTrue(
                    lines.stream().anyMatch(line -> line.matches("jvm_hugepages_heap_coverage (1\\.0|0\\.9\\d+)")),
                    lines::toString);
        }
    }

    /**
     * Pages are split as by MADV_COLD, and collapsed again by khugepaged: two lines in the log, for any number of
     * requests.
     */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "boot4"})
    @Tag("slow")
    void followsChangesOfItsPages(String name) {
        Needs.root();
        HOST.set(HostState.SCAN_SLEEP, 600_000);
        try (LiveService service = LiveService.start(jdk(), name, List.of(THP, "-XX:+AlwaysPreTouch"))) {
            assertEquals("OK", service.details().get("status").asText());
            AddressRange heap = heap(service.pid());
            RemoteThp.split(service.pid(), heap.start(), heap.end());
            JsonNode split = shown(name, until(service, "heap", "BASE"));
            assertEquals("ADVICE", split.get("status").asText(), split::toString);
            assertTrue(split.get("HP-102").asText().startsWith("WARNING: "), split::toString);
            HOST.set(HostState.PAGES_TO_SCAN, 100_000);
            HOST.set(HostState.SCAN_SLEEP, 20);
            JsonNode repaired = shown(name, until(service, "status", "OK"));
            assertEquals("THP", repaired.get("heap").asText(), repaired::toString);
            // On a busy machine a reading may be over its budget, which is UNKNOWN in between.
            List<String> logged = Poll.untilFound(
                    "the line about the repair",
                    () -> Optional.of(service.logged())
                            .filter(lines -> lines.stream().anyMatch(ServicesIT::isRepair)));
            System.out.println(String.join("\n", logged));
            assertTrue(logged.stream().anyMatch(line -> line.contains(" -> ADVICE")), logged::toString);
            assertTrue(isRepair(logged.get(logged.size() - 1)), logged::toString);
            assertTrue(logged.stream().filter(line -> !line.contains("UNKNOWN")).count() <= 2, logged::toString);
        }
    }

    private static boolean isRepair(String line) {
        return line.contains(" -> OK: ");
    }

    /**
     * Half of the touched part of a large heap is split: the sample differs from smaps by no more than its own error.
     */
    @ParameterizedTest
    @ValueSource(ints = {200, 700})
    @Tag("slow")
    void sampleOfSparseHeapIsWithinItsError(int megabytes) {
        if (megabytes < 700) {
            Needs.lab();
        }
        Needs.root();
        HOST.set(HostState.SCAN_SLEEP, 600_000);
        List<String> options = List.of(THP, "-Xms16g", "-Xmx16g", "-Dservice.megabytes=" + megabytes);
        try (LiveService service = LiveService.start(jdk(), "boot4", options)) {
            service.details();
            AddressRange heap = heap(service.pid());
            for (long at = heap.start(); at < heap.end(); at += 4L << 20) {
                RemoteThp.split(service.pid(), at, at + 1);
            }
            JsonNode details = shown(megabytes + " MiB", readAfter(service, Instant.now()));
            assertEquals("ADVICE", details.get("status").asText(), details::toString);
            double truth = Jvms.read(Roots.host(), service.pid(), Reach.full(Bytes.ofMiB(2)))
                    .region(RegionName.HEAP)
                    .backing()
                    .known()
                    .orElseThrow()
                    .coverage()
                    .orElseThrow();
            double error = STANDARD_ERRORS * details.get("heap.standardError").asDouble();
            assertEquals(truth, details.get("heap.coverage").asDouble(), error + WHILE_IT_RUNS, details::toString);
        }
    }

    /** Waits for a value of one detail: a check that ran while the pages changed saw a part of the change. */
    private static JsonNode until(LiveService service, String detail, String value) {
        return Poll.untilFound(
                detail + " " + value,
                () -> Optional.of(service.detailsNow())
                        .filter(details -> details.path(detail).asText().equals(value)));
    }

    /** Waits until the pages were read after a point in time. */
    private static JsonNode readAfter(LiveService service, Instant change) {
        return Poll.untilFound("pages read after the change", () -> {
            Instant asked = Instant.now();
            return Optional.of(service.detailsNow())
                    .filter(details -> asked.minusMillis(
                                    details.path("coverageAgeMillis").asLong(Long.MAX_VALUE >> 1))
                            .isAfter(change));
        });
    }

    private static AddressRange heap(long pid) {
        List<AddressRange> ranges = Jvms.read(Roots.host(), pid, Reach.full(Bytes.ofMiB(2)))
                .region(RegionName.HEAP)
                .location()
                .known()
                .orElseThrow();
        return new AddressRange(
                ranges.get(0).start(), ranges.get(ranges.size() - 1).end());
    }

    @Test
    void adaptersReportTheSame() {
        Path jar = LiveService.jar("adapters");
        Program.Ended good = calls(jar, List.of(THP, "-XX:+AlwaysPreTouch"));
        assertTrue(good.out().contains("dropwizard healthy OK The heap is on huge pages: THP"), good.out());
        assertTrue(good.out().contains("microprofile UP OK The heap is on huge pages: THP"), good.out());
        Program.Ended advice = calls(jar, List.of());
        assertTrue(advice.out().contains("dropwizard healthy ADVICE "), advice.out());
        assertTrue(advice.out().contains("microprofile UP ADVICE "), advice.out());
        Program.Ended strict = calls(jar, List.of(), "INFO");
        assertTrue(strict.out().contains("dropwizard unhealthy DOWN "), strict.out());
        assertTrue(strict.out().contains("microprofile DOWN DOWN "), strict.out());
    }

    private static Program.Ended calls(Path jar, List<String> options, Object... arguments) {
        Program.Ended ended = Program.of(jdk().java().toString(), "-Xms300m", "-Xmx300m", "-XX:+UseParallelGC")
                .with(options.toArray())
                .with("-jar", jar)
                .with(arguments)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        System.out.print(ended.out());
        return ended;
    }
}
