package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;

/**
 * The memory of a control group with a single process ({@code memory.stat}), so that its sums are those of the process.
 *
 * @param anonymous anonymous memory, transparent huge pages included
 * @param anonymousThp anonymous transparent huge pages: {@code anon_thp}, on version 1 {@code rss_huge}
 * @param sharedThp those of shared memory: {@code shmem_thp}; zero on version 1, which does not count it
 */
public record SoleGroup(Bytes anonymous, Bytes anonymousThp, Bytes sharedThp) {

    public SoleGroup {
        Objects.requireNonNull(anonymous, "anonymous");
        Objects.requireNonNull(anonymousThp, "anonymousThp");
        Objects.requireNonNull(sharedThp, "sharedThp");
    }
}
