package io.github.hpjvm.cli.metrics;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.RepeatedFacts.Reading;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MetricsServerTest {
    /** Duration of a reading, so that concurrent scrapes overlap with it. */
    private static final long READING_MILLIS = 20;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsServer server;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private void start(Supplier<Reading> facts) throws IOException {
        Scrape scrape = new Scrape(times -> facts.get(), Map.of(), clock::get, Pressures::none);
        server = MetricsServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), scrape, log::add);
    }

    private Reading read() {
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        reads.incrementAndGet();
        try {
            Thread.sleep(READING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        atOnce.decrementAndGet();
        return new Reading(facts(host()), Map.of());
    }

    private int port() {
        try {
            return server.address().getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    @Test
    void servesMetricsInTheFormatThatTheClientAccepts() throws Exception {
        start(this::read);
        HttpResponse<String> text = get("/metrics");
        assertEquals(200, text.statusCode());
        assertTrue(text.headers().firstValue("Content-Type").orElse("").startsWith("text/plain; version=0.0.4"));
        assertTrue(text.body().contains("hpjvm_scrape_duration_seconds 0.0\n"), text.body());
        HttpResponse<String> open = client.send(
                request("/metrics")
                        .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                        .build(),
                BodyHandlers.ofString());
        assertTrue(open.headers().firstValue("Content-Type").orElse("").startsWith("application/openmetrics-text"));
        assertTrue(open.body().endsWith("# EOF\n"), open.body());
    }

    @Test
    void weightsOfTheAcceptedFormatsDecide() {
        for (String header : List.of(
                "application/openmetrics-text", "text/plain;q=0.3,application/openmetrics-text;version=1.0.0;q=0.5")) {
            assertEquals(Exposition.OPENMETRICS, Exposition.accepted(header), header);
        }
        for (String header : List.of(
                "",
                "*/*",
                "application/openmetrics-text;version=1.0.0;q=0",
                "text/plain,application/openmetrics-text;q=0.1",
                "application/openmetrics-text-not")) {
            assertEquals(Exposition.TEXT, Exposition.accepted(header), header);
        }
    }

    /** The absolute form is that of proxies; clients that are typed by hand end lines in LF alone. */
    @Test
    void readsAllFormsOfARequest() {
        for (String line : List.of(
                "GET /metrics HTTP/1.1",
                "GET http://127.0.0.1:29464/metrics HTTP/1.1",
                "GET HTTP://host/metrics?x=http://y/ HTTP/1.0",
                "GET /metrics?a=b HTTP/1.1")) {
            assertEquals("/metrics", Connection.parsed(line + "\nHost: x").path(), line);
        }
        assertEquals(
                "a/b", Connection.parsed("GET / HTTP/1.1\nHost: x\nAccept: a/b").accept());
    }

    @Test
    void servesNothingElse() throws Exception {
        start(this::read);
        assertTrue(get("/").body().contains("/metrics"));
        for (String path : List.of("/metrics/", "/metricsx", "/-/healthy", "/%2e%2e/etc/passwd")) {
            assertEquals(404, get(path).statusCode(), path);
        }
        HttpResponse<String> post = client.send(
                request("/metrics").POST(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString());
        assertEquals(405, post.statusCode());
        HttpResponse<String> head = client.send(
                request("/metrics").method("HEAD", BodyPublishers.noBody()).build(), BodyHandlers.ofString());
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(1, reads.get(), "one scrape for both");
    }

    @Test
    void aScrapeIsFreshForASecond() throws Exception {
        start(this::read);
        get("/metrics");
        clock.addAndGet(999_999_999);
        get("/metrics");
        assertEquals(1, reads.get());
        clock.addAndGet(1);
        get("/metrics");
        assertEquals(2, reads.get());
    }

    @Test
    void scrapesDoNotRunInParallel() throws Exception {
        clock.set(1);
        Scrape scrape = new Scrape(times -> read(), Map.of(), () -> clock.addAndGet(2_000_000_000L), Pressures::none);
        server = MetricsServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), scrape, log::add);
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(client.sendAsync(request("/metrics").build(), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> one : all) {
            assertEquals(200, one.get().statusCode());
        }
        assertTrue(reads.get() >= 1 && reads.get() <= 8, () -> reads.get() + " readings");
        assertEquals(1, mostAtOnce.get());
    }

    /** A reading that takes longer than a scrape may: the scrape has the last complete reading, or says that there is none. */
    @Test
    void aScrapeDoesNotWaitForASlowReading() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        start(() -> {
            if (reads.get() == 1) {
                await(second);
            }
            return read();
        });
        String first = get("/metrics").body();
        assertTrue(first.contains("hpjvm_readings_total 1.0\n"), first);
        clock.addAndGet(1_000_000_000);
        assertEquals(first, get("/metrics").body());
        second.countDown();
        clock.addAndGet(1_000_000_000);
        assertTrue(get("/metrics").body().contains("hpjvm_readings_total 2.0\n"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** 200 clients that send a part of a request, and 200 that take no answer. */
    @Test
    void slowClientsDelayNoScrape() throws Exception {
        start(this::read);
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write((i % 2 == 0 ? "GET /metr" : "GET /metrics HTTP/1.1\r\n\r\n").getBytes(US_ASCII));
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(200, get("/metrics").statusCode());
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n\r\n", "GET\r\n\r\n", "GET / FTP/1.0\r\n\r\n", "\0\1\2\r\n\r\n"})
    void whatIsNoRequestIsRefused(String text) throws Exception {
        start(this::read);
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 400 Bad Request\r\n"), answer);
        }
    }

    @Test
    void aLongRequestIsRefused() throws Exception {
        start(this::read);
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write(("GET /" + "x".repeat(8187)).getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 400 Bad Request\r\n"), answer);
        }
    }

    @Test
    void readingsAreRarerUnderPressureAndItIsSaid() {
        Backoff backoff = new Backoff();
        backoff.observe(new Pressures(59, 9));
        assertEquals(Backoff.USUAL, backoff.pause(Duration.ZERO));
        assertEquals("", backoff.news());
        backoff.observe(new Pressures(60, 0));
        assertEquals(Backoff.PERIOD, backoff.pause(Duration.ZERO));
        assertEquals(
                "the host lacks CPU time (/proc/pressure): reads the JVMs every 20 s; answers have the last reading and its"
                        + " time",
                backoff.news());
        assertEquals("", backoff.news());
        backoff.observe(new Pressures(31, 5));
        assertEquals(Backoff.PERIOD, backoff.pause(Duration.ZERO));
        backoff.observe(new Pressures(29, 5));
        assertEquals(Backoff.USUAL, backoff.pause(Duration.ZERO));
        assertTrue(backoff.news().startsWith("the pressure is over"));
    }

    /** A program that gets a small part of a CPU needs longer for a reading, and reads more often the longer it takes. */
    @Test
    void eachJvmIsReadOnceAMinuteAlsoUnderPressure() {
        Backoff backoff = new Backoff();
        assertEquals(1, backoff.patience());
        backoff.observe(new Pressures(0, 10));
        assertEquals(1, backoff.patience());
        backoff.observe(new Pressures(60, 0));
        assertEquals(Backoff.PATIENCE, backoff.patience());
        for (int seconds = 0; seconds < 100; seconds++) {
            Duration reading = Duration.ofSeconds(seconds);
            Duration pause = backoff.pause(reading);
            assertTrue(pause.compareTo(Backoff.USUAL) >= 0 && pause.compareTo(Backoff.PERIOD) <= 0, pause::toString);
            assertEquals(seconds <= 19, pause.plus(reading).compareTo(Backoff.PERIOD) <= 0, pause::toString);
        }
        assertEquals(Duration.ofSeconds(15), backoff.pause(Duration.ofSeconds(5)));
        assertEquals(Duration.ofSeconds(5), backoff.pause(Duration.ofSeconds(15)));
    }

    /** A scrape waits for a reading only where the last one was short: on a busy host the wait is lost. */
    @Test
    void aReadingThatFollowsALongOneIsNotWorthAWait() throws Exception {
        for (long millis : List.of(400L, 401L)) {
            CountDownLatch completed = new CountDownLatch(1);
            Scrape scrape = new Scrape(
                    times -> {
                        clock.addAndGet(Duration.ofMillis(millis).toNanos());
                        return new Reading(facts(host()), Map.of());
                    },
                    Map.of(),
                    clock::get,
                    Pressures::none);
            try (LastReading answers =
                    new LastReading(scrape, Duration.ofMillis(400), log::add, completed::countDown)) {
                assertTrue(answers.isSoonDone(), "there is no answer yet");
                answers.refresh();
                completed.await();
                assertEquals(millis == 400, answers.isSoonDone());
            }
        }
    }

    @Test
    void theReadingGetsThatTimeAndThePauseFollowsIt() {
        List<Integer> patience = new ArrayList<>();
        Scrape scrape = new Scrape(
                times -> {
                    patience.add(times);
                    clock.addAndGet(Duration.ofSeconds(15).toNanos());
                    return new Reading(facts(host()), Map.of());
                },
                Map.of(),
                clock::get,
                () -> new Pressures(99, 0));
        scrape.metrics();
        assertEquals(List.of(Backoff.PATIENCE), patience);
        assertEquals(Duration.ofSeconds(5), scrape.pause());
    }

    @Test
    void aFailedScrapeIsOneLineInTheLogAndTheNextOneWorks() throws Exception {
        start(() -> {
            if (reads.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
            return read();
        });
        HttpResponse<String> failed = get("/metrics");
        assertEquals(500, failed.statusCode());
        assertTrue(!failed.body().contains("broken"), failed.body());
        assertEquals(List.of("scrape failed: java.lang.IllegalStateException: broken"), log);
        assertEquals(200, get("/metrics").statusCode());
    }

    private static final String SERVING = "serves the metrics";

    /** Starts a server whose thread throws the error once, when it answers the second scrape. */
    private void startFailing(Error error) throws Exception {
        AtomicReference<Error> next = new AtomicReference<>();
        Scrape scrape = new Scrape(
                times -> read(),
                Map.of(),
                () -> {
                    Error now = Thread.currentThread().getName().equals(SERVING) ? next.getAndSet(null) : null;
                    if (now != null) {
                        throw now;
                    }
                    return clock.get();
                },
                Pressures::none);
        server = MetricsServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), scrape, log::add);
        assertEquals(200, get("/metrics").statusCode());
        next.set(error);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            if (error instanceof OutOfMemoryError) {
                assertEquals(-1, socket.getInputStream().read(), "the connection is closed");
            } else {
                server.awaitFailure();
            }
        }
    }

    @Test
    void aLackOfMemoryEndsOneAnswer() throws Exception {
        startFailing(new OutOfMemoryError("for the test"));
        assertEquals(200, get("/metrics").statusCode());
    }

    @Test
    void anotherErrorEndsTheServer() throws Exception {
        startFailing(new LinkageError("for the test"));
        assertEquals(List.of("the listener ends: java.lang.LinkageError: for the test"), log);
    }

    @ParameterizedTest
    @CsvSource({
        "9464,            127.0.0.1,       9464",
        ":9464,           127.0.0.1,       9464",
        "127.0.0.1:0,     127.0.0.1,       0",
        "0.0.0.0:9464,    0.0.0.0,         9464",
        "[::1]:9464,      0:0:0:0:0:0:0:1, 9464",
        "[127.0.0.1]:1,   127.0.0.1,       1"
    })
    void addresses(String text, String host, int port) {
        InetSocketAddress address = ListenAddress.parse(text);
        assertEquals(host, address.getAddress().getHostAddress());
        assertEquals(port, address.getPort());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "localhost",
                "1:2:3",
                "127.0.0.1:65536",
                "host:-1",
                "::1",
                "nowhere.invalid:1",
                "[localhost]:1",
                "[127.1]:1"
            })
    void noAddresses(String text) {
        assertThrows(UsageException.class, () -> ListenAddress.parse(text));
    }
}
