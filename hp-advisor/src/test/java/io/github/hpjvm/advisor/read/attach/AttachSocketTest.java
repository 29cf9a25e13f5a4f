package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachSocketTest {
    @TempDir
    private Path folder;

    private AttachSocket client(Path path, long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return new AttachSocket(path, Optional.empty(), deadline, Bytes.ofMiB(1));
    }

    private static String received(ServerSocketChannel server) throws IOException {
        try (SocketChannel one = server.accept()) {
            ByteBuffer in = ByteBuffer.allocate(1000);
            while (one.read(in) > 0) {
                // All that comes until the client closes.
            }
            return new String(in.array(), 0, in.position(), StandardCharsets.UTF_8);
        }
    }

    /** The client sends the command once, in the form that a JVM expects. */
    @Test
    void sendsTheCommandOnceWithinItsTime() throws IOException {
        Path path = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            assertThrows(
                    AttachSocket.TimeoutException.class,
                    () -> client(path, 1000).ask("jcmd", "VM.version"));
            assertEquals("1\0jcmd\0VM.version\0\0\0", received(server));
            assertThrows(
                    AttachSocket.TimeoutException.class, () -> client(path, -1).ask("jcmd", "VM.version"));
            assertEquals("", received(server), "nothing is asked when time is up");
        }
    }
}
