package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.cli.metrics.Connection.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Serves {@code /metrics}, and a hint at {@code /}. One thread serves all connections and never waits for a client or for a
 * reading: a slow client delays no other. A scrape waits {@value #FRESH_MILLIS} ms for a fresh reading, and then gets the last
 * complete one; at once if that took longer. A connection has {@value #OPEN_SECONDS} s. Of more than {@value #CONNECTIONS} connections the oldest one
 * without an answer is closed.
 */
final class MetricsServer implements AutoCloseable {
    static final int CONNECTIONS = 400;
    private static final int WAITING = 128;
    private static final int FRESH_MILLIS = 400;
    private static final int OPEN_SECONDS = 30;
    private static final int TICK_MILLIS = 1000;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final ServerSocketChannel server;
    private final Selector selector;
    private final LastReading answers;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Thread thread = new Thread(this::serve, "serves the metrics");
    private final Consumer<String> log;
    private final CountDownLatch failure = new CountDownLatch(1);
    private volatile boolean closed;

    private MetricsServer(InetSocketAddress address, Scrape scrape, Consumer<String> log) throws IOException {
        this.selector = Selector.open();
        this.server = ServerSocketChannel.open();
        this.log = log;
        this.answers = new LastReading(scrape, Duration.ofMillis(FRESH_MILLIS), log, selector::wakeup);
        try {
            server.bind(address, WAITING);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a server, and its first reading.
     *
     * @param log gets a line for each reading that fails, and when readings become rarer
     * @throws IOException if it cannot listen on that address
     */
    static MetricsServer start(InetSocketAddress address, Scrape scrape, Consumer<String> log) throws IOException {
        MetricsServer started = new MetricsServer(address, scrape, log);
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    /** Returns the address with the port that the kernel chose if 0 was given. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    /** Waits until the server has ended by an error, after which it answers no more. */
    void awaitFailure() throws InterruptedException {
        failure.await();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        closed = true;
        answers.close();
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }

    private void serve() {
        try {
            while (!closed) {
                turn();
            }
        } catch (Error e) {
            try {
                log.accept("the listener ends: " + e);
            } finally {
                failure.countDown();
            }
        }
    }

    private void turn() {
        try {
            selector.select(timeout());
            if (closed) {
                return;
            }
            Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
            while (ready.hasNext()) {
                SelectionKey key = ready.next();
                ready.remove();
                handle(key);
            }
            answerWaiting();
            closeOld();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            failed("request failed: ", e);
        }
    }

    private void failed(String what, Throwable e) {
        if (closed) {
            return;
        }
        try {
            log.accept(what + e);
        } catch (OutOfMemoryError again) {
            // A line is lost; the next answers need memory too, and may get it.
        }
        pause();
    }

    private void handle(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            try {
                accept();
            } catch (IOException | OutOfMemoryError e) {
                // For a lack of file descriptors: the next client gets that of the oldest one.
                closeOldest();
                failed("accepts no connection: ", e);
            }
            return;
        }
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.write();
            } else if (!connection.read(System.nanoTime())) {
                close(connection);
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            close(connection);
        }
    }

    private void accept() throws IOException {
        for (SocketChannel client = server.accept(); client != null; client = server.accept()) {
            if (connections.size() >= CONNECTIONS) {
                closeOldest();
            }
            try {
                client.configureBlocking(false);
                SelectionKey key = client.register(selector, SelectionKey.OP_READ);
                Connection connection = new Connection(client, key, System.nanoTime());
                key.attach(connection);
                connections.add(connection);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                client.close();
                throw e;
            }
        }
    }

    /** Closes the oldest connection, rather one that waits for no answer. */
    private void closeOldest() {
        connections.stream()
                .filter(one -> one.waiting().isEmpty())
                .findFirst()
                .or(() -> connections.stream().findFirst())
                .ifPresent(this::close);
    }

    private void answerWaiting() {
        for (Connection connection : new ArrayList<>(connections)) {
            Optional<Request> request = connection.waiting();
            if (request.isPresent()) {
                try {
                    answer(connection, request.get());
                } catch (IOException | RuntimeException | OutOfMemoryError e) {
                    close(connection);
                }
            }
        }
    }

    private void answer(Connection connection, Request request) throws IOException {
        boolean get = request.method().equals("GET") || request.method().equals("HEAD");
        if (request.method().isEmpty()) {
            connection.answer(400, "Bad Request", PLAIN, text("not a request of HTTP/1.1, or too long"), "");
        } else if (!get) {
            connection.answer(405, "Method Not Allowed", PLAIN, text("only GET and HEAD"), "Allow: GET, HEAD\r\n");
        } else if (request.path().equals("/metrics")) {
            answerMetrics(connection, request);
        } else if (request.path().equals("/")) {
            connection.answer(200, "OK", PLAIN, text("The metrics of hp-cli are at /metrics."), "");
        } else {
            connection.answer(404, "Not Found", PLAIN, text("there is only /metrics"), "");
        }
    }

    private void answerMetrics(Connection connection, Request request) throws IOException {
        boolean reads = connection.starts() ? answers.refresh() : answers.isReading();
        long waited = System.nanoTime() - connection.requested();
        if (reads
                && answers.isSoonDone()
                && waited < Duration.ofMillis(FRESH_MILLIS).toNanos()) {
            return;
        }
        Exposition format = Exposition.accepted(request.accept());
        Optional<byte[]> body = answers.body(format);
        if (body.isEmpty() && answers.hasFailed()) {
            String reason = "the scrape failed; stderr of hp-cli has the reason";
            connection.answer(500, "Internal Server Error", PLAIN, text(reason), "");
        } else {
            connection.answer(
                    200, "OK", format.contentType(), body.orElseGet(() -> LastReading.beforeFirst(format)), "");
        }
    }

    private void closeOld() {
        long now = System.nanoTime();
        for (Connection connection : new ArrayList<>(connections)) {
            if (now - connection.opened() > Duration.ofSeconds(OPEN_SECONDS).toNanos()) {
                close(connection);
            }
        }
    }

    private void close(Connection connection) {
        connections.remove(connection);
        connection.close();
    }

    /** Returns the milliseconds until a waiting scrape gets the last reading. */
    private long timeout() {
        long now = System.nanoTime();
        long least = TICK_MILLIS;
        for (Connection connection : connections) {
            if (connection.waiting().isPresent()) {
                long left = FRESH_MILLIS - (now - connection.requested()) / 1_000_000;
                least = Math.min(least, Math.max(1, left));
            }
        }
        return least;
    }

    /** Keeps a failure that repeats, such as a lack of file descriptors, from taking a CPU and filling the log. */
    private static void pause() {
        try {
            Thread.sleep(TICK_MILLIS / 10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] text(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
