package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The observed behaviour of a JVM.
 *
 * @param end the stage that it reached
 * @param message if it ended: its exit code and its last message
 * @param gc the collector that it chose, if it could be read
 * @param maxHeap its maximum heap, if it could be read
 * @param heap the pages that back the heap; empty if they could not be read
 * @param code the same of the code
 * @param readerHeap the kind of the heap as the product reads it
 * @param takenAtStart pages taken of each pool before the program used memory of its own
 * @param takenFilled the same once the heap was filled
 * @param warnings its messages about pages and flags
 * @param lines the same as text
 * @param said all output of the JVM and the program
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

    /** ZGC's message about a pool that was exhausted while it grew. */
    private static final String FORCED = "Forced to lower max Java heap size";

    /** Stage that a JVM reached. */
    enum End {
        /** The program has filled the heap. */
        FILLED,
        /** The program ran and got less heap than it requested. */
        OUT_OF_MEMORY,
        /** The JVM printed why it does not start. */
        REFUSED,
        /** A signal ended it before the program began. */
        CRASHED_AT_START,
        /** A signal ended it while the program filled the heap. */
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

    /**
     * Returns whether the heap could not grow because the pool had too few pages. Another lack of memory does not
     * count.
     */
    boolean endedByPool() {
        return end == End.OUT_OF_MEMORY && said.contains(FORCED);
    }

    /** Returns whether the program was run at all. */
    boolean started() {
        return end == End.FILLED || end == End.OUT_OF_MEMORY || end == End.CRASHED;
    }
}
