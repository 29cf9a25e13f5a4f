package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.Objects;
import java.util.Optional;

/**
 * What a JVM of one case has.
 *
 * @param mapped the pages behind its heap; empty if unknown
 * @param resident the resident part of its heap
 * @param logged the page size of the heap in the JVM's own log; empty if it has none
 * @param failure why there is nothing to see: the JVM ended, or its heap cannot be read; empty if there is
 * @param ended whether the JVM ended before it ran the program
 */
public record JdkSighting(
        Optional<PageKind> mapped, Bytes resident, Optional<Bytes> logged, String failure, boolean ended) {

    public JdkSighting {
        Objects.requireNonNull(mapped, "mapped");
        Objects.requireNonNull(resident, "resident");
        Objects.requireNonNull(logged, "logged");
        Objects.requireNonNull(failure, "failure");
    }

    /** A JVM of which nothing was seen. */
    public static JdkSighting none(String failure, boolean ended) {
        return new JdkSighting(Optional.empty(), Bytes.ZERO, Optional.empty(), failure, ended);
    }
}
