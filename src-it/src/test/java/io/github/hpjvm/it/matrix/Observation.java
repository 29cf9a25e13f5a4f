package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a JVM really did.
 *
 * @param end how far it came
 * @param message if it ended: with what exit code, and what it said of it
 * @param gc the collector that it chose, if it could be asked
 * @param maxHeap its maximum heap, if it could be asked
 * @param heap what stands behind the heap; empty if it could not be seen
 * @param code the same of the code
 * @param readerHeap the kind of the heap as the product reads it
 * @param takenAtStart pages taken of each pool before the program used memory of its own
 * @param takenFilled the same once the heap was filled
 * @param warnings what it said about pages and flags
 * @param lines the same in its own words
 * @param said all that it and the program wrote
 */
record Observation(
        End end,
        String message,
        Optional<Collector> gc,
        Optional<Bytes> maxHeap,
        Optional<Seen> heap,
        Optional<Seen> code,
        Optional<PageKind> readerHeap,
        Map<Bytes, Long> takenAtStart,
        Map<Bytes, Long> takenFilled,
        Set<WarningCode> warnings,
        List<String> lines,
        String said) {

    /** ZGC's own words for a pool that ended while it grew. */
    private static final String FORCED = "Forced to lower max Java heap size";

    /** How far a JVM came. */
    enum End {
        /** The program has filled the heap. */
        FILLED,
        /** The program ran and got less heap than it wanted. */
        OUT_OF_MEMORY,
        /** The JVM said why it does not start. */
        REFUSED,
        /** It was ended by a signal before the program began. */
        CRASHED_AT_START,
        /** It was ended by a signal while the program filled the heap. */
        CRASHED,
        /** It neither began nor ended. */
        TIMED_OUT
    }

    Observation {
        takenAtStart = Map.copyOf(takenAtStart);
        takenFilled = Map.copyOf(takenFilled);
        warnings = Set.copyOf(warnings);
        lines = List.copyOf(lines);
    }

    /** Returns whether the heap could not grow for want of pages: another lack of memory is none of our business. */
    boolean endedByPool() {
        return end == End.OUT_OF_MEMORY && said.contains(FORCED);
    }

    /** Returns whether the program was run at all. */
    boolean started() {
        return end == End.FILLED || end == End.OUT_OF_MEMORY || end == End.CRASHED;
    }
}
