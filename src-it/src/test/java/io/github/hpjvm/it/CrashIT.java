package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Advised;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.LimitedGroup;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real JVMs in a group that allows them fewer pages than the pool has reserved for them. */
@Tag("jdks")
class CrashIT {
    private static final long ENOUGH_TO_START = 20L << 20;
    private static final long ENOUGH = 1L << 30;
    private static final long PAGES = 300;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Program program(Jdk jdk, Path log) {
        return LiveJvm.program(
                jdk,
                folder,
                List.of("-XX:+UseLargePages", "-XX:+UseG1GC", "-Xms128m", "-Xmx128m", "-XX:ErrorFile=" + log));
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void crashLogNamesTheCause(int feature) {
        if (feature == 11 || feature == 21) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        HOST.pool(PAGES);
        Path log = folder.resolve("hs_err.log");
        try (LimitedGroup group = LimitedGroup.allowing(ENOUGH_TO_START)) {
            Program.Ended died = group.in(program(jdk, log)).run();
            assertNotEquals(0, died.exitCode(), died.out());
        }
        assertTrue(Files.isReadable(log));
        Advised advised = Advised.with("--hs-err", log);
        assertEquals(3, advised.exitCode(), advised.text());
        assertEquals("FINDING", advised.status("HP-104", "jvm"));
        assertEquals(
                "CRITICAL", advised.outcome("HP-104", "jvm").get("severity").asText());
        assertTrue(advised.text().contains("died of SIGBUS"), advised.text());
        assertTrue(advised.text().contains("hugetlb.2MB.max"), advised.text());
    }

    /** The same group, examined before the crash: the printed command resolves the finding. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void adviceRaisesTheLimitBeforeTheCrash(int feature) {
        if (feature == 25) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        HOST.pool(PAGES);
        try (LimitedGroup group = LimitedGroup.allowing(ENOUGH);
                Program.Running running =
                        group.in(program(jdk, folder.resolve("hs_err.log"))).start()) {
            Poll.until("it is ready", () -> running.outSoFar().contains("ready"));
            assertEquals("PASS", Advised.of(running.pid()).status("HP-104", "jvm"));
            group.allow(128L << 20);
            Advised advised = Advised.of(running.pid());
            assertEquals(3, advised.exitCode(), advised.text());
            assertEquals("FINDING", advised.status("HP-104", "jvm"));
            advised.type(folder);
            assertEquals("PASS", Advised.of(running.pid()).status("HP-104", "jvm"));
        }
    }
}
