package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLockTest {
    private static final Map<String, String> NO_HAND_OVER = Map.of();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("hp-jvm.lock");
    }

    @Test
    void allUsersCanOpenTheFile() throws IOException {
        HostLock.acquire(file, "test").close();

        assertEquals("rw-rw-rw-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void tellsWhoHoldsIt() throws IOException {
        try (HostLock lock = HostLock.acquire(file, "first\n\u001b[2Jpurpose", NO_HAND_OVER)) {
            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("second"));

            assertEquals(Long.toString(ProcessHandle.current().pid()), busy.pid());
            assertEquals("first[2Jpurpose", busy.purpose());
            assertFalse(Instant.parse(busy.since()).isAfter(Instant.now()));
            assertTrue(busy.getMessage().contains("process " + busy.pid() + " (first"), busy.getMessage());
            assertFalse(lock.isHandedOver());
        }
        acquire("third").close();
    }

    @Test
    void closingTwiceReleasesOnce() throws IOException {
        HostLock first = acquire("first");
        first.close();
        try (HostLock second = acquire("second")) {
            first.close();

            assertThrows(HostBusyException.class, () -> acquire("third"));
            assertThrows(IllegalStateException.class, first::handOver);
            assertEquals(1, second.handOver().size());
        }
    }

    @Test
    void refusesALinkAndLeavesItsTargetAlone() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "gold");
        Files.createSymbolicLink(file, precious);

        assertRefused("symbolic link");
        assertEquals("gold", Files.readString(precious));
    }

    @Test
    void refusesADanglingLink() throws IOException {
        Files.createSymbolicLink(file, folder.resolve("absent"));

        assertRefused("symbolic link");
        assertFalse(Files.exists(folder.resolve("absent")));
    }

    @Test
    void refusesAHardLinkAndLeavesItsTargetAlone() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "gold");
        Files.createLink(file, precious);

        assertRefused("hard link");
        assertEquals("gold", Files.readString(precious));
    }

    @Test
    void refusesAFolder() throws IOException {
        Files.createDirectory(file);

        assertRefused("not a regular file");
    }

    @Test
    void refusesAFifoAtOnce() throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", file.toString()).start();
        assertEquals(0, mkfifo.waitFor());

        assertRefused("not a regular file");
    }

    @Test
    void saysThatTheFolderIsNotThere() {
        file = folder.resolve("absent/hp-jvm.lock");

        assertRefused("folder is not there");
    }

    private void assertRefused(String why) {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            IOException refused = assertThrows(IOException.class, () -> acquire("test"));
            assertTrue(refused.getMessage().contains(why), refused.getMessage());
            assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
        });
    }

    @Test
    void anotherProcessIsToldWhoHoldsIt() throws Exception {
        try (HostLock lock = acquire("parent");
                ChildJvm child = child(NO_HAND_OVER)) {
            String answer = child.line();

            assertTrue(answer.startsWith("BUSY "), answer);
            assertTrue(answer.contains("process " + ProcessHandle.current().pid() + " (parent,"), answer);
            assertFalse(lock.isHandedOver());
        }
    }

    @Test
    void askingForItAgainDoesNotLoseIt() throws Exception {
        try (HostLock lock = acquire("parent")) {
            assertThrows(HostBusyException.class, () -> acquire("again"));
            assertFalse(lock.isHandedOver());
            System.gc();
            try (ChildJvm child = child(NO_HAND_OVER)) {
                assertTrue(child.line().startsWith("BUSY "));
            }
        }
    }

    @Test
    void oneOfManyProcessesGetsIt() throws Exception {
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                children.add(child(NO_HAND_OVER));
            }
            int held = 0;
            for (ChildJvm child : children) {
                String answer = child.line();
                assertNotEquals(null, answer);
                held += answer.startsWith("HELD ") ? 1 : 0;
            }
            assertEquals(1, held);
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    @Test
    void itEndsWithItsProcess() throws Exception {
        try (ChildJvm child = child(NO_HAND_OVER)) {
            assertTrue(child.line().startsWith("HELD "));
            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("parent"));
            assertEquals(Long.toString(child.process().pid()), busy.pid());
            child.kill();
        }
        acquire("parent").close();
    }

    @Test
    void whatTheFileSaysIsCleaned() throws Exception {
        try (ChildJvm child = child(NO_HAND_OVER)) {
            assertTrue(child.line().startsWith("HELD "));
            Files.writeString(file, "pid 1\u001b[2J\nsince \u202etoday\rnow\npurpose " + "x".repeat(10_000) + "\n");

            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("parent"));

            assertEquals("1[2J", busy.pid());
            assertEquals("today", busy.since());
            assertEquals(200, busy.purpose().length());
            assertTrue(PlainText.isOneLine(busy.getMessage()), busy.getMessage());

            Files.writeString(file, "\0\0garbage");
            busy = assertThrows(HostBusyException.class, () -> acquire("parent"));
            assertEquals("unknown", busy.pid());
            assertEquals("unknown", busy.purpose());
        }
    }

    @Test
    void theHolderHandsItToAChild() throws Exception {
        try (HostLock lock = acquire("parent")) {
            String token = lock.handOver().get(HostLock.HAND_OVER);
            try (ChildJvm child = child(lock.handOver())) {
                assertEquals("HANDED " + token, child.line());
                assertEquals(0, child.end());
            }
            // That the child closed its lock has released nothing.
            try (ChildJvm stranger = child(NO_HAND_OVER)) {
                assertTrue(stranger.line().startsWith("BUSY "));
            }
        }
    }

    @Test
    void aHandOverThatNamesAnotherStartIsIgnored() throws Exception {
        try (HostLock lock = acquire("parent");
                ChildJvm child =
                        child(Map.of(HostLock.HAND_OVER, ProcessHandle.current().pid() + ":1"))) {
            assertTrue(child.line().startsWith("BUSY "));
            assertFalse(lock.isHandedOver());
        }
    }

    @Test
    void aHandOverFromNobodyAboveIsIgnored() throws Exception {
        try (ChildJvm holder = child(NO_HAND_OVER)) {
            String held = holder.line();
            assertTrue(held.startsWith("HELD "), held);
            Map<String, String> handOver = Map.of(HostLock.HAND_OVER, held.substring(5));

            // A sibling of the holder, and its parent.
            try (ChildJvm sibling = child(handOver)) {
                assertTrue(sibling.line().startsWith("BUSY "));
            }
            assertThrows(HostBusyException.class, () -> HostLock.acquire(file, "parent", handOver));
        }
    }

    @Test
    void aHandOverThatIsOverIsIgnored() throws Exception {
        Map<String, String> handOver;
        try (HostLock lock = acquire("parent")) {
            handOver = lock.handOver();
        }
        try (ChildJvm child = child(handOver)) {
            // Nobody holds it: the child takes it for itself.
            assertTrue(child.line().startsWith("HELD "));
            // Somebody else than the named ancestor holds it.
            try (ChildJvm second = child(handOver)) {
                assertTrue(second.line().startsWith("BUSY "));
            }
        }
    }

    @Test
    void aHandOverThatIsNoneIsIgnored() throws Exception {
        try (ChildJvm holder = child(NO_HAND_OVER)) {
            assertTrue(holder.line().startsWith("HELD "));
            for (String text : List.of("", "1", "1:", ":1", "-1:1", "1:1 ", "99999999999:1", "x:y")) {
                assertThrows(
                        HostBusyException.class,
                        () -> HostLock.acquire(file, "parent", Map.of(HostLock.HAND_OVER, text)));
            }
        }
    }

    private HostLock acquire(String purpose) throws IOException {
        return HostLock.acquire(file, purpose, NO_HAND_OVER);
    }

    private ChildJvm child(Map<String, String> environment) throws IOException {
        return ChildJvm.start(LockChild.class, environment, file);
    }
}
