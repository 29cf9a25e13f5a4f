package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.console.error.UsageException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The address of a listener: {@code PORT}, {@code HOST:PORT} or {@code [IPV6]:PORT}. Without a host it is loopback. */
final class ListenAddress {
    private static final int MOST = 65535;

    private ListenAddress() {}

    /**
     * Parses an address.
     *
     * @throws UsageException if the text is not an address, or if the host has no address
     */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        String port = text.substring(colon + 1);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MOST || host.contains(":") && !bracketed) {
            throw new UsageException(
                    "--listen expects PORT, HOST:PORT or [IPV6]:PORT, such as 127.0.0.1:9464, got " + text);
        }
        try {
            InetAddress address = host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
            return new InetSocketAddress(address, Integer.parseInt(port));
        } catch (UnknownHostException e) {
            throw new UsageException("--listen: the host " + host + " has no address");
        }
    }
}
