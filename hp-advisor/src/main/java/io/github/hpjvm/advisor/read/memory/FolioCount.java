package io.github.hpjvm.advisor.read.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the pages of folios by their size, from the entries of {@code /proc/PID/pagemap} and the flags of {@code
 * /proc/kpageflags} (Documentation/admin-guide/mm/pagemap.rst; include/uapi/linux/kernel-page-flags.h), as
 * tools/mm/thpmaps of the kernel does. A folio counts if all of it is mapped, in order; the pages of a partially mapped
 * one count as base pages.
 */
final class FolioCount {

    /** Reads the flags of pages that follow each other. */
    @FunctionalInterface
    interface Flags {
        /** Returns the flags of {@code count} pages, or fewer at the end of memory. */
        long[] read(long pfn, int count);
    }

    private static final long PRESENT = 1L << 63;
    private static final long PFN = (1L << 55) - 1;
    private static final long HEAD = 1L << 15;
    private static final long TAIL = 1L << 16;
    private static final long THP = 1L << 22;
    private static final long ZERO = 1L << 24;

    private final Map<Integer, Long> pages = new TreeMap<>();
    private boolean hidden;

    /** Adds the pages of one part of the address space that begins and ends at multiples of the largest folio. */
    void add(long[] entries, Flags flags) {
        int at = 0;
        while (at < entries.length) {
            if (entries[at] >= 0) {
                at++;
                continue;
            }
            long first = entries[at] & PFN;
            int end = at + 1;
            while (end < entries.length && (entries[end] & (PRESENT | PFN)) == (PRESENT | first + (end - at))) {
                end++;
            }
            hidden |= first == 0;
            if (first != 0) {
                run(flags.read(first, end - at + 1), end - at);
            }
            at = end;
        }
    }

    /** Adds the folios of pages that follow each other in memory and in the address space. */
    private void run(long[] flags, int length) {
        int at = 0;
        while (at < Math.min(length, flags.length)) {
            int end = at + 1;
            if ((flags[at] & HEAD) != 0) {
                while (end < flags.length && (flags[end] & TAIL) != 0) {
                    end++;
                }
                boolean partial = end > length;
                end = Math.min(end, length);
                boolean folio = !partial && (flags[at] & THP) != 0 && (flags[at] & ZERO) == 0;
                count(folio ? end - at : 1, end - at);
            } else if ((flags[at] & ZERO) == 0) {
                count(1, 1);
            }
            at = end;
        }
    }

    private void count(int size, int number) {
        pages.merge(size, (long) number, Long::sum);
    }

    /** Returns the number of pages by the size of their folio, both in base pages; size 1 has the base pages. */
    Map<Integer, Long> pages() {
        return pages;
    }

    /** Returns whether page frame numbers are hidden: without CAP_SYS_ADMIN they are 0. */
    boolean isHidden() {
        return hidden;
    }
}
