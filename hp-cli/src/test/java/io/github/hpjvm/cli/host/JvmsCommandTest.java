package io.github.hpjvm.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.json.JvmsJson;
import io.github.hpjvm.advisor.read.vm.HsErr;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.cli.text.JvmsText;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmsCommandTest {

    private static final String LOG = """
            # SIGBUS (0x7) at pc=0x00007fb1f370472c, pid=4242, tid=4243
            # JRE version: OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9-LTS)
            # Java VM: OpenJDK 64-Bit Server VM (17.0.9+9-LTS, mixed mode, g1 gc, linux-amd64)

            VM Arguments:
            jvm_args: -XX:+UseG1GC -Xmx8g -XX:+UseLargePages
            java_command: com.example.Shop --token canary7
            """;

    @Test
    void eachJvmIsOneLine() {
        Jvm jvm = HsErr.parse(LOG).jvm();
        List<String> lines = JvmsText.lines(List.of(jvm), 80);
        assertEquals(2, lines.size());
        assertEquals(
                List.of("PID", "USER", "RELEASE", "GC", "MAX HEAP", "REQUESTED", "MAIN"),
                List.of(lines.get(0).strip().split(" {2,}")));
        assertEquals(
                List.of("4242", "?", "17.0.9+9-LTS", "G1", "8 GiB", "hugetlb", "com.example.Shop"),
                List.of(lines.get(1).strip().split(" {2,}")));
    }

    @Test
    void aLongMainClassKeepsItsEndAndFits() {
        Jvm jvm = HsErr.parse(LOG.replace("com.example.Shop", "com.example." + "x".repeat(200) + ".Shop"))
                .jvm();
        String line = JvmsText.lines(List.of(jvm), 80).get(1);
        assertTrue(line.length() <= 80 && line.endsWith("  ...Shop"), line);
    }

    @Test
    void namesAreWholeOffATerminal() {
        String name = "com.example." + "x".repeat(200) + ".Shop";
        Jvm jvm = HsErr.parse(LOG.replace("com.example.Shop", name)).jvm();
        assertTrue(JvmsText.lines(List.of(jvm), Integer.MAX_VALUE).get(1).endsWith("  " + name));
        assertTrue(JvmsText.lines(List.of(jvm), 120).get(1).endsWith("  ...Shop"));
    }

    @Test
    void documentHasTheColumnsAndTheCommandLine() throws IOException {
        JsonNode jvm = new ObjectMapper()
                .readTree(JvmsJson.write(List.of(HsErr.parse(LOG).jvm())))
                .get("jvms")
                .get(0);
        assertEquals(4242, jvm.get("pid").intValue());
        assertEquals(17, jvm.get("release").intValue());
        assertEquals("17.0.9+9", jvm.get("version").textValue());
        assertEquals("G1", jvm.get("gc").textValue());
        assertEquals(8L << 30, jvm.get("maxHeapBytes").longValue());
        assertEquals("HUGETLB", jvm.get("requested").textValue());
        assertEquals("com.example.Shop", jvm.get("main").textValue());
        for (String unknown : List.of("user", "unit", "container")) {
            assertTrue(jvm.get(unknown).isNull(), unknown);
        }
        assertEquals("HOTSPOT", jvm.get("vm").textValue());
        assertTrue(jvm.get("commandLine").isArray(), jvm::toString);
        assertFalse(jvm.toString().contains("canary7"));
    }

    @Test
    void withoutJvmsThereAreTitlesOnly() {
        assertEquals(1, JvmsText.lines(List.of(), 80).size());
    }

    @Test
    void theJvmOfHpCliIsNotListed() throws IOException {
        Called called = Called.with("jvms", "--format", "json");
        assertEquals(0, called.exitCode(), called.err());
        for (JsonNode jvm : new ObjectMapper().readTree(called.out()).get("jvms")) {
            assertNotEquals(ProcessHandle.current().pid(), jvm.get("pid").asLong());
        }
        PublishedSchema.named("jvms").assertDescribes(called.out());
    }

    /** Its reading has failed: the row has the reason, and all other JVMs have theirs. */
    @Test
    void aJvmThatCannotBeReadShowsWhy() {
        Fact<?> why = Fact.absent(Reason.MALFORMED, Source.of("/proc/4242", "hp-jvm failed to read it: a defect"));
        Jvm failed = FactsSamples.with(FactsSamples.with(JvmSamples.g1(21), "commandLine", why), "arguments", why);
        List<String> lines = JvmsText.lines(List.of(JvmSamples.g1(17), failed), 200);
        assertTrue(lines.get(1).endsWith("  com.example.Shop"), lines.get(1));
        assertTrue(lines.get(2).endsWith("  ? hp-jvm failed to read it: a defect"), lines.get(2));
    }
}
