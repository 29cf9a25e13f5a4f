package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostLockTest {
    private static final Map<String, String> NO_HAND_OVER = Map.of();

    @TempDir
    Path folder;

    private Path locks;
    private Path file;

    @BeforeEach
    void nameFile() {
        locks = folder.resolve("locks");
        file = locks.resolve("lock");
    }

    @Test
    void onlyThisUserCanOpenTheFile() throws IOException {
        try (HostLock lock = acquire("test")) {
            assertFalse(lock.isHandedOver());
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(locks)));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        acquire("test").close();

        assertFalse(Files.exists(locks));
    }

    @Test
    void leavesOtherFilesOfTheFolder() throws IOException {
        try (HostLock lock = acquire("test")) {
            assertFalse(lock.isHandedOver());
            Files.createFile(locks.resolve("undo.txt"));
        }

        assertFalse(Files.exists(file));
        assertTrue(Files.exists(locks.resolve("undo.txt")));
    }

    @Test
    void namesTheHolder() throws IOException {
        try (HostLock lock = acquire("first\n\u001b[2Jpurpose")) {
            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("second"));

            String holder = "process " + ProcessHandle.current().pid() + " (first[2Jpurpose, since 2";
            assertTrue(busy.holder().startsWith(holder), busy.holder());
            assertTrue(busy.getMessage().contains(busy.holder()), busy.getMessage());
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

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx---rwx"})
    void refusesAFolderThatOthersMayWrite(String mode) throws IOException {
        Files.createDirectory(locks);
        Files.setPosixFilePermissions(locks, PosixFilePermissions.fromString(mode));

        assertRefused("other users may write into it");
    }

    @Test
    void refusesAFolderThatIsALink() throws IOException {
        Files.createSymbolicLink(locks, Files.createDirectory(folder.resolve("elsewhere")));

        assertRefused("symbolic link");
    }

    @Test
    void refusesAFileOfAnotherUser() throws IOException {
        Needs.that(System.getProperty("user.name").equals("root"), "root, to make a file of another user");
        makeLocks();
        Files.setAttribute(Files.createFile(file), "unix:uid", 65534);

        assertRefused("user id 65534");
    }

    @Test
    void refusesALinkAndLeavesItsTargetAlone() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "gold");
        makeLocks();
        Files.createSymbolicLink(file, precious);

        assertRefused("symbolic link");
        assertEquals("gold", Files.readString(precious));
    }

    @Test
    void refusesADanglingLink() throws IOException {
        makeLocks();
        Files.createSymbolicLink(file, folder.resolve("absent"));

        assertRefused("symbolic link");
        assertFalse(Files.exists(folder.resolve("absent")));
    }

    @Test
    void refusesAHardLinkAndLeavesItsTargetAlone() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "gold");
        makeLocks();
        Files.createLink(file, precious);

        assertRefused("hard link");
        assertEquals("gold", Files.readString(precious));
    }

    @Test
    void refusesAFolder() throws IOException {
        makeLocks();
        Files.createDirectory(file);

        assertRefused("not a regular file");
    }

    @Test
    void refusesAFifoAtOnce() throws Exception {
        makeLocks();
        Process mkfifo = new ProcessBuilder("mkfifo", file.toString()).start();
        assertEquals(0, mkfifo.waitFor());

        assertRefused("not a regular file");
    }

    @Test
    void reportsThatTheFolderIsAbsent() {
        locks = folder.resolve("absent/locks");

        assertRefused("cannot create the folder " + locks + ": " + locks.getParent() + " does not exist");
    }

    private void makeLocks() throws IOException {
        Files.createDirectory(
                locks, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void assertRefused(String why) {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            IOException refused = assertThrows(IOException.class, () -> acquire("test"));
            assertTrue(refused.getMessage().contains(why), refused.getMessage());
            assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
        });
    }

    @Test
    void namesTheHolderToAnotherProcess() throws Exception {
        try (HostLock lock = acquire("parent");
                ChildJvm child = child(NO_HAND_OVER)) {
            String answer = child.line();

            assertTrue(answer.startsWith("BUSY "), answer);
            assertTrue(answer.contains("process " + ProcessHandle.current().pid() + " (parent, since"), answer);
            assertFalse(lock.isHandedOver());
        }
    }

    @Test
    void aSecondAcquireDoesNotReleaseTheLock() throws Exception {
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
    void oneOfManyProcessesGetsTheLock() throws Exception {
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
    void theLockEndsWithItsProcess() throws Exception {
        try (ChildJvm child = child(NO_HAND_OVER)) {
            assertTrue(child.line().startsWith("HELD "));
            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("parent"));
            assertTrue(busy.holder().startsWith("process " + child.process().pid() + " ("), busy.holder());
            child.kill();
        }
        acquire("parent").close();
    }

    /** The text of the file may be of an earlier holder; the kernel names the present one. */
    @ParameterizedTest
    @ValueSource(strings = {"pid 1\npurpose evil\n", "\0\0garbage", ""})
    void namesTheHolderThatTheKernelKnows(String text) throws Exception {
        try (ChildJvm child = child(NO_HAND_OVER)) {
            assertTrue(child.line().startsWith("HELD "));
            Files.writeString(file, text);

            HostBusyException busy = assertThrows(HostBusyException.class, () -> acquire("parent"));

            assertEquals("process " + child.process().pid(), busy.holder());
        }
    }

    @Test
    void waitsForTheHolderToEnd() throws Exception {
        List<String> said = new ArrayList<>();
        try (ChildJvm child = child(NO_HAND_OVER)) {
            assertTrue(child.line().startsWith("HELD "));
            HostLock lock = HostLock.await(
                    LockChild.places(locks),
                    HostLock.Use.CHANGE,
                    "parent",
                    told -> {
                        said.add(told);
                        assertDoesNotThrow(child::end);
                    },
                    () -> false);
            lock.close();
        }
        assertEquals(1, said.size());
        assertTrue(said.get(0).contains("process "), said.get(0));
    }

    @Test
    void stopsWaitingOnRequest() throws IOException {
        try (HostLock lock = acquire("first")) {
            assertThrows(
                    HostBusyException.class,
                    () -> HostLock.await(
                            LockChild.places(locks), HostLock.Use.CHANGE, "second", told -> {}, () -> true));
            assertFalse(lock.isHandedOver());
        }
    }

    @Test
    void measuresWithTheUsersLockIfTheFolderOfRootCannotBeCreated() throws IOException {
        LockPlaces places = new LockPlaces(
                true, new PrivateFolder(folder.resolve("absent/locks")), new PrivateFolder(locks), false);

        assertThrows(
                UnusableFolderException.class,
                () -> HostLock.acquire(places, HostLock.Use.CHANGE, "test", NO_HAND_OVER));
        try (HostLock lock = HostLock.acquire(places, HostLock.Use.MEASURE, "test", NO_HAND_OVER)) {
            assertFalse(lock.isHandedOver());
            assertTrue(Files.exists(file));
        }
    }

    @Test
    void theHolderHandsTheLockToAChild() throws Exception {
        try (HostLock lock = acquire("parent")) {
            String token = lock.handOver().get(HostLock.HAND_OVER);
            try (ChildJvm child = child(lock.handOver())) {
                assertEquals("HANDED " + token, child.line());
                assertEquals(0, child.end());
            }
            // The close in the child released nothing.
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
    void aHandOverFromANonAncestorIsIgnored() throws Exception {
        try (ChildJvm holder = child(NO_HAND_OVER)) {
            String held = holder.line();
            assertTrue(held.startsWith("HELD "), held);
            Map<String, String> handOver = Map.of(HostLock.HAND_OVER, held.substring(5));

            // A sibling of the holder, and its parent.
            try (ChildJvm sibling = child(handOver)) {
                assertTrue(sibling.line().startsWith("BUSY "));
            }
            assertThrows(
                    HostBusyException.class,
                    () -> HostLock.acquire(LockChild.places(locks), HostLock.Use.CHANGE, "parent", handOver));
        }
    }

    @Test
    void anExpiredHandOverIsIgnored() throws Exception {
        Map<String, String> handOver;
        try (HostLock lock = acquire("parent")) {
            handOver = lock.handOver();
        }
        try (ChildJvm child = child(handOver)) {
            // The lock is free: the child takes it.
            assertTrue(child.line().startsWith("HELD "));
            // Another process than the named ancestor holds it.
            try (ChildJvm second = child(handOver)) {
                assertTrue(second.line().startsWith("BUSY "));
            }
        }
    }

    @Test
    void anInvalidHandOverIsIgnored() throws Exception {
        try (ChildJvm holder = child(NO_HAND_OVER)) {
            assertTrue(holder.line().startsWith("HELD "));
            for (String text : List.of("", "1", "1:", ":1", "-1:1", "1:1 ", "99999999999:1", "x:y")) {
                assertThrows(
                        HostBusyException.class,
                        () -> HostLock.acquire(
                                LockChild.places(locks),
                                HostLock.Use.CHANGE,
                                "parent",
                                Map.of(HostLock.HAND_OVER, text)));
            }
        }
    }

    private HostLock acquire(String purpose) throws IOException {
        return HostLock.acquire(LockChild.places(locks), HostLock.Use.CHANGE, purpose, NO_HAND_OVER);
    }

    private ChildJvm child(Map<String, String> environment) throws IOException {
        return ChildJvm.start(LockChild.class, environment, locks);
    }
}
