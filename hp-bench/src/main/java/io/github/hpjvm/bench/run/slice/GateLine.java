package io.github.hpjvm.bench.run.slice;

import io.github.hpjvm.bench.run.watch.Fifos;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parent's end of the two FIFOs of one fork; see {@link io.github.hpjvm.bench.fork.SliceGate}. Both are open for
 * reading and writing here, so that neither end waits for the other to open or close them (fifo(7)).
 */
final class GateLine implements GatedPlayer, AutoCloseable {
    private static final String END = "end";
    private static final String READY = "ready";
    private static final int LONGEST_LINE = 256;
    private static final Pattern THREAD = Pattern.compile("[1-9][0-9]{0,8}");

    private final Path ordersFile;
    private final Path reportsFile;
    private final RandomAccessFile orders;
    private final RandomAccessFile reports;
    private final Duration turnLimit;
    private final Thread reader;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private boolean over;
    private Runnable whenLate = () -> {};
    private IntConsumer measuringThread = thread -> {};

    private GateLine(Path fifos, Duration turnLimit) throws IOException {
        this.turnLimit = turnLimit;
        this.ordersFile = ordersFile(fifos);
        this.reportsFile = reportsFile(fifos);
        this.orders = new RandomAccessFile(ordersFile.toFile(), "rw");
        this.reports = new RandomAccessFile(reportsFile.toFile(), "rw");
        this.reader = new Thread(this::read, "hp-bench gate " + fifos.getFileName());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Creates the FIFOs of some forks.
     *
     * @param fifos path of both FIFOs of each fork, without their endings
     * @param turnLimit time limit of a fork's turn
     */
    static List<GateLine> open(List<Path> fifos, Duration turnLimit) {
        List<GateLine> lines = new ArrayList<>();
        try {
            Fifos.create(fifos.stream()
                    .flatMap(fifo -> Stream.of(ordersFile(fifo), reportsFile(fifo)))
                    .toList());
            for (Path fifo : fifos) {
                lines.add(new GateLine(fifo, turnLimit));
            }
            return lines;
        } catch (IOException e) {
            lines.forEach(GateLine::close);
            throw new BenchException(
                    "cannot create a FIFO: " + e.getMessage() + "; to run without FIFOs: --interleave forks", e);
        }
    }

    private static Path ordersFile(Path fifos) {
        return fifos.resolveSibling(fifos.getFileName() + ".orders");
    }

    private static Path reportsFile(Path fifos) {
        return fifos.resolveSibling(fifos.getFileName() + ".reports");
    }

    /**
     * Waits until the fork is ready for its first turn; false if it ended before. The caller ends a fork that takes too
     * long.
     */
    boolean ready() {
        try {
            return isReady(lines.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void begin(int number, int iterations) {
        order("turn " + number + " " + iterations);
    }

    @Override
    public Optional<List<Iteration>> end(int iterations) {
        List<Iteration> done = new ArrayList<>();
        if (over) {
            return Optional.empty();
        }
        long deadline = System.nanoTime() + turnLimit.toNanos();
        while (true) {
            Optional<String> line = next(Duration.ofNanos(deadline - System.nanoTime()));
            if (line.isEmpty()) {
                whenLate.run();
                return Optional.empty();
            }
            // A fork on a shared CPU ends with its last turn, and does not report that it is ready again.
            over = line.get().equals(END);
            if (over || isReady(line.get())) {
                return done.size() == iterations ? Optional.of(done) : Optional.empty();
            }
            Iteration.parse(line.get()).ifPresent(done::add);
        }
    }

    /** Returns whether the fork waits for its turn. Its line may name the thread that measures. */
    private boolean isReady(String line) {
        String[] words = line.split(" ");
        if (!words[0].equals(READY)) {
            return false;
        }
        if (words.length == 2 && THREAD.matcher(words[1]).matches()) {
            measuringThread.accept(Integer.parseInt(words[1]));
            measuringThread = thread -> {};
        }
        return true;
    }

    /** Sets the receiver of the kernel's number of the fork's measuring thread, which is sent once. */
    void onMeasuringThread(IntConsumer receiver) {
        measuringThread = receiver;
    }

    /** Lets the fork run without further turns. */
    void free() {
        order("free");
    }

    /** Lets the fork run without turns, and also report the CPU time of its process. */
    void watch() {
        order("look");
    }

    /** Sets the action that ends a fork whose turn takes too long. */
    void whenLate(Runnable end) {
        whenLate = end;
    }

    /** Marks the fork as ended and wakes the threads that wait for it. */
    void ended() {
        try {
            reports.write((END + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            lines.add(END);
        }
    }

    /** The iterations that a fork without turns has reported; call it after the fork has ended. */
    List<Iteration> reported() {
        List<Iteration> all = new ArrayList<>();
        for (Optional<String> line = next(turnLimit);
                line.isPresent() && !line.get().equals(END);
                line = next(turnLimit)) {
            Iteration.parse(line.get()).ifPresent(all::add);
        }
        return all;
    }

    /** All that a fork without turns has reported; call it after the fork has ended. */
    Look look() {
        List<String> all = new ArrayList<>();
        for (Optional<String> line = next(turnLimit);
                line.isPresent() && !line.get().equals(END);
                line = next(turnLimit)) {
            all.add(line.get());
        }
        return Look.of(all);
    }

    private void order(String line) {
        try {
            orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            lines.add(END);
        }
    }

    private Optional<String> next(Duration limit) {
        try {
            return Optional.ofNullable(lines.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Reads lines until the line that marks the end of the fork. */
    private void read() {
        byte[] buffer = new byte[1 << 13];
        StringBuilder line = new StringBuilder();
        try {
            while (true) {
                int length = reports.read(buffer);
                for (int i = 0; i < length; i++) {
                    if (buffer[i] != '\n') {
                        line.append((char) buffer[i]);
                    } else {
                        lines.add(line.toString());
                        if (line.toString().equals(END)) {
                            return;
                        }
                        line.setLength(0);
                    }
                }
                if (length < 0 || line.length() > LONGEST_LINE) {
                    break;
                }
            }
        } catch (IOException e) {
            // The fork counts as ended.
        }
        lines.add(END);
    }

    /** Ends the reader and deletes the FIFOs. */
    @Override
    public void close() {
        ended();
        try {
            reader.join(turnLimit.toMillis());
            orders.close();
            reports.close();
            Files.deleteIfExists(ordersFile);
            Files.deleteIfExists(reportsFile);
        } catch (IOException e) {
            throw BenchException.cannotWrite(ordersFile, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
