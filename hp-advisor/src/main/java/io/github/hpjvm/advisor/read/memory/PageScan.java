package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;

/** The pages of a process, read in pieces for which the lock of its mappings is held for less than 0.1 ms. */
public sealed interface PageScan extends AutoCloseable permits PagemapScan, PagemapWalk {

    /**
     * Limits the reads of {@link #of} from now on. A range for which they do not suffice is refused. There is no limit before.
     *
     * @param reads as {@link ReadLimit#ofHost} returns them
     */
    void limit(long reads);

    /** Returns the kind of page at the address of a base page. */
    Window at(long address) throws RefusedCallException;

    /** Returns the present bytes of a range, or of its first part that has more than a number of bytes on base pages. */
    Present of(AddressRange range, long mostBase) throws RefusedCallException;

    /** Returns the present bytes of a whole range. */
    default Present of(AddressRange range) throws RefusedCallException {
        return of(range, Long.MAX_VALUE);
    }

    /** Returns whether base pages back at most so many bytes of a range. */
    default boolean hasFewBasePages(AddressRange range, Bytes most) throws RefusedCallException {
        return of(range, most.value()).base() <= most.value();
    }

    /** Returns whether a page of a range is in swap, or on its way to another place. */
    boolean hasSwapped(AddressRange range) throws RefusedCallException;

    @Override
    void close();
}
