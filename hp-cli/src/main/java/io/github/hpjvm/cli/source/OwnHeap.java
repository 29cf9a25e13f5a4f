package io.github.hpjvm.cli.source;

import java.util.function.LongSupplier;

/**
 * Keeps the heap of a long-running command small. The serial collector enlarges the old generation up to -Xmx before
 * it collects that (TenuredGeneration::promotion_attempt_is_safe in {@code src/hotspot/share/gc/serial/tenuredGeneration.cpp}).
 * So the garbage of the first reading, which is larger than later ones, would stay resident. For one thread.
 */
public final class OwnHeap {
    /** Garbage that may stay: more than the young generation has. */
    static final long ROOM_BYTES = 20 << 20;

    private final LongSupplier used;
    private final Runnable collector;

    /** Bytes in use after the last collection. */
    private long live;

    public OwnHeap() {
        this(() -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory(), System::gc);
    }

    OwnHeap(LongSupplier used, Runnable collector) {
        this.used = used;
        this.collector = collector;
    }

    /** Collects garbage if the heap has grown by more than 20 MiB since the last collection. Call it after reading a JVM. */
    public void tidy() {
        if (used.getAsLong() > live + ROOM_BYTES) {
            collector.run();
            live = used.getAsLong();
        }
    }
}
