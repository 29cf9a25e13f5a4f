package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.CodeHeapAddresses;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parses the text that a fork copied, by moment and source: the counterpart of
 * {@link io.github.hpjvm.bench.fork.BackingCopy}.
 */
public final class ForkCopy {
    /** Before the first iteration of any kind. */
    public static final String READY = "ready";
    /** Before the first measured iteration. */
    public static final String BEFORE = "before";
    /** After the last measured iteration. */
    public static final String AFTER = "after";

    /** A section with the ranges of the heap, {@code start-end} in hexadecimal digits, a line each. */
    static final String HEAP = "heap";

    private static final String HEADER = "==== ";

    private final Map<String, String> sections;

    private ForkCopy(Map<String, String> sections) {
        this.sections = sections;
    }

    /** Parses a copy; a fork that died early leaves fewer sections, or none, which is no error. */
    public static ForkCopy parse(String text) {
        Map<String, String> sections = new HashMap<>();
        int at = text.startsWith(HEADER) ? 0 : -1;
        while (at >= 0) {
            int lineEnd = text.indexOf('\n', at);
            if (lineEnd < 0) {
                break;
            }
            int next = text.indexOf("\n" + HEADER, lineEnd);
            String body = text.substring(lineEnd + 1, next < 0 ? text.length() : Math.max(lineEnd + 1, next + 1));
            sections.put(text.substring(at + HEADER.length(), lineEnd), body);
            at = next < 0 ? -1 : next + 1;
        }
        return new ForkCopy(sections);
    }

    /** The text of a source at a moment; empty if the fork did not get that far or could not read it. */
    public Optional<String> text(String moment, String source) {
        return Optional.ofNullable(sections.get(moment + " " + source));
    }

    /** The pages behind that part at a moment; empty if its range or smaps is missing or damaged. */
    public Optional<Backing> backing(Judged part, String moment, Bytes pmdSize) {
        Optional<String> smaps = text(moment, "/proc/self/smaps");
        if (smaps.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<AddressRange> ranges = part == Judged.HEAP ? ranges(moment) : code(moment);
            List<Vma> vmas = Smaps.parse(smaps.get());
            return ranges.stream()
                    .map(range -> Backing.of(range, vmas, pmdSize))
                    .reduce(Backing::plus);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The ranges of the heap: as located from outside, else as the JVM printed them. */
    private List<AddressRange> ranges(String moment) {
        return text(moment, HEAP)
                .map(text -> text.lines().map(ForkCopy::range).toList())
                .orElseGet(() -> text(moment, "GC.heap_info").flatMap(HeapInfo::range).stream()
                        .toList());
    }

    private List<AddressRange> code(String moment) {
        return text(moment, "Compiler.codecache").map(CodeHeapAddresses::ranges).orElse(List.of());
    }

    private static AddressRange range(String line) {
        int dash = line.indexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException("not a range of addresses: " + line);
        }
        return new AddressRange(
                Long.parseUnsignedLong(line.substring(0, dash), 16),
                Long.parseUnsignedLong(line.substring(dash + 1), 16));
    }

    /** Returns whether the copy consists of samples of a JVM that copied nothing itself. */
    boolean isFromOutside() {
        return text(BEFORE, HEAP).isPresent() || text(AFTER, HEAP).isPresent();
    }

    /** Returns whether the heap is shared memory: the heap of ZGC is a memfd (zPhysicalMemoryBacking_linux.cpp). */
    boolean heapIsShared() {
        try {
            List<AddressRange> heap = ranges(AFTER);
            return Smaps.parse(text(AFTER, "/proc/self/smaps").orElse("")).stream()
                    .filter(vma -> heap.stream().anyMatch(range -> vma.range().overlaps(range)))
                    .anyMatch(vma -> vma.permissions().endsWith("s"));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The readings of the workload by name, without damaged lines. */
    public Map<String, Reading> readings() {
        Map<String, Reading> readings = new TreeMap<>();
        for (String line : text(AFTER, "readings").orElse("").split("\n")) {
            String[] parts = line.split("\t", -1);
            if (parts.length == 3) {
                try {
                    readings.put(parts[0], new Reading(Double.parseDouble(parts[1]), parts[2]));
                } catch (NumberFormatException e) {
                    // The line is not a reading.
                }
            }
        }
        return readings;
    }

    /** The mappings outside the heap; none if the range of the heap or smaps is missing. */
    List<Vma> outsideHeap(String moment) {
        Optional<String> smaps = text(moment, "/proc/self/smaps");
        try {
            List<AddressRange> heap = ranges(moment);
            if (heap.isEmpty() || smaps.isEmpty()) {
                return List.of();
            }
            return Smaps.parse(smaps.get()).stream()
                    .filter(vma -> heap.stream().noneMatch(range -> vma.range().overlaps(range)))
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /** The arguments that the JVM received, as it reports them. */
    public Optional<List<String>> arguments() {
        return text(READY, "arguments")
                .map(text -> text.lines().filter(line -> !line.isEmpty()).toList());
    }
}
