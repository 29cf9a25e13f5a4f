package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code hp-cli try}: commands of all kinds under each variant. */
class TryIT extends TryScene {
    @Test
    void comparesAMetric() {
        Program.Ended ended = attempt.under(BOTH, "--metric", "tps = ([0-9]+)", "--better", "higher")
                .with("--")
                .with(attempt.work(Jdks.running(), 64, 1500))
                .set("JDK_JAVA_OPTIONS", "-Dmine=kept")
                .run();
        Results results = done(ended);
        assertTrue(ended.err().contains("flags     passed in JDK_JAVA_OPTIONS"), ended.err());
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals(run.variant().equals("thp") ? "THP" : "BASE", run.kind());
            assertEquals(64 << 17, run.node().get("score").asInt());
            assertEquals("tps", run.node().get("unit").asText());
            assertTrue(run.node().get("higherIsBetter").asBoolean());
            assertTrue(run.node().at("/usage/wallMillis").asLong() >= 1500);
            assertTrue(run.node().at("/usage/minorFaults").asLong() > 0);
            assertTrue(run.node().at("/price/residentBytes").asLong() >= 64 << 20);
            JsonNode jvm = run.node().at("/jvms/0");
            assertEquals("Work", jvm.get("main").asText());
            assertTrue(jvm.get("flagsArrived").asBoolean());
            assertTrue(jvm.get("judged").asBoolean());
        }
        assertTrue(attempt.output("thp", ".out").contains("mine = kept"));
    }

    @Test
    @Tag("slow")
    void endsJvmsThatAScriptLeaves() {
        Path script = attempt.script(
                "(setsid " + attempt.line(Jdks.running(), 8, 600_000) + " > /dev/null 2>&1 &)",
                attempt.line(Jdks.running(), 64, 3000));
        Program.Ended ended = attempt.under(BOTH).with("--", script).run();
        Results results = done(ended);
        assertTrue(ended.err().contains("is not a java launcher"), ended.err());
        assertTrue(ended.err().contains("JDK_JAVA_OPTIONS, which reached each of them"), ended.err());
        Run thp = results.run("thp");
        assertEquals(2, thp.node().get("jvms").size(), thp.node()::toString);
        thp.node().get("jvms").forEach(jvm -> {
            assertTrue(jvm.get("flagsArrived").asBoolean(), jvm::toString);
            boolean large = jvm.get("heapBytes").asLong() > 32 << 20;
            assertEquals(jvm.get("judged").asBoolean(), large, thp.node()::toString);
        });
        assertTrue(thp.realised(), thp::reason);
        assertTrue(thp.notes().contains("the command started 2 JVMs"), thp::notes);
    }

    @Test
    @Tag("slow")
    void usesTheVariableThatReachesTheJvm() {
        Path script = attempt.script("unset JDK_JAVA_OPTIONS", "exec " + attempt.line(Jdks.running(), 64, 2500));
        Program.Ended ended = attempt.under(BOTH).with("--", script).run();
        assertTrue(done(ended).run("thp").realised());
        // A terminal has 80 columns.
        assertTrue(
                ended.err()
                        .replaceAll("\\s+", " ")
                        .contains("JAVA_TOOL_OPTIONS: JDK_JAVA_OPTIONS did not reach each of them"),
                ended.err());
    }

    @Tag("jdks")
    @Test
    void usesJavaToolOptionsForJdk8() {
        Jdk eight = Needs.jdk(8);
        Program.Ended ended =
                attempt.under(BOTH, "--").with(attempt.work(eight, 64, 2500)).run();
        Results results = done(ended);
        assertTrue(ended.err().contains("flags     passed in JAVA_TOOL_OPTIONS: JDK 8"), ended.err());
        assertTrue(results.run("thp").realised(), results.run("thp")::reason);
        assertTrue(results.run("baseline").realised(), results.run("baseline")::reason);
    }

    @Test
    void startsLoadsAndEndsAServer() {
        Path load = attempt.script("sleep 0.3", "echo requests = 12");
        Program.Ended ended = attempt.under(BOTH, "--until", "^ready", "--load", load + " x", "--repeat-load", "2")
                .with("--metric", "requests = ([0-9]+)", "--better", "higher", "--")
                .with(attempt.work(Jdks.running(), 64, 600_000))
                .run();
        for (Run run : done(ended).runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals("[12.0,12.0]", run.node().get("iterations").toString());
            assertTrue(run.node().at("/price/startMillis").asLong() > 0);
            assertEquals(2, run.node().at("/jvms/0/seenAtMillis").size(), "before the load and after it");
        }
    }

    @Test
    @Tag("slow")
    void sizesThePoolForTheCommandAndRestoresIt() {
        Needs.root();
        Program.Ended ended = attempt.under("baseline,hugetlb", "--provision")
                .with("--")
                .with(attempt.work(Jdks.running(), 64, 2500))
                .setAll(HOST.handOver())
                .run();
        Results results = done(ended);
        assertTrue(results.run("hugetlb").realised(), results.run("hugetlb")::reason);
        assertEquals("HUGETLB", results.run("hugetlb").kind());
        assertTrue(results.run("hugetlb").node().at("/price/residentBytes").asLong() >= 64 << 20, "with hugetlb");
        assertTrue(ended.err().contains("changed   /proc/sys/vm/nr_hugepages: set to "), ended.err());
        assertTrue(ended.err().contains("restored  /proc/sys/vm/nr_hugepages: restored to 0"), ended.err());
    }
}
