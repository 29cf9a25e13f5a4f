package io.github.hpjvm.it.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.Observation.End;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hp-cli predict} by hand, each beside what the JVM itself says or does in the same state of the host. */
@Tag("jdks")
class PredictIT {
    private static final String BASE = "BASE 4096";
    private static final String THP = "THP 2097152";
    private static final String HUGETLB = "HUGETLB 2097152";
    private static final Bytes PAGE = Bytes.ofMiB(2);

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Forecast forecast;
    private Observation seen;

    /** Predicts, then starts it, in the same state of the host. */
    private void both(int release, String host, String... arguments) throws Scene.NotPossible {
        Needs.root();
        Jdk jdk = Needs.jdk(release);
        Case it = Case.of(release, host, arguments);
        try (Scene scene = Scene.set(HOST, it.host())) {
            forecast = Forecast.of(jdk, arguments);
            seen = new Observer(folder).observe(it, jdk, scene);
        }
    }

    private PageKind heapSeen() {
        return seen.heap().flatMap(Seen::kind).orElseThrow(() -> new AssertionError(seen));
    }

    @Test
    void jdk25RefusesRemovedFlag() throws Scene.NotPossible {
        both(25, "", "-XX:+UseHugeTLBFS", "-Xmx64m");
        assertEquals(3, forecast.exitCode());
        assertFalse(forecast.starts());
        assertEquals(End.REFUSED, seen.end());
        assertTrue(seen.said().contains(forecast.refusal()), seen.said());
    }

    @Test
    void jdk17HeapGetsAllOrNothing() throws Scene.NotPossible {
        both(17, "pool=600", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages", "-Xlog:pagesize");
        assertEquals(HUGETLB, forecast.pages("code"));
        assertEquals(BASE, forecast.pages("heap"));
        assertTrue(forecast.warnings().contains("RESERVATION_FAILED"));
        assertTrue(forecast.risks().contains("POOL_WASTED"));
        assertEquals(PageKind.BASE, heapSeen());
        assertTrue(seen.said().contains("Failed to reserve and commit memory"), seen.said());
        assertTrue(
                seen.said().lines().anyMatch(line -> line.contains("CodeHeap") && line.contains("page_size=2M")),
                seen.said());
        assertTrue(
                seen.said().lines().anyMatch(line -> line.contains("Heap:") && line.contains("page_size=4K")),
                seen.said());
        assertEquals(Map.of(PAGE, forecast.taken().get(0)), seen.takenAtStart());
        assertEquals(forecast.taken().get(0), forecast.taken().get(1), "known to the page");
    }

    /** The lines with their sizes in bytes; the addresses differ from start to start. */
    @ParameterizedTest(name = "JDK {0}, {1} pages")
    @CsvSource({"8, 1", "11, 1", "17, 1", "21, 1", "25, 1", "8, 125", "17, 125", "25, 125"})
    void eachFailedReservationIsALine(int release, int pages) throws Scene.NotPossible {
        both(release, "pool=" + pages, "-XX:+UseG1GC", "-Xms512m", "-Xmx512m", "-XX:+UseLargePages");
        List<String> said = seen.said()
                .lines()
                .filter(line -> line.contains("warning: Failed to reserve"))
                .map(line -> line.replaceAll(".*warning: |0x[0-9a-f]+", "").replace("req_addr: ", "req_addr: ..."))
                .toList();
        assertFalse(said.isEmpty());
        assertEquals(said, forecast.warningTexts());
    }

    /** JDK-8281181: 8 computes one processor from a small weight, and newer updates of the others do not. */
    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 25})
    void aWeightSelectsTheCollectorOf8(int release) {
        Needs.root();
        Jdk jdk = Needs.jdk(release);
        try (ControlGroup group = ControlGroup.of(
                        "cpu", "hp-it-weight-" + ProcessHandle.current().pid())
                .orElseThrow()) {
            group.halfWeight();
            String enter = "echo $$ > " + group.procs() + " && exec \"$@\"";
            String flags = Program.of(jdk.java().toString(), "-XX:+PrintFlagsFinal", "-version")
                    .through("sh", "-c", enter, "sh")
                    .run()
                    .out();
            JsonNode vm = Results.parse(Cli.with("predict", "--format", "json", "--", jdk.java())
                            .through("sh", "-c", enter, "sh")
                            .run()
                            .out())
                    .root()
                    .path("jvm");
            // 8 leaves all these flags false if it selects Serial.
            List<String> collectors = flags.lines()
                    .filter(line -> line.matches(" *bool Use(Parallel|G1)GC +:?= true .*"))
                    .map(line -> line.strip().split(" +")[1])
                    .toList();
            assertEquals(release == 8 ? List.of() : List.of("UseG1GC"), collectors);
            assertEquals(release == 8 ? "SERIAL" : "G1", vm.path("gc").asText());
        }
    }

    @Test
    void jdk8WithSystemVSharedMemory() throws Scene.NotPossible {
        both(8, "pool=300", "-XX:+UseSHM", "-Xmx128m", "-XX:+UseSerialGC");
        assertEquals(HUGETLB, forecast.pages("heap"));
        assertEquals(BASE, forecast.pages("code"));
        assertEquals(PageKind.HUGETLB, heapSeen());
        assertEquals(PageKind.BASE, seen.code().flatMap(Seen::kind).orElseThrow());
        assertEquals(List.of(64L, 64L, 64L, 64L), forecast.taken());
        assertEquals(Map.of(PAGE, 64L), seen.takenAtStart());
    }

    @ParameterizedTest(name = "shmem_enabled {0}, {1}")
    @CsvSource({
        "never, -XX:-ZGenerational, BASE",
        "never, -XX:+ZGenerational, BASE",
        "advise, -XX:-ZGenerational, THP",
        "advise, -XX:+ZGenerational, THP"
    })
    void zgcOfJdk21FollowsShmemEnabled(String word, String generations, PageKind kind) throws Scene.NotPossible {
        both(21, "shmem=" + word, "-XX:+UseZGC", generations, "-XX:+UseTransparentHugePages", "-Xmx128m");
        assertEquals(kind == PageKind.THP ? THP : BASE, forecast.pages("heap"));
        assertEquals(kind, heapSeen());
        assertEquals(THP, forecast.pages("code"));
        assertEquals(PageKind.THP, seen.code().flatMap(Seen::kind).orElseThrow());
    }

    @Test
    void jdk11NeedsNoFlagInAlwaysMode() throws Scene.NotPossible {
        both(11, "enabled=always", "-XX:+UseParallelGC", "-Xms128m", "-Xmx128m");
        assertEquals(THP, forecast.pages("heap"));
        assertEquals(PageKind.THP, heapSeen());
    }

    @Test
    void zgcOfJdk11HasBasePagesInAlwaysMode() throws Scene.NotPossible {
        both(
                11,
                "enabled=always,shmem=advise",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseZGC",
                "-XX:+UseTransparentHugePages",
                "-Xmx128m");
        assertEquals(BASE, forecast.pages("heap"));
        assertEquals(PageKind.BASE, heapSeen());
    }

    /** Before 22 the explicit minus turns all of them off; see JDK-8261894. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void minusBesidePlus(int release) throws Scene.NotPossible {
        both(release, "pool=300", "-XX:+UseLargePages", "-XX:-UseTransparentHugePages", "-XX:+UseSerialGC", "-Xmx128m");
        assertEquals(release == 17 ? BASE : HUGETLB, forecast.pages("heap"));
        assertEquals(release == 17 ? PageKind.BASE : PageKind.HUGETLB, heapSeen());
        assertEquals(release == 17, forecast.warnings().contains("LARGE_PAGES_DISABLED"));
        assertEquals(release == 17, seen.said().contains("UseLargePages disabled"));
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 21, 25})
    void zgcStartsAndExhaustsThePool(int release) throws Scene.NotPossible {
        both(release, "pool=200", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms64m", "-Xmx512m", "-XX:-ZUncommit");
        assertEquals(0, forecast.exitCode());
        assertEquals(HUGETLB, forecast.pages("heap"));
        assertTrue(
                forecast.risks().contains("POOL_ENDS_WHILE_GROWING"),
                () -> forecast.root().toString());
        assertEquals(End.OUT_OF_MEMORY, seen.end());
        assertTrue(seen.said().contains("Forced to lower max Java heap size"), seen.said());
        assertEquals(Map.of(PAGE, 200L), seen.takenFilled());
        assertEquals(200L, forecast.taken().get(3));
    }

    @Test
    @Tag("slow")
    void onePageOfASnapshotDecidesThePrediction() throws IOException {
        Jdk jdk = Needs.jdk(17);
        HOST.pool(632);
        Path snapshot = folder.resolve("host.json");
        Program.Ended ended = Cli.with("snapshot", "-o", snapshot).run();
        assertEquals(0, ended.exitCode(), ended.err());
        String[] arguments = {"-XX:+UseSerialGC", "-XX:+UseLargePages", "-Xmx1g"};
        assertEquals(HUGETLB, Forecast.of(snapshot, jdk, arguments).pages("heap"));
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = (ObjectNode) json.readTree(snapshot.toFile());
        ((ObjectNode) root.at("/host/pools/value/0")).put("free", 631);
        Path edited = folder.resolve("edited.json");
        json.writeValue(edited.toFile(), root);
        assertEquals(BASE, Forecast.of(edited, jdk, arguments).pages("heap"));
    }

    @ParameterizedTest(name = "{0} pages")
    @CsvSource({"632, HUGETLB", "631, BASE"})
    void onePageOfThePoolDecidesTheRun(long pages, PageKind kind) throws Scene.NotPossible {
        both(17, "pool=" + pages, "-XX:+UseSerialGC", "-XX:+UseLargePages", "-Xmx1g");
        assertEquals(kind == PageKind.HUGETLB ? HUGETLB : BASE, forecast.pages("heap"));
        assertEquals(kind, heapSeen());
    }

    @Test
    void argumentsReachNoJvm() throws IOException {
        Path strace = Needs.program("strace");
        Jdk jdk = Needs.jdk(17);
        Path trace = folder.resolve("trace");
        Path log = folder.resolve("gc.log");
        // hp-cli's own JVM runs from another path: these lines show the JVM that predict asks.
        Path own =
                Files.createSymbolicLink(folder.resolve("java"), Jdks.running().java());
        Program.Ended ended = Cli.with("predict", "--", jdk.java(), "-Xmx77m", "-XX:+AlwaysPreTouch")
                .with("-Xlog:gc*:file=" + log, "-javaagent:/nowhere/agent.jar", "-jar", "/nowhere/app.jar")
                .set("HP_CLI_JAVA", own)
                .through(strace, "-f", "-s", "4096", "-e", "trace=execve", "-o", trace)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertFalse(Files.exists(log));
        List<String> started = Files.readAllLines(trace).stream()
                .filter(line -> line.contains("execve(\"" + jdk.java() + "\""))
                .toList();
        assertNotEquals(List.of(), started, "java without arguments prints its flags");
        for (String line : started) {
            assertTrue(line.contains("\"-XX:+PrintFlagsFinal\", \"-version\"]"), line);
            for (String word : List.of("77m", "PreTouch", "Xlog", "agent", "app.jar")) {
                assertFalse(line.contains(word), line);
            }
        }
    }

    /** The flag came with 17.0.10 (JDK-8312182). */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"17.0.9/temurin, false", "17.0.10/temurin, true"})
    void predictsForAJdkThatIsNotInstalled(String version, boolean starts) {
        Forecast forecast = Forecast.of(
                version, "-XX:+UnlockDiagnosticVMOptions", "-XX:-THPStackMitigation", "-Xmx1g", "-XX:+UseG1GC");
        assertEquals(starts, forecast.starts(), () -> forecast.root().toString());
        assertEquals(starts ? 0 : 3, forecast.exitCode());
    }
}
