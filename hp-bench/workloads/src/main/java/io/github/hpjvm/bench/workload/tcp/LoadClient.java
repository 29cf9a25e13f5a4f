package io.github.hpjvm.bench.workload.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients that send requests at a steady rate, in a process of their own: one thread that alternates between sending
 * and receiving and never sleeps. Orders are lines on the standard input, answers on the standard output such as
 * {@code p50=123.4;...}, in microseconds.
 */
public final class LoadClient {
    private static final int CONNECTIONS = 4;

    /** Time limit for responses after the last request was sent. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final double[] RANKS = {50, 75, 95, 98, 99, 99.9};
    private static final double NANOS_OF_A_MICROSECOND = 1000;
    private static final long SEED = 17;

    private final Histogram responses = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Client> clients = new ArrayList<>();
    private final long interval;
    private final int entries;

    private LoadClient(int port, int rate, int entries) throws IOException {
        this.interval = TimeUnit.SECONDS.toNanos(1) / rate;
        this.entries = entries;
        for (int i = 0; i < CONNECTIONS; i++) {
            clients.add(new Client(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
        }
    }

    /** Takes a port, requests per second, and the number of entries. */
    public static void main(String[] args) throws IOException {
        LoadClient load =
                new LoadClient(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals("forget")) {
                load.responses.reset();
            } else {
                load.send(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(order.substring(order.indexOf(' ') + 1))));
                System.out.println(load.figures());
                System.out.flush();
            }
        }
    }

    /** Sends requests. A response time counts from the scheduled time of the request, not from its actual sending. */
    private void send(long nanos) throws IOException {
        long start = System.nanoTime();
        long requests = nanos / interval;
        long sent = 0;
        int waiting = 0;
        while (sent < requests || waiting > 0) {
            long now = System.nanoTime();
            if (sent < requests && now - start >= sent * interval) {
                clients.get((int) (sent % CONNECTIONS)).ask(random.nextInt(entries), start + sent * interval);
                sent++;
                waiting++;
            }
            for (Client client : clients) {
                waiting -= client.receive(responses);
            }
            if (now - start > nanos + PATIENCE_NANOS) {
                throw new IOException(waiting + " requests got no response");
            }
        }
    }

    private String figures() {
        StringBuilder text = new StringBuilder("count=" + responses.getTotalCount());
        figure(text, "mean", responses.getMean());
        figure(text, "max", responses.getMaxValue());
        for (double rank : RANKS) {
            String digits = rank == Math.rint(rank) ? String.valueOf((long) rank) : String.valueOf(rank);
            figure(text, "p" + digits, responses.getValueAtPercentile(rank));
        }
        return text.toString();
    }

    private static void figure(StringBuilder text, String name, double nanos) {
        text.append(';').append(name).append('=').append(nanos / NANOS_OF_A_MICROSECOND);
    }

    /** A connection, and its requests without a response. */
    private static final class Client {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 14);
        private final Deque<Long> due = new ArrayDeque<>();

        Client(InetSocketAddress server) throws IOException {
            channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
        }

        /**
         * @param at scheduled time, by {@link System#nanoTime}
         */
        void ask(int number, long at) throws IOException {
            ByteBuffer out = ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.US_ASCII));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            due.add(at);
        }

        /** Reads responses; returns the number since the last call. */
        int receive(Histogram responses) throws IOException {
            if (due.isEmpty()) {
                return 0;
            }
            in.clear();
            if (channel.read(in) < 0) {
                throw new IOException("the server closed the connection");
            }
            long now = System.nanoTime();
            in.flip();
            int received = 0;
            while (in.hasRemaining()) {
                if (in.get() == '\n') {
                    responses.recordValue(Math.min(now - due.remove(), responses.getHighestTrackableValue()));
                    received++;
                }
            }
            return received;
        }
    }
}
