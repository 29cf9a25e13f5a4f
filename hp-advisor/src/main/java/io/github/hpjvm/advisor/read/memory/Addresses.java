package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Addresses as HotSpot prints them. */
public final class Addresses {

    private Addresses() {}

    /** Returns all numbers of the form {@code 0x1f} from an index of a line on, up to a character or the end. */
    public static List<Long> in(String line, int from, char end) {
        int to = line.indexOf(end, from);
        List<Long> addresses = new ArrayList<>();
        int at = line.indexOf("0x", from);
        while (at >= 0 && (to < 0 || at < to)) {
            int stop = at + 2;
            while (stop < line.length() && Character.digit(line.charAt(stop), 16) >= 0) {
                stop++;
            }
            if (stop == at + 2 || stop > at + 18) {
                return List.of();
            }
            addresses.add(Long.parseUnsignedLong(line, at + 2, stop, 16));
            at = line.indexOf("0x", stop);
        }
        return addresses;
    }

    /**
     * Returns the range from the first to the last address behind the first bracket of a line; there must be at least
     * two of them.
     */
    public static Optional<AddressRange> brackets(String line) {
        int open = line.indexOf('[');
        if (open < 0) {
            return Optional.empty();
        }
        int round = line.indexOf(')', open);
        int square = line.indexOf(']', open);
        char end = square < 0 || round >= 0 && round < square ? ')' : ']';
        List<Long> addresses = in(line, open, end);
        return addresses.size() < 2 ? Optional.empty() : range(addresses.get(0), addresses.get(addresses.size() - 1));
    }

    /** Returns a range that is not empty and shorter than 2^63 bytes. */
    public static Optional<AddressRange> range(long start, long end) {
        boolean sound = Long.compareUnsigned(start, end) < 0 && end - start > 0;
        return sound ? Optional.of(new AddressRange(start, end)) : Optional.empty();
    }

    /** Returns the ranges in ascending order; adjacent and overlapping ranges are joined. */
    public static List<AddressRange> joined(List<AddressRange> ranges) {
        List<AddressRange> sorted = new ArrayList<>(ranges);
        sorted.sort((a, b) -> Long.compareUnsigned(a.start(), b.start()));
        List<AddressRange> joined = new ArrayList<>();
        for (AddressRange next : sorted) {
            AddressRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && Long.compareUnsigned(next.start(), last.end()) <= 0) {
                long end = Long.compareUnsigned(next.end(), last.end()) > 0 ? next.end() : last.end();
                joined.set(joined.size() - 1, range(last.start(), end).orElse(last));
            } else {
                joined.add(next);
            }
        }
        return List.copyOf(joined);
    }

    /** Returns whether a byte of {@code range} is in {@code sorted}, which do not overlap. */
    public static boolean overlapsAny(List<AddressRange> sorted, AddressRange range) {
        int first = firstBehind(sorted, range.start());
        return first < sorted.size() && sorted.get(first).overlaps(range);
    }

    /** Returns the parts of {@code range} that are in {@code sorted}, whose ranges do not overlap. */
    static List<AddressRange> overlapping(List<AddressRange> sorted, AddressRange range) {
        List<AddressRange> pieces = new ArrayList<>();
        for (int i = firstBehind(sorted, range.start()); i < sorted.size(); i++) {
            Optional<AddressRange> piece = sorted.get(i).intersection(range);
            if (piece.isEmpty()) {
                break;
            }
            pieces.add(piece.get());
        }
        return pieces;
    }

    /** Returns the index of the first range that ends behind an address; the number of ranges if none does. */
    private static int firstBehind(List<AddressRange> sorted, long address) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(sorted.get(middle).end(), address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the parts of {@code range} that are in none of {@code taken}, which are sorted and do not overlap. */
    public static List<AddressRange> without(AddressRange range, List<AddressRange> taken) {
        List<AddressRange> rest = new ArrayList<>();
        long at = range.start();
        for (int i = firstBehind(taken, range.start()); i < taken.size(); i++) {
            AddressRange t = taken.get(i);
            if (!range.overlaps(t)) {
                break;
            }
            range(at, t.start()).ifPresent(rest::add);
            at = t.end();
        }
        if (Long.compareUnsigned(at, range.end()) < 0) {
            range(at, range.end()).ifPresent(rest::add);
        }
        return rest;
    }
}
