package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.syscall.KernelAbi;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands go to the examined socket file only, also if another file replaces it. */
class SocketFileTest {
    @TempDir
    private Path root;

    private Path temp;

    @BeforeEach
    void folder() throws IOException {
        temp = Files.createDirectory(root.resolve("tmp"));
    }

    private SocketFile file(Optional<UserPrincipal> owner, String... names) {
        return new SocketFile(
                NativeAccess.findForOnce().known().orElseThrow(),
                KernelAbi.here().orElseThrow(),
                root,
                List.of(names),
                owner);
    }

    private SocketFile file() {
        return file(Optional.empty(), "tmp", ".java_pid1");
    }

    private ServerSocketChannel listen(Path path) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    @Test
    void leadsToTheSocketThatWasOpened() throws IOException {
        Path path = temp.resolve(".java_pid1");
        try (ServerSocketChannel first = listen(path);
                ServerSocketChannel other = listen(root.resolve("other"))) {
            try (SocketFile.Open open = file().open()) {
                Files.delete(path);
                Files.createSymbolicLink(path, root.resolve("other"));
                SocketChannel.open(UnixDomainSocketAddress.of(open.path())).close();
            }
            first.configureBlocking(false);
            other.configureBlocking(false);
            first.accept().close();
            assertEquals(null, other.accept());
        }
    }

    @Test
    void followsNoLink() throws IOException {
        try (ServerSocketChannel other = listen(root.resolve("other"))) {
            assertTrue(other.isOpen());
            Files.createSymbolicLink(temp.resolve(".java_pid1"), root.resolve("other"));
            assertThrows(IOException.class, () -> file().open());
            Files.createSymbolicLink(root.resolve("link"), temp);
            Files.delete(temp.resolve(".java_pid1"));
            Files.move(root.resolve("other"), temp.resolve(".java_pid1"));
            file().open().close();
            assertThrows(
                    IOException.class,
                    () -> file(Optional.empty(), "link", ".java_pid1").open());
        }
    }

    @Test
    void rejectsOtherFilesThanSockets() throws IOException {
        assertThrows(IOException.class, () -> file().open());
        Path path = Files.createFile(temp.resolve(".java_pid1"));
        assertThrows(IOException.class, () -> file().open());
        Files.delete(path);
        Files.createDirectory(path);
        assertThrows(IOException.class, () -> file().open());
    }

    @Test
    void rejectsSocketOfOtherUser() throws IOException {
        Path path = temp.resolve(".java_pid1");
        try (ServerSocketChannel server = listen(path)) {
            assertTrue(server.isOpen());
            UserPrincipal owner = Files.getOwner(path);
            UserPrincipal other =
                    path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("65532");
            file(Optional.of(owner), "tmp", ".java_pid1").open().close();
            assertThrows(
                    IOException.class,
                    () -> file(Optional.of(other), "tmp", ".java_pid1").open());
        }
    }

    @Test
    void closesEveryDescriptor() throws IOException {
        try (ServerSocketChannel server = listen(temp.resolve(".java_pid1"))) {
            assertTrue(server.isOpen());
            file().open().close();
            long before = descriptors();
            for (int i = 0; i < 100; i++) {
                file().open().close();
                assertThrows(
                        IOException.class,
                        () -> file(Optional.empty(), "tmp", "none").open());
            }
            assertEquals(before, descriptors());
        }
    }

    /** Descriptors in the folder of this test: other tests open and close files at the same time. */
    private long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(this::leadsHere).count();
        }
    }

    private boolean leadsHere(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(root);
        } catch (IOException e) {
            return false;
        }
    }
}
