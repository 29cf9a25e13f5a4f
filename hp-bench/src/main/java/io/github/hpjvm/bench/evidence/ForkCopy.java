package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.CodeHeaps;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The text that a fork left behind, by moment and source: the counterpart of
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

    /** A fork that died early leaves fewer sections, or none; that is no error. */
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

    /** What a source said at a moment; empty if the fork did not get that far or could not read it. */
    public Optional<String> text(String moment, String source) {
        return Optional.ofNullable(sections.get(moment + " " + source));
    }

    /** What stood behind that part at a moment; empty if the fork left no range or no smaps, or a damaged one. */
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

    /** Where the heap is: as it was located from outside, else by the JVM's own account. */
    private List<AddressRange> ranges(String moment) {
        return text(moment, HEAP)
                .map(text -> text.lines().map(ForkCopy::range).toList())
                .orElseGet(() -> text(moment, "GC.heap_info").flatMap(HeapInfo::range).stream()
                        .toList());
    }

    private List<AddressRange> code(String moment) {
        return text(moment, "Compiler.codecache").map(CodeHeaps::ranges).orElse(List.of());
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

    /** Whether it was put together from looks at a JVM that copied nothing itself. */
    boolean isFromOutside() {
        return text(BEFORE, HEAP).isPresent() || text(AFTER, HEAP).isPresent();
    }

    /** Whether the heap is memory that could be shared: that of ZGC is a memfd (zPhysicalMemoryBacking_linux.cpp). */
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

    /** What the workload said of the run, by name; a line that is damaged is left out. */
    public Map<String, Reading> readings() {
        Map<String, Reading> readings = new TreeMap<>();
        for (String line : text(AFTER, "readings").orElse("").split("\n")) {
            String[] parts = line.split("\t", -1);
            if (parts.length == 3) {
                try {
                    readings.put(parts[0], new Reading(Double.parseDouble(parts[1]), parts[2]));
                } catch (NumberFormatException e) {
                    // not a reading
                }
            }
        }
        return readings;
    }

    /** The mappings that have nothing of the heap in them; none if the fork left no range or no smaps. */
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

    /** The arguments that arrived at the JVM, by its own account. */
    public Optional<List<String>> arguments() {
        return text(READY, "arguments")
                .map(text -> text.lines().filter(line -> !line.isEmpty()).toList());
    }
}
