package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.read.memory.MemorySource;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.concurrent.TimeUnit;

/**
 * The time limit for reading our own smaps. Resident memory predicts the time of a first read. Many mappings take more,
 * which only the reads themselves show. For one thread.
 */
final class SmapsBudget {
    /** Reading goes on up to this many percent of the limit, so that a process near it does not change its state often. */
    private static final long PERCENT_TO_GO_ON = 125;

    /**
     * Refusals after which a slow read is forgotten, ten minutes at the default interval: its cause may have been the host, or a
     * limit of its control group.
     */
    private static final int FORGET_AFTER = 60;

    private final long millis;
    private int refusals;
    private boolean reads;
    private double last;
    private double before;

    SmapsBudget(long millis) {
        this.millis = millis;
    }

    long millis() {
        return millis;
    }

    /** Returns whether a read is expected to stay within the limit. */
    boolean allows(Bytes resident) {
        if (refusals == FORGET_AFTER) {
            refusals = 0;
            before = 0;
        }
        reads = expected(resident) <= (reads ? millis * PERCENT_TO_GO_ON / 100 : millis);
        refusals = reads ? 0 : refusals + 1;
        return reads;
    }

    /** Returns the expected time. One slow read may have another cause, such as a busy host: the faster of the last two counts. */
    long expected(Bytes resident) {
        return Math.max(MemorySource.SMAPS.millis(resident), (long) (Math.min(last, before) * resident.value()));
    }

    /** Notes the time of a read. */
    void took(Bytes resident, long nanos) {
        before = last;
        last = (double) nanos / TimeUnit.MILLISECONDS.toNanos(1) / Math.max(1, resident.value());
    }
}
