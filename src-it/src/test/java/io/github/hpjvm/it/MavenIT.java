package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./mvnw -pl hp-bench verify} in a copy of the tree, with the local repository of the machine. */
class MavenIT {
    private static final Set<String> NOT_OURS = Set.of(".git", "target", "hp-bench-results");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private static Path folder;

    private static Path tree;

    @BeforeAll
    static void copy() {
        Needs.lab();
        tree = Trees.copy(
                Path.of(System.getProperty("hp.root")),
                folder.resolve("a fresh clone"),
                path -> NOT_OURS.contains(path.getFileName().toString()));
    }

    @BeforeEach
    void noResultsYet() {
        Trees.delete(results());
    }

    private Path results() {
        return tree.resolve("hp-bench/target/hp-bench");
    }

    private Program.Ended verify(Object... properties) {
        return Program.of(tree.resolve("mvnw").toString(), "-o", "-B", "-q", "-pl", "hp-bench", "verify")
                .with("-Dtest=NoSuchTest", "-Dsurefire.failIfNoSpecifiedTests=false", "-Dspotless.check.skip")
                .with(properties)
                .unset(HostLock.HAND_OVER)
                .setAll(HOST.handOver())
                .in(tree)
                .limit(Duration.ofMinutes(5))
                .run();
    }

    @Test
    void invalidPropertyFailsTheBuildInOneLine() {
        Program.Ended ended = verify("-Dhp.rounds=x");
        assertNotEquals(0, ended.exitCode());
        String said = ended.out() + ended.err();
        assertEquals(
                1, said.lines().filter(line -> line.startsWith("hp-bench: ")).count(), said);
        assertTrue(said.contains("hp-bench: rounds: 'x' is not a whole number"), said);
        assertFalse(Files.exists(results().resolve("results.json")));
    }

    @Test
    void skipsOnRequest() {
        Program.Ended ended = verify("-Dhp.skip");
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        assertFalse(Files.exists(results()));
    }

    @Test
    void buildWritesItsFiles() throws IOException {
        Program.Ended ended = verify(
                "-Dhp.profile=smoke",
                "-Dhp.workloads=ByteArrayTouch",
                "-Dhp.params=size=1000,2000",
                "-Dhp.variants=baseline,thp",
                "-Dhp.seed=7");
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        for (String name : new String[] {"results.json", "jmh.json", "report.txt", "report.html"}) {
            assertTrue(Files.size(results().resolve(name)) > 100, name);
        }
        Results results = Results.in(results());
        assertEquals(7, results.root().get("seed").asInt());
        assertEquals("smoke", results.root().get("profile").asText());
        assertEquals(6, results.runs().size(), "two sizes of baseline, its twin and thp");
        assertTrue(ended.out().contains("ByteArrayTouch.touch"), ended.out());
    }

    @Test
    void failedGateFailsTheBuild() {
        Program.Ended ended = verify(
                "-Dhp.profile=smoke",
                "-Dhp.workloads=KnownCost",
                "-Dhp.variants=baseline,extra50",
                "-Dhp.rounds=6",
                "-Dhp.gate=KnownCost:extra50<=1");
        assertNotEquals(0, ended.exitCode());
        String said = ended.out() + ended.err();
        JsonNode comparison = Results.in(results()).comparison("extra50");
        String interval = String.format(
                Locale.ROOT,
                "95 %% interval [%.3f, %.3f]",
                comparison.at("/ci95/0").asDouble(),
                comparison.at("/ci95/1").asDouble());
        List<String> lines =
                said.lines().filter(line -> line.startsWith("hp-bench: ")).toList();
        assertEquals(1, lines.size(), said);
        assertTrue(lines.get(0).startsWith("hp-bench: gate KnownCost:extra50<=1 failed: "), said);
        assertTrue(lines.get(0).contains(interval), () -> interval + " in " + lines);
        assertTrue(said.contains("or a gate failed; what starts with \"hp-bench:\" above says why"), said);
    }
}
