package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.run.trial.WorkMeter.UnreadableWorkException;
import io.github.hpjvm.bench.trial.WorkSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LimitedMeterTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    private static void assertLate(WorkMeter meter) {
        String message =
                assertThrows(UnreadableWorkException.class, meter::read).getMessage();
        assertTrue(message.endsWith(" was not read within 300 ms"), message);
    }

    /** While the first reading waits, a second one does not begin; after its end the counter is read again. */
    @Test
    void aReadingThatWaitsEndsWithTheLimit() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        int[] readings = {0};
        WorkMeter meter = new LimitedMeter(
                () -> {
                    readings[0]++;
                    while (open.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                    return OptionalDouble.of(readings[0]);
                },
                "a counter",
                SHORT);
        assertLate(meter);
        assertLate(meter);
        open.countDown();
        OptionalDouble read = OptionalDouble.empty();
        while (read.isEmpty()) {
            try {
                read = meter.read();
            } catch (UnreadableWorkException e) {
                Thread.sleep(10);
            }
        }
        assertEquals(OptionalDouble.of(2), read);
    }

    /** Each byte comes in time, and the answer does not end. */
    @Test
    void anEndpointThatSendsAByteAtATimeDoesNotHoldUpTheTrial() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread endless = new Thread(() -> drip(server));
            endless.setDaemon(true);
            endless.start();
            WorkSource source = WorkSource.parse("http://127.0.0.1:" + server.getLocalPort() + "/metrics#a_total");
            assertLate(new LimitedMeter(new MetricMeter((WorkSource.Metric) source), "the endpoint", SHORT));
        }
    }

    /** The port is closed, or answers without the counter. */
    @Test
    void aTokenIsNotPrinted() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        WorkMeter meter = WorkMeter.of(WorkSource.parse("http://127.0.0.1:" + port + "/m?token=secret#a_total"), 1);
        String message =
                assertThrows(UnreadableWorkException.class, meter::read).getMessage();
        assertTrue(message.startsWith("http://127.0.0.1:" + port + "/m?token=*** cannot be read: "), message);
        assertFalse(message.contains("secret"), message);
    }

    private static void drip(ServerSocket server) {
        try (Socket client = server.accept();
                OutputStream out = client.getOutputStream()) {
            out.write("HTTP/1.1 200 OK\r\n\r\na_total 1\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write('#');
                out.flush();
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException e) {
            // The test has ended.
        }
    }

    @Test
    void anErrorOfTheReaderIsAReason() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "a\n");
        WorkMeter lines = WorkMeter.of(WorkSource.parse("file:" + file), 1);
        Files.delete(file);
        assertTrue(assertThrows(UnreadableWorkException.class, lines::read)
                .getMessage()
                .contains("cannot be read"));
        WorkMeter broken = new LimitedMeter(
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                "a counter",
                SHORT);
        assertEquals(
                "a counter cannot be read: Java heap space",
                assertThrows(UnreadableWorkException.class, broken::read).getMessage());
    }

    @Test
    void reasonsHaveNoNamesOfClasses() {
        assertEquals("an internal error", Unreadable.why(new IllegalStateException()));
        assertEquals("port out of range", Unreadable.why(new IllegalArgumentException("port out of range")));
        assertEquals(
                "PKIX path building failed",
                Unreadable.why(
                        new IOException("sun.security.validator.ValidatorException: PKIX path building failed")));
        assertEquals("the host is unknown", Unreadable.why(new UnknownHostException("nosuchhost")));
        assertEquals("there is no such file", Unreadable.why(new NoSuchFileException("/var/log/x")));
    }

    @Test
    void aCounterWithoutANumberIsNotAbsent() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> answer(server, "a_total NaN\n"));
            answers.setDaemon(true);
            answers.start();
            String endpoint = "http://127.0.0.1:" + server.getLocalPort() + "/metrics";
            Map<String, String> messages = Map.of(
                    "a_total", " has a counter a_total whose value is no number",
                    "b_total", " has no counter b_total",
                    // The name of the family of OpenMetrics, with a label that the sample has.
                    "a", " has no counter a; it has a_total",
                    "a{b=\"c\"}", " has no counter a{b=\"c\"}");
            for (String name : messages.keySet()) {
                WorkMeter meter = WorkMeter.of(WorkSource.parse(endpoint + "#" + name), 1);
                assertEquals(
                        endpoint + messages.get(name),
                        assertThrows(UnreadableWorkException.class, meter::read).getMessage());
            }
        }
    }

    private static void answer(ServerSocket server, String body) {
        try {
            while (true) {
                try (Socket client = server.accept();
                        OutputStream out = client.getOutputStream()) {
                    String head =
                            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n";
                    int end = 0;
                    while (end < 4) {
                        int c = client.getInputStream().read();
                        end = c == (end % 2 == 0 ? '\r' : '\n') ? end + 1 : 0;
                    }
                    out.write((head + body).getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // The test has ended.
        }
    }

    /** The thread of a reading may live for a moment after its result is there. */
    @Test
    void readingsFollowEachOtherAtOnce() throws Exception {
        WorkMeter counter = new LimitedMeter(() -> OptionalDouble.of(1), "a counter", Duration.ofMinutes(1));
        for (int i = 0; i < 2000; i++) {
            assertEquals(OptionalDouble.of(1), counter.read());
        }
    }

    @Test
    void linesAreCountedAndARotationIsSeen() throws Exception {
        Path file = Files.writeString(folder.resolve("log"), "before\n");
        WorkMeter lines = WorkMeter.of(WorkSource.parse("file:" + file), 1);
        assertEquals(OptionalDouble.of(0), lines.read());
        Files.writeString(file, "before\na\nb\nno end");
        assertEquals(OptionalDouble.of(2), lines.read());
        Files.writeString(file, "");
        assertTrue(assertThrows(UnreadableWorkException.class, lines::read)
                .getMessage()
                .contains("was replaced or truncated"));
        Files.writeString(file, "c\n");
        assertEquals(OptionalDouble.of(3), lines.read());
        Files.writeString(file, "d\ne\nf\n");
        assertTrue(
                assertThrows(UnreadableWorkException.class, lines::read)
                        .getMessage()
                        .contains("was replaced or truncated"),
                "it has grown past the position");
        Files.writeString(file, "d\ne\nf\ng\n");
        assertEquals(OptionalDouble.of(4), lines.read());
    }
}
