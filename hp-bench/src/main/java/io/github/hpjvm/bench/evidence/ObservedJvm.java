package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * A JVM that a program started, as observed from outside. The components are members of results.json.
 *
 * @param main its main class or jar, or its program if that is not {@code java}; empty if unknown
 * @param version its version; empty if unknown
 * @param judged whether this JVM decides the evidence of the run: it has the largest heap
 * @param flagsArrived whether it received all arguments of the variant; empty if its arguments could not be read
 * @param kind the pages behind its heap in the last sample; empty if unknown
 * @param heapBytes resident bytes of the heap then, hugetlb included
 * @param hugeBytes bytes of these that were on pages larger than base
 * @param seenAtMillis time of the sample, in milliseconds after the start of the program
 * @param unseen why its heap was not examined; empty if it was
 */
public record ObservedJvm(
        long pid,
        String main,
        String version,
        boolean judged,
        Optional<Boolean> flagsArrived,
        Optional<PageKind> kind,
        Bytes heapBytes,
        Bytes hugeBytes,
        List<Long> seenAtMillis,
        Optional<String> unseen) {

    public ObservedJvm {
        seenAtMillis = List.copyOf(seenAtMillis);
    }
}
