package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class TextFileTest {
    /** Time between two looks at the state of a process. */
    private static final long POLL_MILLIS = 20;

    @TempDir
    private Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("file"), content);
    }

    private static Reason reason(Fact<?> fact) {
        return ((Fact.Absent<?>) fact).reason();
    }

    @Test
    void readsText() throws IOException {
        Path file = file("a\nb\nc\n".getBytes(StandardCharsets.UTF_8));
        Fact<String> fact = TextFile.read(file);
        assertEquals("a\nb\nc\n", fact.known().orElseThrow());
        assertEquals("a\nb", fact.source().excerpt());
        assertEquals(file.toString(), fact.source().path());
        assertEquals("", TextFile.read(file(new byte[0])).known().orElseThrow());
        assertEquals(
                "x\ufffdy",
                TextFile.read(file(new byte[] {'x', -1, 'y'})).known().orElseThrow());
        assertEquals(
                "x\ufffd\ty\n",
                TextFile.read(file("x\u00ad\ty\n".getBytes(StandardCharsets.UTF_8)), text -> text)
                        .known()
                        .orElseThrow());
    }

    @Test
    void aFailureHasItsReason() throws IOException {
        assertEquals(Reason.NOT_PRESENT, reason(TextFile.read(folder.resolve("none"))));
        Path file = file(new byte[] {'x'});
        assertEquals(Reason.NOT_PRESENT, reason(TextFile.read(file.resolve("below"))));
        assertEquals(Reason.MALFORMED, reason(TextFile.read(folder)));
        assertEquals(Reason.MALFORMED, reason(TextFile.read(file(new byte[] {'x', 0}))));
    }

    @Test
    void readsNoMoreThanTheLimit() throws IOException {
        Path file = file(new byte[101]);
        assertEquals(Reason.MALFORMED, reason(TextFile.read(file, Bytes.of(100))));
        Path exact = file("x".repeat(100).getBytes(StandardCharsets.UTF_8));
        assertEquals(
                100, TextFile.read(exact, Bytes.of(100)).known().orElseThrow().length());
    }

    @Test
    void doesNotWaitForAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeTrue(mkfifo.waitFor() == 0, "mkfifo is missing");
        assertEquals(Reason.MALFORMED, reason(TextFile.read(pipe)));
    }

    @Test
    void readsAFileWhoseSizeTheKernelDoesNotKnow() {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "no Linux");
        assertFalse(TextFile.read(Path.of("/proc/self/status"))
                .known()
                .orElseThrow()
                .isEmpty());
    }

    @Test
    void aWriteOnlyFileIsDeniedToRoot() {
        Path writeOnly = Path.of("/proc/sys/vm/compact_memory");
        assumeTrue(Files.exists(writeOnly), "no such file");
        Fact.Absent<String> denied = (Fact.Absent<String>) TextFile.read(writeOnly);
        assertEquals(Reason.DENIED, denied.reason());
        assertFalse(denied.grant().isEmpty());
    }

    @Test
    void aProcessThatHasEndedIsVanished() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/smaps_rollup")), "no smaps_rollup");
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & exec sleep 15").start();
        try {
            Path children = Path.of("/proc/" + parent.pid() + "/task/" + parent.pid() + "/children");
            assumeTrue(Files.exists(children), "no list of children");
            long zombie = zombie(children);
            assertEquals(Reason.VANISHED, reason(TextFile.read(Path.of("/proc/" + zombie + "/smaps_rollup"))));
            assertEquals(Reason.VANISHED, reason(Smaps.read(Path.of("/proc"), zombie)));
            assertEquals(
                    true,
                    StatusFile.read(Path.of("/proc"), zombie)
                            .known()
                            .orElseThrow()
                            .isZombie());
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    private static long zombie(Path children) throws Exception {
        for (int i = 0; i < 100; i++) {
            String pid = Files.readString(children).strip();
            if (!pid.isEmpty()
                    && Files.readString(Path.of("/proc/" + pid + "/status")).contains("Z (zombie)")) {
                return Long.parseLong(pid);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IllegalStateException("no zombie");
    }
}
