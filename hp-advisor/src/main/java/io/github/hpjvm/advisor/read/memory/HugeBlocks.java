package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The naturally aligned blocks of the size of a huge page that are wholly in ranges: only they can become huge pages. */
final class HugeBlocks {
    private final long size;

    /** The first block of each range, in the address space. */
    private final long[] first;

    /** Number of blocks before each range. */
    private final long[] before;

    private final long count;

    private HugeBlocks(long size, long[] first, long[] before, long count) {
        this.size = size;
        this.first = first;
        this.before = before;
        this.count = count;
    }

    static HugeBlocks in(List<AddressRange> ranges, Bytes size) {
        List<long[]> runs = new ArrayList<>();
        long sum = 0;
        for (AddressRange range : ranges) {
            long first = (range.start() + size.value() - 1) / size.value();
            long count = range.end() / size.value() - first;
            if (range.start() >= 0 && count > 0) {
                runs.add(new long[] {first, sum});
                sum += count;
            }
        }
        return new HugeBlocks(
                size.value(),
                runs.stream().mapToLong(run -> run[0]).toArray(),
                runs.stream().mapToLong(run -> run[1]).toArray(),
                sum);
    }

    long count() {
        return count;
    }

    /** Returns the address of a block by its number, from 0 on. */
    long address(long index) {
        int at = Arrays.binarySearch(before, index);
        int run = at >= 0 ? at : -at - 2;
        return (first[run] + index - before[run]) * size;
    }
}
