package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.finding.Evidence;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The coverage of one heap in a recording, and the time at which it was lost.
 *
 * @param pid the process
 * @param first time of the first reading
 * @param last time of the last reading
 * @param readings number of readings in which the heap was known
 * @param best the highest coverage
 * @param latest the coverage in the last reading
 * @param losses the times at which coverage was lost, the oldest first; at most {@link #MOST}
 * @param before the JVM that ran the same program before it, if this one never had huge pages
 */
public record HeapPast(
        long pid,
        Instant first,
        Instant last,
        int readings,
        double best,
        double latest,
        List<Loss> losses,
        Optional<Before> before) {

    /** Of more losses the newest ones are kept. */
    public static final int MOST = 20;

    /** A heap with less coverage has no huge pages. */
    static final double NONE = 0.05;

    /** A reading is good if it has this part of the best coverage. */
    static final double GOOD = 0.9;

    /**
     * A loss of coverage.
     *
     * @param lastGood time of the last good reading
     * @param was its coverage
     * @param firstBad time of the first bad reading
     * @param coverage its coverage
     * @param goodAgain time of the next good reading; empty if there was none
     * @param cause the cause
     * @param text the cause in words
     * @param evidence the facts that show it
     */
    public record Loss(
            Instant lastGood,
            double was,
            Instant firstBad,
            double coverage,
            Optional<Instant> goodAgain,
            Cause cause,
            String text,
            List<Evidence> evidence) {

        public Loss {
            Objects.requireNonNull(goodAgain, "goodAgain");
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * The last reading of a JVM that ran the same program for the same user.
     *
     * @param pid the process
     * @param last time of its last reading
     * @param coverage coverage of its heap then
     */
    public record Before(long pid, Instant last, double coverage) {}

    public HeapPast {
        losses = List.copyOf(losses);
        Objects.requireNonNull(before, "before");
    }

    /** Returns whether the heap never had huge pages. */
    public boolean wasNeverHuge() {
        return best < NONE;
    }

    /** Returns the loss after which no reading was good; empty if the last reading is good. */
    public Optional<Loss> present() {
        return losses.stream().filter(loss -> loss.goodAgain().isEmpty()).findFirst();
    }
}
