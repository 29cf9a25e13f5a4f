package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Percentiles;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * The pauses of the collector from its notifications, in steps of a millisecond
 * ({@code com.sun.management.GarbageCollectionNotificationInfo}, since 7u4).
 */
final class GcPauses implements NotificationListener {
    private static final String NOTIFICATION = "com.sun.management.gc.notification";

    /** ZGC and Shenandoah also notify of whole cycles, which are concurrent: a separate bean has their pauses. */
    private static final String NO_PAUSES = "Cycles";

    private final Percentiles pauses = new Percentiles();

    /** Starts listening. */
    static GcPauses watch() {
        GcPauses watch = new GcPauses();
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (!bean.getName().endsWith(NO_PAUSES)) {
                ((NotificationEmitter) bean).addNotificationListener(watch, null, null);
            }
        }
        return watch;
    }

    @Override
    public synchronized void handleNotification(Notification notification, Object handback) {
        if (NOTIFICATION.equals(notification.getType())) {
            CompositeData info = (CompositeData) ((CompositeData) notification.getUserData()).get("gcInfo");
            pauses.add(TimeUnit.MILLISECONDS.toNanos((Long) info.get("duration")));
        }
    }

    /** Discards all pauses so far. */
    synchronized void clear() {
        pauses.clear();
    }

    /** Reports the pauses since the last clear as readings. */
    synchronized void report() {
        pauses.report("pause", "ms");
    }
}
