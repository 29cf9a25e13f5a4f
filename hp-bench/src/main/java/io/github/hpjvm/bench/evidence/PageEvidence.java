package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * Evidence of the pages behind one run's heap. The components are members of results.json.
 *
 * @param realised whether the run counts
 * @param kind the kind of page behind the heap; empty if unknown
 * @param heapBytes resident bytes of the heap, hugetlb included, at the worse of the two moments
 * @param hugeBytes bytes of these that are on pages larger than base
 * @param reason why the run does not count; empty if it does
 * @param fix command after which the next run counts; empty if it counts or no command is known
 * @param notes further facts for a reader of a run that counts
 */
public record PageEvidence(
        boolean realised,
        Optional<PageKind> kind,
        Bytes heapBytes,
        Bytes hugeBytes,
        Optional<String> reason,
        Optional<String> fix,
        List<String> notes) {

    public PageEvidence {
        notes = List.copyOf(notes);
    }

    /** There is no evidence, for this reason. */
    public static PageEvidence unseen(String reason) {
        return unseen(reason, Optional.empty());
    }

    /** There is no evidence, for this reason; {@code fix} is the command to type. */
    public static PageEvidence unseen(String reason, Optional<String> fix) {
        return new PageEvidence(false, Optional.empty(), Bytes.ZERO, Bytes.ZERO, Optional.of(reason), fix, List.of());
    }

    /** The pages of a variant that requests none are unknown; the run counts. */
    public static PageEvidence reported(String note) {
        return new PageEvidence(
                true, Optional.empty(), Bytes.ZERO, Bytes.ZERO, Optional.empty(), Optional.empty(), List.of(note));
    }
}
