package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.console.error.UsageException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The address of a listener: {@code PORT}, {@code HOST:PORT} or {@code [IP]:PORT}. Without a host it is loopback. An address of IPv6
 * needs the brackets. One of IPv4 may have them, so that a manifest can write {@code [$(POD_IP)]:9464} for both.
 */
final class ListenAddress {
    private static final int MOST = 65535;
    private static final Pattern IPV4 = Pattern.compile("\\[([0-9]{1,3}(?:\\.[0-9]{1,3}){3})]");

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
                    "--listen expects PORT, HOST:PORT or [IP]:PORT, such as 127.0.0.1:9464, got " + text);
        }
        try {
            InetAddress address = host.isEmpty()
                    ? InetAddress.getLoopbackAddress()
                    : InetAddress.getByName(IPV4.matcher(host).replaceFirst("$1"));
            return new InetSocketAddress(address, Integer.parseInt(port));
        } catch (UnknownHostException e) {
            throw new UsageException("--listen: the host " + host + " has no address");
        }
    }
}
