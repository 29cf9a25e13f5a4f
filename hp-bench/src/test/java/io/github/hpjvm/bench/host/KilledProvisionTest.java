package io.github.hpjvm.bench.host;

import static io.github.hpjvm.bench.host.FakeHost.CHANGES;
import static io.github.hpjvm.bench.host.FakeHost.POOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** After a kill at any point the next restore restores the found values. */
class KilledProvisionTest {
    private static final List<String> AT_FIRST = List.of("0", "never", "never");

    @TempDir
    Path folder;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws IOException {
        host = FakeHost.in(folder.resolve("host"));
    }

    @Test
    void killedAtAnyPointOfAnyCall() throws IOException {
        int deaths = 0;
        for (boolean after : List.of(false, true)) {
            // apply: read, write, read back for each of three files; a second one changes the pool again; then restore.
            for (int call = 0; dies(call, after); call++) {
                deaths++;
                RestoreReport report = provisioner(host.files()).restore();

                assertTrue(report.isComplete(), "call " + call + ", after " + after + ": " + report.lines());
                assertEquals(AT_FIRST, host.values(), "call " + call + ", after " + after);
                assertFalse(Files.exists(folder.resolve("undo/undo.txt")));
            }
        }
        assertEquals(2 * (9 + 3 + 9), deaths);
    }

    private boolean dies(int call, boolean after) throws IOException {
        Provisioner doomed = provisioner(Hooked.killedAt(host.files(), call, after));
        try {
            doomed.apply(CHANGES);
            doomed.apply(List.of(new HostChange(POOL, "800")));
            doomed.restore();
            return false;
        } catch (Hooked.Killed e) {
            return true;
        }
    }

    /** The kernel ends the growth of a pool when the writer is killed. */
    @ParameterizedTest
    @CsvSource({"650, 0, true", "649, 0, false", "660, 11, false"})
    void restoresAnUnfinishedPoolIfItsPagesAreFree(String free, String reserved, boolean back) throws IOException {
        Provisioner doomed = provisioner(Hooked.killedAt(Hooked.shortOfMemory(host.files(), 650), 1, true));
        assertThrows(Hooked.Killed.class, () -> doomed.apply(CHANGES));
        host.set(FakeHost.FREE, free);
        host.set(FakeHost.RESERVED, reserved);

        RestoreReport report = provisioner(host.files()).restore();

        assertEquals(back ? "0" : "650", host.files().value(POOL));
        assertEquals(back, report.isComplete());
        if (!back) {
            Restored restored =
                    assertInstanceOf(Restored.Foreign.class, report.entries().get(0));
            assertTrue(restored.line().endsWith("echo 0 > /proc/sys/vm/nr_hugepages"), restored.line());
            assertTrue(restored.line().contains("700 (wanted, not read back)"), restored.line());
        }
    }

    @Test
    void leavesAPoolThatIsLargerThanTheUnfinishedWrite() throws IOException {
        Provisioner doomed = provisioner(Hooked.killedAt(Hooked.shortOfMemory(host.files(), 650), 1, true));
        assertThrows(Hooked.Killed.class, () -> doomed.apply(CHANGES));
        host.set(POOL, "701");
        host.set(FakeHost.FREE, "701");

        provisioner(host.files()).restore();

        assertEquals("701", host.files().value(POOL));
    }

    @Test
    void aKillInTheSecondWriteKeepsTheFirst() throws IOException {
        HostFiles shortOfMemory = Hooked.shortOfMemory(host.files(), 650);
        provisioner(shortOfMemory).apply(CHANGES);
        Provisioner doomed = provisioner(Hooked.killedAt(shortOfMemory, 1, false));
        assertThrows(Hooked.Killed.class, () -> doomed.apply(List.of(new HostChange(POOL, "800"))));

        assertTrue(provisioner(host.files()).restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"middle", "after", "hook"})
    void killMinus9OfARealProcess(String mode) throws Exception {
        try (ChildJvm child =
                ChildJvm.start(ProvisionChild.class, Map.of(), folder.resolve("undo"), host.root(), mode)) {
            assertEquals("READY", child.line());
            child.kill();
            assertEquals(
                    mode.equals("middle") ? List.of("700", "madvise", "never") : List.of("700", "madvise", "inherit"),
                    host.values());

            RestoreReport report = provisioner(host.files()).restore();

            assertTrue(report.isComplete(), report.toString());
            assertEquals(AT_FIRST, host.values());
        }
    }

    @Test
    void killOfARealProcessRunsItsHook() throws Exception {
        try (ChildJvm child =
                ChildJvm.start(ProvisionChild.class, Map.of(), folder.resolve("undo"), host.root(), "hook")) {
            assertEquals("READY", child.line());
            assertEquals(143, child.terminate());

            assertEquals(AT_FIRST, host.values());
            assertFalse(Files.exists(folder.resolve("undo/undo.txt")));
        }
    }

    private Provisioner provisioner(HostFiles files) {
        return new Provisioner(new UndoFile(folder.resolve("undo")), files, () -> FakeHost.BOOT);
    }
}
