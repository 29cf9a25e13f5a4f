package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code --require} on real JVMs: its exit code is that of their smaps. */
class RequireIT {
    private static final String THP = "-XX:+UseTransparentHugePages";

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void madvise() {
        Needs.root();
        HOST.set(HostState.ENABLED, "madvise");
    }

    private LiveJvm start(String... flags) {
        return LiveJvm.start(Jdks.running(), folder, List.of(flags));
    }

    private static void assertAnswer(int exitCode, String sentence, Object... arguments) {
        Program.Ended ended = Cli.with(arguments).run();
        assertEquals(exitCode, ended.exitCode(), ended::toString);
        assertEquals(1, ended.out().lines().count(), ended.out());
        assertTrue(ended.out().contains(sentence), ended.out());
    }

    @Test
    void touchedHeapHoldsWhatItHas() {
        try (LiveJvm jvm = start(THP, "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")) {
            assertAnswer(0, "holds: heap: ", "advise", jvm.pid(), "--require", "thp");
            assertAnswer(0, "holds: heap: ", "advise", jvm.pid(), "--require", "any=90", "--wait", "60");
            assertAnswer(3, "does not hold: heap: 0 % of ", "advise", jvm.pid(), "--require", "hugetlb");
        }
    }

    @Test
    void heapOnBasePagesDoesNot() {
        try (LiveJvm jvm = start("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")) {
            assertAnswer(3, "does not hold: heap: 0 % of ", "advise", jvm.pid(), "--require", "thp");
            long begun = System.nanoTime();
            assertAnswer(3, "does not hold: heap: 0 % of ", "advise", jvm.pid(), "--require", "any", "--wait", "3");
            assertTrue(System.nanoTime() - begun >= 3_000_000_000L, "it waits");
        }
    }

    @Test
    void poolHoldsBeforeItsPagesAreTouched() {
        HOST.pool(400);
        try (LiveJvm jvm = start("-XX:+UseLargePages", "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m")) {
            assertAnswer(0, "holds: heap: ", "advise", jvm.pid(), "--require", "hugetlb");
            assertAnswer(0, "holds: heap: ", "advise", jvm.pid(), "--require", "hugetlb", "--region", "heap,code");
        }
    }

    @Test
    void predictionIsTheAnswerOfTheJvm() {
        String java = Jdks.running().java().toString();
        assertAnswer(0, "holds: heap: ", "predict", "--require", "thp", "--", java, THP, "-Xmx256m", "Main");
        assertAnswer(3, "does not hold: heap: base", "predict", "--require", "thp", "--", java, "-Xmx256m", "Main");
    }
}
