package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.ForeignJmh;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveService;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.jmh.HugePagesProfiler;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code -prof hp} of hp-jmh, in the benchmarks.jar of a Maven project and with the oldest JMH. */
@Tag("jdks")
class JmhProfilerIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final List<String> SHORT =
            List.of("-wi", "1", "-w", "100ms", "-i", "2", "-r", "100ms", "-foe", "true");

    private static final int HEAP = 256 << 20;

    @TempDir
    private Path folder;

    static List<Jdk> jdks() {
        return Jdks.among(8, 25);
    }

    private static Program sample(Jdk jdk, Object... options) {
        return Program.of(jdk.java().toString(), "-jar", LiveService.jar("jmh").toString())
                .with(SHORT.toArray())
                .with(options)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");
    }

    private static double score(JsonNode result, String name) {
        return result.at("/secondaryMetrics/" + name + "/score").asDouble(-1);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void addsPagesToEveryResult(Jdk jdk) throws IOException {
        Path json = folder.resolve("result.json");
        Program.Ended ended =
                sample(jdk, "-prof", "hp", "-rf", "json", "-rff", json).run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        JsonNode results = new ObjectMapper().readTree(json.toFile());
        JsonNode base = results.get(0);
        JsonNode thp = results.get(1);
        assertEquals(
                "io.github.hpjvm.services.jmh.RandomReads.thp",
                thp.get("benchmark").asText());
        assertEquals(0, score(base, "hp.heap.huge"), ended.out());
        assertEquals(0, score(base, "hp.requested"), ended.out());
        assertTrue(score(thp, "hp.heap.huge") >= 95, ended.out());
        assertEquals(1, score(thp, "hp.requested"), ended.out());
        assertEquals("THP", thp.at("/secondaryMetrics/hp.requested/scoreUnit").asText());
        assertTrue(score(thp, "hp.pageFaults") >= 0, ended.out());
        // 8 bytes for each page of 4 KiB of the heap of 256 MiB.
        assertTrue(score(base, "hp.pageTables") > HEAP / 4096 * 8, ended.out());
    }

    @Test
    void seesTheHugetlbPool() throws IOException {
        // The heap takes 128 pages, the code cache 120, and the tables of G1 the rest.
        HOST.pool(300);
        Path json = folder.resolve("result.json");
        Program.Ended ended = sample(Needs.jdk(25), "RandomReads.base", "-prof", "hp:require=hugetlb=99")
                .with("-jvmArgsAppend", "-Xms256m -Xmx256m -XX:+AlwaysPreTouch -XX:+UseLargePages")
                .with("-rf", "json", "-rff", json)
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        JsonNode result = new ObjectMapper().readTree(json.toFile()).get(0);
        assertEquals(100, score(result, "hp.heap.huge"), ended.out());
        assertEquals(
                "HUGETLB", result.at("/secondaryMetrics/hp.requested/scoreUnit").asText());
        assertTrue(score(result, "hp.pageTables") < HEAP / 4096 * 8, ended.out());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void failsAForkWithoutTheRequiredPages(Jdk jdk) {
        assertEquals(
                0,
                sample(jdk, "RandomReads.thp", "-prof", "hp:require=thp").run().exitCode());
        Program.Ended other =
                sample(jdk, "RandomReads.base", "-prof", "hp:require=any").run();
        assertEquals(1, other.exitCode(), other.out());
        assertTrue(other.out().contains("hp:require=any: 0.0 MiB of the heap on THP"), other.out());
        assertTrue(other.out().contains("request NONE: add -XX:+UseTransparentHugePages"), other.out());
    }

    @Test
    void namesTheModeOfTheKernel() {
        Jdk jdk = Needs.jdk(25);
        HOST.set(HostState.ENABLED, "never");
        Program.Ended ended =
                sample(jdk, "RandomReads.thp", "-prof", "hp:require=thp").run();
        assertEquals(1, ended.exitCode(), ended.out());
        assertTrue(ended.out().contains("transparent_hugepage/enabled must be madvise or always"), ended.out());
    }

    @Test
    void refusesAnUnknownOption() {
        Program.Ended ended = sample(Needs.jdk(8), "-prof", "hp:pages=thp").run();
        assertEquals(1, ended.exitCode(), ended.out());
        assertTrue((ended.out() + ended.err()).contains("hp: unknown option pages=thp"), ended.err());
    }

    @Test
    void worksWithTheOldestJmh() throws URISyntaxException {
        Path samples = ForeignJmh.samples121(folder);
        Path jar = Path.of(HugePagesProfiler.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Program.Ended ended = Program.of(Needs.jdk(8).java().toString(), "-cp", samples + ":" + jar)
                .with("org.openjdk.jmh.Main", "JMHSample_01")
                .with(SHORT.toArray())
                .with("-f", 1, "-prof", "hp:require=thp")
                .with("-jvmArgs", "-Xms128m -Xmx128m -XX:+AlwaysPreTouch -XX:+UseTransparentHugePages")
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        assertTrue(ended.out().contains(":hp.heap.huge"), ended.out());
        assertFalse(ended.out().contains("<failure>"), ended.out());
    }
}
