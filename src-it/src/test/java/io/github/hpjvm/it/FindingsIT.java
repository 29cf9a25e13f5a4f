package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Advised;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems of a JVM or its host are found. The printed commands and a restart of the JVM resolve them. */
@Tag("jdks")
class FindingsIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Advised advised(int feature, String... options) {
        List<String> all = new ArrayList<>(List.of("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch"));
        all.addAll(List.of(options));
        try (LiveJvm live = LiveJvm.start(Needs.jdk(feature), folder, all)) {
            return Advised.of(live.pid());
        }
    }

    private static void assertFound(Advised advised, String rule, String subject, String severity) {
        assertEquals("FINDING", advised.status(rule, subject), advised.text());
        assertEquals(severity, advised.outcome(rule, subject).get("severity").asText());
        assertEquals(severity.equals("INFO") ? 0 : 3, advised.exitCode());
        assertTrue(advised.text().contains(rule), advised.text());
    }

    private static String kind(Advised advised, String region) {
        return advised.region(region).orElseThrow().at("/observed/kind").asText();
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {8, 17, 25})
    void adviceFillsEmptyPool(int feature) {
        if (feature != 17) {
            Needs.lab();
        }
        Needs.program("sysctl");
        HOST.pool(0);
        Advised before = advised(feature, "-XX:+UseG1GC", "-XX:+UseLargePages");
        assertFound(before, "HP-101", "heap", "WARNING");
        assertEquals("BASE", kind(before, "heap"));
        assertEquals(
                "HUGETLB", before.region("heap").orElseThrow().get("requested").asText());
        assertEquals(
                "NONE", before.region("stacks").orElseThrow().get("requested").asText());
        assertEquals("0", HostState.value(HostState.POOL), "looking changes nothing");
        before.type(folder);
        Advised after = advised(feature, "-XX:+UseG1GC", "-XX:+UseLargePages");
        assertEquals("PASS", after.status("HP-101", "heap"), after.text());
        assertEquals("HUGETLB", kind(after, "heap"));
    }

    /** The heap gets all or nothing, and the code cache is reserved first. */
    @Test
    @Tag("slow")
    void poolTakenByCodeCacheIsReported() {
        Needs.program("sysctl");
        HOST.pool(130);
        Advised before = advised(17, "-XX:+UseG1GC", "-XX:+UseLargePages");
        assertFound(before, "HP-101", "heap", "WARNING");
        assertEquals("HUGETLB", kind(before, "code"));
        before.type(folder);
        assertEquals("PASS", advised(17, "-XX:+UseG1GC", "-XX:+UseLargePages").status("HP-101", "heap"));
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {11, 21})
    void printedCommandEnablesPmdSize(int feature) {
        if (feature == 11) {
            Needs.lab();
        }
        Needs.that(Files.exists(HostState.ENABLED_2M), "a THP policy for each size");
        HOST.set(HostState.ENABLED_2M, "never");
        Advised before = advised(feature, "-XX:+UseG1GC", "-XX:+UseTransparentHugePages");
        assertFound(before, "HP-102", "heap", "WARNING");
        before.type(folder);
        Advised after = advised(feature, "-XX:+UseG1GC", "-XX:+UseTransparentHugePages");
        assertEquals("PASS", after.status("HP-102", "heap"), after.text());
        assertEquals("THP", kind(after, "heap"));
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    @Tag("slow")
    void zgcNeedsShmemEnabled(int feature) {
        if (feature == 25) {
            Needs.lab();
        }
        HOST.set(HostState.SHMEM, "never");
        Advised before = advised(feature, "-XX:+UseZGC", "-XX:+UseTransparentHugePages");
        assertFound(before, "HP-105", "heap", "WARNING");
        assertEquals("NOT_APPLICABLE", before.status("HP-102", "heap"));
        before.type(folder);
        Advised after = advised(feature, "-XX:+UseZGC", "-XX:+UseTransparentHugePages");
        assertEquals("PASS", after.status("HP-105", "heap"), after.text());
        assertEquals("THP", kind(after, "heap"));
    }

    @Test
    void poolOfACampaignIsNotReturned() {
        HOST.pool(200);
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            Advised before = Advised.of(live.pid());
            assertEquals("NOT_APPLICABLE", before.status("HP-106", "2M pool"));
            assertEquals(0, before.root().get("plan").size());
        }
    }

    @Test
    @Tag("slow")
    void reportsAvailableHugePages() {
        Advised before = advised(17, "-XX:+UseG1GC");
        assertFound(before, "HP-103", "heap", "INFO");
        Advised after = advised(17, "-XX:+UseG1GC", "-XX:+UseTransparentHugePages");
        assertEquals("NOT_APPLICABLE", after.status("HP-103", "heap"));
        assertEquals("PASS", after.status("HP-102", "heap"));
    }
}
