package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Mappings by address. A search takes logarithmic time, also if mappings overlap, as in a file that changed while it was
 * read.
 */
final class SortedVmas {

    private final List<Vma> vmas;

    /** The highest end of all mappings up to each index. */
    private final long[] ends;

    /** Sorts the mappings; those of a process are in this order already. */
    SortedVmas(List<Vma> unsorted) {
        vmas = new ArrayList<>(unsorted);
        vmas.sort((a, b) -> Long.compareUnsigned(a.range().start(), b.range().start()));
        ends = new long[vmas.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            long next = vmas.get(i).range().end();
            end = Long.compareUnsigned(next, end) > 0 ? next : end;
            ends[i] = end;
        }
    }

    /** Returns the mappings that overlap a range, in ascending order. */
    List<Vma> overlapping(AddressRange range) {
        List<Vma> found = new ArrayList<>();
        for (int i = firstBehind(range.start()); i < ends.length; i++) {
            Vma vma = vmas.get(i);
            if (Long.compareUnsigned(vma.range().start(), range.end()) >= 0) {
                break;
            }
            if (vma.range().overlaps(range)) {
                found.add(vma);
            }
        }
        return found;
    }

    /** Returns the mapping of an address. */
    Optional<Vma> at(long address) {
        int first = firstBehind(address);
        for (int i = first; i < ends.length; i++) {
            AddressRange range = vmas.get(i).range();
            if (range.contains(address)) {
                return Optional.of(vmas.get(i));
            }
            if (Long.compareUnsigned(range.start(), address) > 0) {
                break;
            }
        }
        return Optional.empty();
    }

    /** Returns the index of the first mapping up to which one ends behind an address. */
    private int firstBehind(long address) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(ends[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
