package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * A half-open range of virtual addresses, {@code [start, end)}, both unsigned: x86-64 maps {@code [vsyscall]} in the
 * upper half of the address space.
 *
 * @param start first address of the range
 * @param end first address after the range; {@link IllegalArgumentException} if it is below {@code start}, or 2^63 bytes or
 *     more above it
 */
public record AddressRange(long start, long end) {

    public AddressRange {
        if (Long.compareUnsigned(start, end) > 0) {
            throw new IllegalArgumentException("an address range cannot end before it starts: " + hex(start, end));
        }
        if (end - start < 0) {
            throw new IllegalArgumentException("an address range of 2^63 bytes or more: " + hex(start, end));
        }
    }

    public Bytes size() {
        return Bytes.of(end - start);
    }

    public boolean contains(long address) {
        return Long.compareUnsigned(start, address) <= 0 && Long.compareUnsigned(address, end) < 0;
    }

    /**
     * Returns whether {@code other} lies wholly inside; an empty range does so wherever it starts inside or at an end.
     */
    public boolean contains(AddressRange other) {
        return Long.compareUnsigned(start, other.start) <= 0 && Long.compareUnsigned(other.end, end) <= 0;
    }

    /** Returns whether at least one byte is in both. */
    public boolean overlaps(AddressRange other) {
        return Long.compareUnsigned(start, other.end) < 0
                && Long.compareUnsigned(other.start, end) < 0
                && start != end
                && other.start != other.end;
    }

    /** The intersection; empty if the ranges have no byte in common. */
    public Optional<AddressRange> intersection(AddressRange other) {
        long from = Long.compareUnsigned(start, other.start) >= 0 ? start : other.start;
        long to = Long.compareUnsigned(end, other.end) <= 0 ? end : other.end;
        return Long.compareUnsigned(from, to) < 0 ? Optional.of(new AddressRange(from, to)) : Optional.empty();
    }

    /**
     * The number of naturally aligned blocks inside the range, which is the most huge pages of that size that can back it.
     *
     * @throws IllegalArgumentException if {@code block} is not a power of two
     */
    public long wholeBlocks(Bytes block) {
        long size = block.value();
        if (Long.bitCount(size) != 1) {
            throw new IllegalArgumentException("not a power of two: " + block);
        }
        long lastEnd = end & -size;
        long firstStart = (start + size - 1) & -size;
        boolean wrapped = Long.compareUnsigned(firstStart, start) < 0;
        return wrapped || Long.compareUnsigned(firstStart, lastEnd) >= 0 ? 0 : (lastEnd - firstStart) / size;
    }

    // Written out, as in Bytes: an AOT cache (JEP 483) does not hold the linked methods of a record.

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange range && range.start == start && range.end == end;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(start) + Long.hashCode(end);
    }

    /** As in {@code /proc/PID/maps}: both ends in hexadecimal without a prefix. */
    @Override
    public String toString() {
        return hex(start, end);
    }

    private static String hex(long start, long end) {
        return Long.toHexString(start) + "-" + Long.toHexString(end);
    }
}
