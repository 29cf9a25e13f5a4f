package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ForgedLibjvm;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that forges the tables of HotSpot spoils no more than its own row, and delays a command for a bounded time. */
@Tag("beside")
class ForgedTablesIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "endless, without an end",
        "wild, null pointer or one into the kernel",
        "never, no memory at",
        "untouched, its tables have no Universe::_collectedHeap"
    })
    @Tag("slow")
    void forgedTablesAreUnknown(String kind, String reason) throws IOException {
        Needs.root();
        try (Running forger = ForgedLibjvm.start(folder, kind);
                LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            Program.Ended advice = Cli.with("advise", "--pid", forger.pid(), "--format", "json")
                    .limit(LIMIT)
                    .run();
            assertEquals(4, advice.exitCode(), advice.err());
            assertEquals("", advice.err());
            assertTrue(advice.out().contains(reason), advice.out());
            for (String command : List.of("jvms", "metrics", "snapshot")) {
                Program.Ended ended = Cli.with(command).limit(LIMIT).run();
                assertEquals(0, ended.exitCode(), ended.err());
                assertTrue(ended.out().contains(Long.toString(jvm.pid())), ended.out());
            }
            assertTrue(forger.isAlive());
        }
    }
}
