package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.memory.Addresses;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.First;
import java.util.List;
import java.util.Optional;

/** The addresses of some regions in the output of a JVM: pure functions, empty if the text has none. */
public final class Located {

    private static final String BOUNDS = " bounds [";

    private Located() {}

    /**
     * Returns the code heaps, from {@code Compiler.codecache}, VM.info or a crash log: CodeCache::print_summary in
     * {@code src/hotspot/share/code/codeCache.cpp}. Each is {@code [low, committed, reserved_end]}.
     */
    public static List<AddressRange> code(String text) {
        return Addresses.joined(text.lines()
                .filter(line -> line.startsWith(BOUNDS))
                .flatMap(line -> Addresses.brackets(line).stream())
                .distinct()
                .toList());
    }

    /** Returns whether it has addresses of code: cheaper than to parse them. */
    public static boolean hasCode(String text) {
        return text.contains("\n" + BOUNDS);
    }

    /**
     * Returns the card tables and the marking bitmaps, from VM.info or a crash log: CardTable::print_on, G1CMBitMap and
     * ParMarkBitMap::print_on_error in {@code src/hotspot/share/gc}.
     */
    public static List<AddressRange> gc(String text) {
        return Addresses.joined(text.lines()
                .filter(line -> line.contains("able byte_map: [") || isBits(line))
                .flatMap(line -> Addresses.brackets(line).stream())
                .toList());
    }

    /** Returns whether the line is {@code Prev Bits: [}, {@code Begin Bits: [} or {@code Bits: [}, indented. */
    private static boolean isBits(String line) {
        int bits = line.indexOf("Bits: ");
        return line.startsWith(" ") && bits > 0 && bits < 20 && line.indexOf("[0x", bits) > 0;
    }

    /** Returns the CDS archives of 17 and newer: {@code CDS archive(s) mapped at: [base-top-end)} (MetaspaceShared). */
    public static List<AddressRange> cds(String text) {
        return First.line(text, "CDS archive(s) mapped at: [")
                .flatMap(Addresses::brackets)
                .map(List::of)
                .orElse(List.of());
    }

    /**
     * Returns all nodes of the metaspace, class space included, from {@code VM.metaspace vslist}:
     * VirtualSpaceNode::print_on in {@code src/hotspot/share/memory}. 11 prints {@code [bottom, top, high, end)}, 17
     * and newer the base and the size.
     */
    public static List<AddressRange> metaspace(String text) {
        List<String> lines =
                text.lines().dropWhile(l -> !l.startsWith("Virtual space list")).toList();
        return Addresses.joined(
                lines.stream().flatMap(line -> node(line).stream()).toList());
    }

    private static Optional<AddressRange> node(String line) {
        if (line.startsWith("   [0x")) {
            return Addresses.brackets(line);
        }
        int base = line.startsWith("- node #") ? line.indexOf(": base 0x") : -1;
        int size = line.indexOf("reserved=");
        List<Long> addresses = base < 0 || size < base ? List.of() : Addresses.in(line, base + 2, 'r');
        int end = size < 0 ? -1 : line.indexOf(" KB", size);
        if (addresses.isEmpty() || end < 0) {
            return Optional.empty();
        }
        try {
            double kib = Double.parseDouble(line.substring(size + "reserved=".length(), end));
            return kib < 1L << 50
                    ? Addresses.range(addresses.get(0), addresses.get(0) + Math.round(kib * 1024))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the heap as VM.info and crash logs print it with compressed oops: {@code Heap address: 0x.., size: 256
     * MB}, in 8 with a small h (CompressedOops::print_mode). ZGC prints no such line.
     */
    public static Optional<AddressRange> heap(String text) {
        return First.line(text, "Heap address: 0x")
                .or(() -> First.line(text, "heap address: 0x"))
                .flatMap(Located::heapLine);
    }

    private static Optional<AddressRange> heapLine(String line) {
        List<Long> addresses = Addresses.in(line, 0, ',');
        int size = line.indexOf("size: ");
        int end = line.indexOf(" MB", size + "size: ".length());
        if (addresses.size() != 1 || size < 0 || end < 0) {
            return Optional.empty();
        }
        try {
            long mib = Long.parseLong(line.substring(size + "size: ".length(), end));
            return mib > 0 && mib < 1L << 40
                    ? Addresses.range(addresses.get(0), addresses.get(0) + (mib << 20))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the addresses that Native Memory Tracking knows exactly, if it was on from the start: lines such as
     * {@code [0x.. - 0x..] reserved 262144KB for Java Heap from} of {@code VM.native_memory detail} ({@code
     * src/hotspot/share/nmt/memReporter.cpp}, before 22 in {@code services}).
     */
    public static List<AddressRange> tracked(String text, RegionName region) {
        String what = switch (region) {
            case HEAP -> "Java Heap";
            case CODE -> "Code";
            case GC -> "GC";
            case CDS -> "Shared class space";
            case STACKS -> "Thread Stack";
            default -> region == RegionName.METASPACE ? "Class" : "";
        };
        boolean metaspace = region == RegionName.METASPACE;
        return Addresses.joined(text.lines()
                .filter(line -> line.startsWith("[0x") && line.contains("] reserved "))
                .filter(line -> isFor(line, what) || metaspace && isFor(line, "Metaspace"))
                .flatMap(line -> Addresses.brackets(line).stream())
                .toList());
    }

    private static boolean isFor(String line, String what) {
        int at = line.indexOf(" for ");
        return at > 0 && !what.isEmpty() && line.startsWith(what, at + 5);
    }

    static Optional<List<AddressRange>> some(List<AddressRange> ranges) {
        return ranges.isEmpty() ? Optional.empty() : Optional.of(ranges);
    }

    static Fact<List<AddressRange>> known(Fact<?> where, List<AddressRange> ranges) {
        return Fact.known(ranges, where.source());
    }
}
