package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * The judgement of one case.
 *
 * @param test the case
 * @param status the judgement
 * @param predicted the pages that the newest update of the release gives the heap on this host; empty if unknown
 * @param seen what the JVM has
 * @param reason one sentence; empty if the status is SAME
 * @param bugs known bugs of this version with that effect: {@code JDK-8324817}
 */
public record JdkResult(
        JdkCase test, Status status, Optional<PageKind> predicted, JdkSighting seen, String reason, List<String> bugs) {

    public JdkResult {
        bugs = List.copyOf(bugs);
    }

    /** A judgement. */
    public enum Status {
        SAME,
        DIFFERENT,
        /** Something could not be seen or predicted. */
        UNKNOWN,
        /** This host or release cannot have such pages, so that no JVM was started. */
        NOT_RUN
    }
}
