package io.github.hpjvm.jmh;

import java.util.ArrayList;
import java.util.List;

/**
 * The addresses of the heap, from the text of {@code jcmd PID GC.heap_info}: print_on of {@code genCollectedHeap.cpp} or
 * {@code serialHeap.cpp}, {@code parallelScavengeHeap.cpp}, {@code g1CollectedHeap.cpp}, {@code shenandoahHeap.cpp} and
 * {@code epsilonHeap.cpp}. ZGC prints none.
 */
final class HeapRange {
    private static final String[] WHOLE = {"garbage-first heap"};
    private static final String[] YOUNG = {"def new generation", "par new generation", "DefNew", "PSYoungGen"};
    private static final String[] OLD = {
        "tenured generation", "Tenured", "concurrent mark-sweep generation", "ParOldGen", "PSOldGen"
    };
    private static final int HEX = 16;

    /** The first address. */
    final long start;
    /** The address after the last one. */
    final long end;

    HeapRange(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /** Returns the reserved heap, of Epsilon the committed part; null if the text does not show it. */
    static HeapRange of(String heapInfo) {
        List<String> lines = new ArrayList<>();
        for (String line : heapInfo.split("\n")) {
            lines.add(line.trim());
        }
        HeapRange whole = brackets(lines, WHOLE, 0);
        if (whole == null) {
            whole = brackets(lines, new String[] {"- ["}, lines.indexOf("Reserved region:"));
        }
        if (whole == null) {
            whole = brackets(lines, new String[] {"space "}, lines.indexOf("Epsilon Heap"));
        }
        return whole == null ? joined(brackets(lines, YOUNG, 0), brackets(lines, OLD, 0)) : whole;
    }

    /** Joins two generations of one reservation. The old one is above the young one, or below it with Parallel. */
    private static HeapRange joined(HeapRange young, HeapRange old) {
        if (young == null || old == null) {
            return null;
        }
        if (young.end == old.start) {
            return new HeapRange(young.start, old.end);
        }
        return old.end == young.start ? new HeapRange(old.start, young.end) : null;
    }

    private static HeapRange brackets(List<String> lines, String[] names, int from) {
        for (int i = from; i >= 0 && i < lines.size(); i++) {
            for (String name : names) {
                if (lines.get(i).startsWith(name)) {
                    return brackets(lines.get(i));
                }
            }
        }
        return null;
    }

    /** Returns the range from the first to the last address in {@code [0x.., 0x.., 0x..)}. */
    private static HeapRange brackets(String line) {
        int open = line.indexOf("[0x");
        int close = line.indexOf(')', open + 1);
        if (open < 0 || close < 0) {
            return null;
        }
        String[] words = line.substring(open + 1, close).split(",");
        try {
            long start = address(words[0]);
            long end = address(words[words.length - 1]);
            return Long.compareUnsigned(start, end) < 0 ? new HeapRange(start, end) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static long address(String word) {
        String trimmed = word.trim();
        if (!trimmed.startsWith("0x")) {
            throw new NumberFormatException(trimmed);
        }
        return Long.parseUnsignedLong(trimmed.substring(2), HEX);
    }
}
