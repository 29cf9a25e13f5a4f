package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * What was seen of one run's heap.
 *
 * @param realised whether the run counts
 * @param kind the kind of page behind the heap; empty where it could not be told
 * @param heap resident bytes of the heap, hugetlb included, at the worse of the two moments
 * @param huge how many of them are on pages larger than base
 * @param reason why the run does not count; empty if it does
 * @param fix what to type so that the next run counts; empty if it counts or nothing is known that would help
 * @param notes what a reader should know of a run that counts
 */
public record Evidence(
        boolean realised,
        Optional<PageKind> kind,
        Bytes heap,
        Bytes huge,
        Optional<String> reason,
        Optional<String> fix,
        List<String> notes) {

    public Evidence {
        notes = List.copyOf(notes);
    }

    /** Nothing was seen, for this reason. */
    public static Evidence unseen(String reason) {
        return unseen(reason, Optional.empty());
    }

    /** Nothing was seen, for this reason; {@code fix} is what to type. */
    public static Evidence unseen(String reason, Optional<String> fix) {
        return new Evidence(false, Optional.empty(), Bytes.ZERO, Bytes.ZERO, Optional.of(reason), fix, List.of());
    }
}
