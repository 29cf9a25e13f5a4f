package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.facts.Bytes.ZERO;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Where the huge pages of one mapping can be, of which only a part is asked for: each takes one naturally aligned
 * block of the mapping, and a block that an edge of the part cuts is inside with one piece and outside with the rest.
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

    /** How much of {@code bytes} can be inside. */
    Bytes mostInside(Bytes bytes) {
        return inBlocks(bytes) ? most(bytes.value() / block.value()) : bytes.min(part.size());
    }

    /** How much of {@code bytes} must be inside. */
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

    /** What is inside when that many pages are placed so that as much as possible is. */
    private Bytes most(long pages) {
        long inside = Math.min(pages, part.wholeBlocks(block));
        long cut = cutPieces().stream()
                .limit(pages - inside)
                .mapToLong(Long::longValue)
                .sum();
        return block.times(inside).plus(Bytes.of(cut));
    }

    /** How much is inside of each block that an edge of the part cuts, the larger one first. */
    private List<Long> cutPieces() {
        return LongStream.of(blockOf(part.start()), blockOf(part.end() - 1))
                .distinct()
                .filter(this::isInWhole)
                .map(this::insideOfBlock)
                .filter(piece -> piece < block.value())
                .boxed()
                .sorted(Comparator.reverseOrder())
                .toList();
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
