package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.cli.source.OwnHeap;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads in the background, and keeps the answer of the last complete reading in all formats. A request starts a reading
 * unless one runs or the last one is fresh. Readings never run in parallel.
 */
final class LastReading implements AutoCloseable {
    private final Scrape scrape;
    private final Duration soon;
    private final Consumer<String> log;
    private final Runnable completed;
    private final AtomicBoolean reading = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread reader = new Thread(task, "reads the JVMs");
        reader.setDaemon(true);
        return reader;
    });

    /** Only the thread that reads uses it. */
    private final OwnHeap heap = new OwnHeap();

    /** Null before the first reading is complete. */
    private volatile Answer last;

    private volatile boolean failed;

    /** The answer of one reading. */
    private record Answer(Map<Exposition, byte[]> bodies, long at, Duration took) {}

    /**
     * Creates answers without a reading.
     *
     * @param soon a reading of that duration is worth a wait
     * @param log gets a line for each reading that fails, and when the pause between readings changes
     * @param completed runs after each reading, in another thread
     */
    LastReading(Scrape scrape, Duration soon, Consumer<String> log, Runnable completed) {
        this.scrape = scrape;
        this.soon = soon;
        this.log = log;
        this.completed = completed;
    }

    /** Starts a reading if that is due. Returns whether one runs. */
    boolean refresh() {
        Answer known = last;
        if (reading.get()) {
            return true;
        }
        if (known != null && !scrape.isDue(known.at())) {
            return false;
        }
        if (reading.compareAndSet(false, true)) {
            try {
                thread.execute(this::read);
            } catch (OutOfMemoryError e) {
                // There was no memory for the thread. The next request tries again.
                reading.set(false);
                throw e;
            }
        }
        return true;
    }

    private void read() {
        try {
            var metrics = scrape.metrics();
            Map<Exposition, byte[]> bodies = new EnumMap<>(Exposition.class);
            for (Exposition format : Exposition.values()) {
                bodies.put(format, format.bytes(metrics));
            }
            last = new Answer(bodies, scrape.now(), scrape.took());
            failed = false;
            String news = scrape.news();
            if (!news.isEmpty()) {
                log.accept(news);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            failed = true;
            log.accept("scrape failed: " + e);
        } finally {
            reading.set(false);
            completed.run();
            heap.tidy();
        }
    }

    /** Returns the answer of the last complete reading; empty if there was none. */
    Optional<byte[]> body(Exposition format) {
        Answer known = last;
        return known == null ? Optional.empty() : Optional.of(known.bodies().get(format));
    }

    /** Returns the answer before the first reading is complete. */
    static byte[] beforeFirst(Exposition format) {
        return format.bytes(HugePageMetrics.beforeFirst());
    }

    /** Returns whether the last reading failed. */
    boolean hasFailed() {
        return failed;
    }

    /** Returns whether a reading may be complete soon, by the duration of the last one. */
    boolean isSoonDone() {
        Answer known = last;
        return known == null || known.took().compareTo(soon) <= 0;
    }

    boolean isReading() {
        return reading.get();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
