package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The addresses of a JVM's heap, from the text of {@code jcmd PID GC.heap_info} (or of the DiagnosticCommand MBean's
 * {@code gcHeapInfo}): print_on of {@code genCollectedHeap.cpp} or {@code serialHeap.cpp}, {@code
 * parallelScavengeHeap.cpp}, {@code g1CollectedHeap.cpp} and {@code shenandoahHeap.cpp}.
 */
public final class HeapInfo {

    private static final List<String> WHOLE = List.of("garbage-first heap");
    private static final List<String> YOUNG =
            List.of("def new generation", "par new generation", "DefNew", "PSYoungGen");
    private static final List<String> OLD =
            List.of("tenured generation", "Tenured", "concurrent mark-sweep generation", "ParOldGen", "PSOldGen");
    private static final String SHENANDOAH = "Reserved region:";
    private static final String EPSILON = "Epsilon Heap";
    private static final String METASPACE = "Metaspace ";
    private static final String COMMITTED = "committed ";

    private HeapInfo() {}

    /**
     * Returns the addresses of the whole reserved heap, committed or not; known to work for 8 to 28. Empty for ZGC,
     * which prints none, for a text that lacks one of the two generations, and for any other text. For Epsilon, which
     * does not print its reserved size, it is the committed part.
     */
    public static Optional<AddressRange> range(String gcHeapInfo) {
        List<String> lines = gcHeapInfo.lines().map(String::strip).toList();
        Optional<AddressRange> whole =
                first(lines, WHOLE).or(() -> after(lines, SHENANDOAH, "- [")).or(() -> after(lines, EPSILON, "space "));
        return whole.or(() ->
                first(lines, YOUNG).flatMap(young -> first(lines, OLD).flatMap(old -> joined(young, old))));
    }

    /**
     * Returns the committed bytes of metaspace and class space together: MetaspaceAux::print_on of {@code
     * metaspace.cpp} of 8. Empty if the text does not have them.
     */
    public static Optional<Bytes> metaspace(String gcHeapInfo) {
        return First.line(gcHeapInfo, " " + METASPACE).flatMap(line -> {
            int number = line.indexOf(COMMITTED) + COMMITTED.length();
            int end = line.indexOf("K,", number);
            boolean found =
                    number >= COMMITTED.length() && end > number && Words.isNumber(line.substring(number, end), 12);
            return found ? Optional.of(Bytes.ofKiB(Long.parseLong(line.substring(number, end)))) : Optional.empty();
        });
    }

    private static Optional<AddressRange> first(List<String> lines, List<String> names) {
        return lines.stream()
                .filter(line -> names.stream().anyMatch(line::startsWith))
                .findFirst()
                .flatMap(HeapInfo::brackets);
    }

    private static Optional<AddressRange> after(List<String> lines, String title, String start) {
        return lines.stream()
                .dropWhile(line -> !line.equals(title))
                .filter(line -> line.startsWith(start))
                .findFirst()
                .flatMap(HeapInfo::brackets);
    }

    /** Joins two generations of one reservation. The old one is above the young one, or below it with Parallel. */
    private static Optional<AddressRange> joined(AddressRange a, AddressRange b) {
        if (a.end() == b.start()) {
            return range(a.start(), b.end());
        }
        return b.end() == a.start() ? range(b.start(), a.end()) : Optional.empty();
    }

    /**
     * Returns the range from the first to the last of the addresses in {@code [0x.., 0x.., 0x..)}. The address in
     * between is the end of the committed part.
     */
    private static Optional<AddressRange> brackets(String line) {
        int open = line.indexOf("[0x");
        int close = line.indexOf(')', open + 1);
        if (open < 0 || close < 0) {
            return Optional.empty();
        }
        List<Long> addresses = new ArrayList<>();
        for (String word : line.substring(open + 1, close).split(",")) {
            Optional<Long> address = address(word.strip());
            if (address.isEmpty()) {
                return Optional.empty();
            }
            addresses.add(address.get());
        }
        return addresses.size() < 2 ? Optional.empty() : range(addresses.get(0), addresses.get(addresses.size() - 1));
    }

    private static Optional<Long> address(String word) {
        try {
            return word.startsWith("0x")
                    ? Optional.of(Long.parseUnsignedLong(word, 2, word.length(), 16))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<AddressRange> range(long start, long end) {
        boolean sound = Long.compareUnsigned(start, end) < 0 && end - start > 0;
        return sound ? Optional.of(new AddressRange(start, end)) : Optional.empty();
    }
}
