package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.net.ServerSocket;

/** Finds a free TCP port: binds port 0 and takes the number that the kernel assigns. */
final class FreePort {
    private FreePort() {}

    /**
     * Finds a port in the range for outgoing connections that is free on all addresses. It is released before this
     * returns, so that the server can listen on it: call it right before the server starts.
     */
    static int find() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new BenchException("cannot find a free TCP port: " + e.getMessage(), e);
        }
    }
}
