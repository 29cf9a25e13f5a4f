package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.term.Bytes.ZERO;

import io.github.hpjvm.advisor.term.Bytes;

/**
 * The possible positions of the huge pages of one mapping relative to a part of it. Each page takes one naturally aligned
 * block of the mapping. A block that an edge of the part cuts is partly inside.
 */
final class Placement {

    private final AddressRange whole;
    private final AddressRange part;
    private final Bytes block;

    /**
     * @param part a part of {@code whole}, not empty
     * @param block the page size; if it is no power of two, pages are taken to be anywhere
     */
    Placement(AddressRange whole, AddressRange part, Bytes block) {
        this.whole = whole;
        this.part = part;
        this.block = block;
    }

    /** The upper bound of the bytes inside the part. */
    Bytes mostInside(Bytes bytes) {
        return inBlocks(bytes) ? most(bytes.value() / block.value()) : bytes.min(part.size());
    }

    /** The lower bound of the bytes inside the part. */
    Bytes leastInside(Bytes bytes) {
        if (inBlocks(bytes)) {
            long blocks = whole.wholeBlocks(block);
            long empty = blocks - bytes.value() / block.value();
            return most(blocks).minus(most(empty));
        }
        Bytes outside = whole.size().minus(part.size());
        return bytes.compareTo(outside) <= 0 ? ZERO : bytes.minus(outside);
    }

    private boolean inBlocks(Bytes bytes) {
        return Long.bitCount(block.value()) == 1
                && bytes.value() % block.value() == 0
                && bytes.value() / block.value() <= whole.wholeBlocks(block);
    }

    /** The bytes inside if that many pages are placed with as many bytes inside as possible. */
    private Bytes most(long pages) {
        long inside = Math.min(pages, part.wholeBlocks(block));
        long first = cut(blockOf(part.start()));
        long last = blockOf(part.start()) == blockOf(part.end() - 1) ? 0 : cut(blockOf(part.end() - 1));
        long larger = pages > inside ? Math.max(first, last) : 0;
        long smaller = pages > inside + 1 ? Math.min(first, last) : 0;
        return block.times(inside).plus(Bytes.of(larger + smaller));
    }

    /** The bytes inside of a block, if an edge of the part cuts it; else 0. */
    private long cut(long start) {
        long inside = isInWhole(start) ? insideOfBlock(start) : 0;
        return inside < block.value() ? inside : 0;
    }

    private long blockOf(long address) {
        return address & -block.value();
    }

    private boolean isInWhole(long start) {
        return Long.compareUnsigned(start, whole.start()) >= 0
                && Long.compareUnsigned(whole.end() - start, block.value()) >= 0;
    }

    private long insideOfBlock(long start) {
        return part.intersection(new AddressRange(start, start + block.value()))
                .orElseThrow()
                .size()
                .value();
    }
}
