package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.host.TraceFiles;
import io.github.hpjvm.bench.host.TraceInstance;
import io.github.hpjvm.bench.trace.TracePoints;
import io.github.hpjvm.bench.trace.TraceSetting;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads events from a private instance of tracefs. */
final class TracefsTracer implements Tracer {
    /** Buffers of all CPUs together, and limits for one. */
    private static final int ALL_BUFFERS_KIB = 64 << 10;

    private static final int SMALLEST_BUFFER_KIB = 256;
    private static final int LARGEST_BUFFER_KIB = 4096;

    private static final String END = "hp-jvm end of trace";
    private static final long DRAIN_MILLIS = 10_000;

    private final TraceInstance instance;
    private final LinePump pump;

    private TracefsTracer(TraceInstance instance, LinePump pump) {
        this.instance = instance;
        this.pump = pump;
    }

    /**
     * Creates the instance and enables its events. A requested stop ends the set-up: the trace then has no events, and
     * ends when its time begins.
     *
     * @param threads threads to trace; empty for all
     * @throws IOException if the kernel refuses a file; then the instance is removed
     */
    static TracefsTracer start(
            TraceFiles files, TracePoints points, Set<Long> threads, Interruption interruption, Consumer<String> lines)
            throws IOException {
        TraceInstance instance = files.instance();
        LinePump pump = null;
        try {
            // The open stream marks the instance as used: no other hp-cli can remove it.
            pump = LinePump.start(instance.pipe(), line -> {
                lines.accept(line);
                return !line.endsWith(END);
            });
            for (TraceSetting setting : TraceSetting.all(points, threads, bufferKib())) {
                if (interruption.requested()) {
                    break;
                }
                instance.set(setting.file(), setting.value());
            }
            return new TracefsTracer(instance, pump);
        } catch (IOException e) {
            remove(instance, pump);
            throw e;
        }
    }

    private static int bufferKib() {
        int each = ALL_BUFFERS_KIB / Runtime.getRuntime().availableProcessors();
        return Math.max(SMALLEST_BUFFER_KIB, Math.min(LARGEST_BUFFER_KIB, each));
    }

    @Override
    public boolean isAlive() {
        return pump.isAlive();
    }

    @Override
    public Duration cpu() {
        return Duration.ZERO;
    }

    @Override
    public void stop() {
        try {
            instance.mark(END);
            pump.endsWithin(Patience.with(DRAIN_MILLIS));
        } catch (IOException e) {
            // close() ends the reader.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        remove(instance, pump);
    }

    /** The reader leaves its read when tracing is off, once it has read an event: the mark. */
    private static void remove(TraceInstance instance, @Nullable LinePump pump) throws IOException {
        if (pump != null) {
            if (pump.isAlive()) {
                instance.mark(END);
                instance.set("tracing_on", "0");
                pump.endsWithin(Patience.with(DRAIN_MILLIS));
            }
            pump.close();
        }
        instance.close();
    }
}
