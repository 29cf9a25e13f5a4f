package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * A JVM that a program started.
 *
 * @param main its main class or jar, or its program where that takes none; empty if it was not seen
 * @param version its version; empty if it did not say
 * @param flagsArrived whether all arguments of the variant arrived; empty if its arguments could not be read
 * @param kind the pages behind its heap when it was last looked at; empty if that could not be told
 * @param heap resident bytes of the heap then, hugetlb included
 * @param huge how many of them were on pages larger than base
 * @param seenAtMillis when it was looked at, in milliseconds after the start of the program
 * @param judged whether the run is judged by this one: it has the largest heap of all
 * @param unseen why its heap was not seen; empty if it was
 */
public record SeenJvm(
        long pid,
        String main,
        String version,
        Optional<Boolean> flagsArrived,
        Optional<PageKind> kind,
        Bytes heap,
        Bytes huge,
        List<Long> seenAtMillis,
        boolean judged,
        Optional<String> unseen) {

    public SeenJvm {
        seenAtMillis = List.copyOf(seenAtMillis);
    }
}
