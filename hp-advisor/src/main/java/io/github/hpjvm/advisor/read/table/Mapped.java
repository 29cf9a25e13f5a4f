package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The mappings of a process, for the question where a pointer leads. */
final class Mapped {

    private final AddressRange library;
    private final List<AddressRange> statics;
    private final long[] starts;
    private final long[] ends;
    private final long[] anonymousStarts;
    private final long[] anonymousEnds;

    /**
     * Sorts the mappings.
     *
     * @param vmas all of them, in ascending order
     * @param library the mappings of libjvm.so, from the first to the last
     */
    Mapped(List<Vma> vmas, AddressRange library) {
        this.library = library;
        List<AddressRange> data = new ArrayList<>();
        List<AddressRange> all = new ArrayList<>();
        List<AddressRange> anonymous = new ArrayList<>();
        for (Vma vma : vmas) {
            AddressRange range = vma.range();
            if (range.start() < 0) {
                continue;
            }
            boolean writable = vma.permissions().startsWith("rw");
            boolean unnamed =
                    vma.inode() == 0 && (vma.path().isEmpty() || vma.path().equals("[heap]"));
            // Variables with an initial value are in the file, and those without follow it in anonymous memory (.bss).
            if (writable && (library.contains(range) || unnamed && range.start() == library.end())) {
                data.add(range);
            }
            all.add(range);
            if (writable && unnamed) {
                anonymous.add(range);
            }
        }
        this.statics = List.copyOf(data);
        this.starts = all.stream().mapToLong(AddressRange::start).toArray();
        this.ends = all.stream().mapToLong(AddressRange::end).toArray();
        this.anonymousStarts = anonymous.stream().mapToLong(AddressRange::start).toArray();
        this.anonymousEnds = anonymous.stream().mapToLong(AddressRange::end).toArray();
    }

    /** Returns the memory of the library's variables. */
    List<AddressRange> statics() {
        return statics;
    }

    boolean isInLibrary(long pointer) {
        return library.contains(pointer);
    }

    /** Returns whether an aligned pointer leads to writable anonymous memory, where objects of the C heap are. */
    boolean isObject(long pointer) {
        return (pointer & 7) == 0 && isAnonymous(pointer);
    }

    /** Returns whether an address is in writable anonymous memory. */
    boolean isAnonymous(long address) {
        return end(anonymousStarts, anonymousEnds, address) >= 0;
    }

    /** Returns whether an address is in such memory or in the variables of the library. */
    boolean isObjectOrStatic(long address) {
        return endOfObjectOrStatic(address) >= 0;
    }

    /** Returns the end of such memory or of the variables from an address on; -1 if the address is in neither. */
    long endOfObjectOrStatic(long address) {
        for (AddressRange range : statics) {
            if (range.contains(address)) {
                return range.end();
            }
        }
        return (address & 7) == 0 ? end(anonymousStarts, anonymousEnds, address) : -1;
    }

    /** Returns whether a range is mapped without a hole. */
    boolean covers(AddressRange range) {
        long at = range.start();
        while (at < range.end()) {
            at = end(starts, ends, at);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the end of the adjacent ranges from the one on that contains an address; -1 if none does. */
    private static long end(long[] starts, long[] ends, long address) {
        if (starts.length == 0 || address < starts[0] || address >= ends[ends.length - 1]) {
            return -1;
        }
        int found = Arrays.binarySearch(starts, address);
        int index = found >= 0 ? found : -found - 2;
        if (address >= ends[index]) {
            return -1;
        }
        while (index + 1 < starts.length && starts[index + 1] == ends[index]) {
            index++;
        }
        return ends[index];
    }
}
