package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.term.PageKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The judgement of one case.
 *
 * @param test the case
 * @param status the judgement
 * @param predicted the pages that the newest update of the release gives the heap on this host; empty if unknown
 * @param seen what the JVM has
 * @param reason one sentence; empty if the pages are those predicted
 * @param bugs known bugs of this version with that effect: {@code JDK-8324817}
 * @param time the time that the case took
 */
public record JdkResult(
        JdkCase test,
        Status status,
        Optional<PageKind> predicted,
        JdkSighting seen,
        String reason,
        List<String> bugs,
        Duration time) {

    public JdkResult {
        bugs = List.copyOf(bugs);
    }

    /** A judgement before its time is known. */
    JdkResult(
            JdkCase test,
            Status status,
            Optional<PageKind> predicted,
            JdkSighting seen,
            String reason,
            List<String> bugs) {
        this(test, status, predicted, seen, reason, bugs, Duration.ZERO);
    }

    /** A case without a judgement, or with one that no longer counts. */
    public static JdkResult without(
            JdkCase test, Status status, Optional<PageKind> predicted, JdkSighting seen, String reason) {
        return new JdkResult(test, status, predicted, seen, reason, List.of());
    }

    /** Returns whether a JVM was started and examined. */
    boolean isRun() {
        return seen.ended() || seen.mapped().isPresent();
    }

    /** Returns this judgement with the time that the case took. */
    public JdkResult within(Duration duration) {
        return new JdkResult(test, status, predicted, seen, reason, bugs, duration);
    }

    /** Returns this judgement as a difference from another build. */
    public JdkResult differing(String why) {
        return new JdkResult(test, Status.DIFFERENT, predicted, seen, why, List.of(), time);
    }

    /** A judgement. */
    public enum Status {
        /** The pages are those predicted, or the JVM ends as predicted. */
        SAME,
        DIFFERENT,
        /** Something could not be seen or predicted. */
        UNKNOWN,
        /** The host cannot be set for the case, so that no JVM was started. */
        NOT_RUN
    }
}
