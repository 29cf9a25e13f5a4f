package io.github.hpjvm.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Serves {@code /metrics}, and a hint at {@code /}. It accepts {@value #CONNECTIONS} connections and answers {@value
 * #THREADS} requests at a time. A request has {@value #REQUEST_SECONDS} s to arrive, and its answer {@value
 * #RESPONSE_SECONDS} s. A connection without a request is closed after {@value #IDLE_SECONDS} s.
 */
final class MetricsServer implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int WAITING = 16;
    private static final int CONNECTIONS = 32;
    private static final int REQUEST_SECONDS = 5;
    private static final int RESPONSE_SECONDS = 30;
    private static final int IDLE_SECONDS = 30;
    private static final String PLAIN = "text/plain; charset=utf-8";

    /** The limits of the server of the JDK, which reads them once (sun.net.httpserver.ServerConfig). */
    private static final Map<String, Integer> LIMITS = Map.of(
            "jdk.httpserver.maxConnections", CONNECTIONS,
            "sun.net.httpserver.maxIdleConnections", CONNECTIONS / 2,
            "sun.net.httpserver.maxReqTime", REQUEST_SECONDS,
            "sun.net.httpserver.maxRspTime", RESPONSE_SECONDS,
            "sun.net.httpserver.idleInterval", IDLE_SECONDS);

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Scrape scrape;
    private final Consumer<String> log;

    private MetricsServer(HttpServer server, Scrape scrape, Consumer<String> log) {
        this.server = server;
        this.scrape = scrape;
        this.log = log;
        this.threads = new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING));
    }

    /**
     * Starts a server.
     *
     * @param log gets a line for each scrape that fails
     * @throws IOException if it cannot listen on that address
     */
    public static MetricsServer start(InetSocketAddress address, Scrape scrape, Consumer<String> log)
            throws IOException {
        LIMITS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value.toString());
            }
        });
        MetricsServer started = new MetricsServer(HttpServer.create(address, WAITING), scrape, log);
        started.server.setExecutor(started.threads);
        started.server.createContext("/", started::answer);
        started.server.start();
        return started;
    }

    /** The address with the port that the kernel chose if 0 was given. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, 405, PLAIN, text("only GET and HEAD"));
            } else if ("/metrics".equals(path)) {
                sendMetrics(exchange);
            } else if ("/".equals(path)) {
                send(exchange, 200, PLAIN, text("The metrics of hp-cli are at /metrics."));
            } else {
                send(exchange, 404, PLAIN, text("there is only /metrics"));
            }
        }
    }

    private void sendMetrics(HttpExchange exchange) throws IOException {
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        Exposition format = Exposition.accepted(accept == null ? "" : accept);
        byte[] body;
        try {
            body = format.bytes(scrape.metrics());
        } catch (RuntimeException e) {
            log.accept("scrape failed: " + e);
            send(exchange, 500, PLAIN, text("the scrape failed; stderr of hp-cli has the reason"));
            return;
        }
        send(exchange, 200, format.contentType(), body);
    }

    private static byte[] text(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
