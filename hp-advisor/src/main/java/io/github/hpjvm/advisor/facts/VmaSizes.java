package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers of one mapping in smaps that tell size and backing, in KiB, and THPeligible, which is 0 or 1. They are
 * fields and not a map: a process may have hundreds of thousands of mappings.
 *
 * @param shown the numbers that this kernel prints: a bit for each name, by its index
 * @param pageSize KernelPageSize
 * @param eligible THPeligible
 * @param size Size
 * @param rss Rss
 * @param anonHuge AnonHugePages
 * @param shmemHuge ShmemPmdMapped
 * @param fileHuge FilePmdMapped
 * @param sharedHugetlb Shared_Hugetlb
 * @param privateHugetlb Private_Hugetlb
 */
public record VmaSizes(
        short shown,
        int pageSize,
        boolean eligible,
        long size,
        long rss,
        long anonHuge,
        long shmemHuge,
        long fileHuge,
        long sharedHugetlb,
        long privateHugetlb) {

    /** The names of the numbers in smaps. */
    static final String[] NAMES = {
        "Size",
        "KernelPageSize",
        "Rss",
        "AnonHugePages",
        "ShmemPmdMapped",
        "FilePmdMapped",
        "Shared_Hugetlb",
        "Private_Hugetlb",
        "THPeligible"
    };

    /** Number of the names. */
    public static final int COUNT = NAMES.length;

    private static final int ELIGIBLE = COUNT - 1;

    /** The sizes of a mapping in {@code maps}, which has none. */
    public static final VmaSizes NONE = of(new long[COUNT], 0);

    /**
     * Returns the sizes.
     *
     * @param values by the index of their name
     * @param shown a bit for each value that is shown, by its index
     */
    public static VmaSizes of(long[] values, int shown) {
        return new VmaSizes(
                (short) shown,
                (int) Math.min(values[1], Integer.MAX_VALUE),
                values[ELIGIBLE] != 0,
                values[0],
                values[2],
                values[3],
                values[4],
                values[5],
                values[6],
                values[7]);
    }

    /** Returns the sizes by their names in smaps. */
    static VmaSizes of(Map<String, Long> kib) {
        long[] values = new long[COUNT];
        int shown = 0;
        for (int i = 0; i < COUNT; i++) {
            Long value = kib.get(NAMES[i]);
            values[i] = value == null ? 0 : value;
            shown |= value == null ? 0 : 1 << i;
        }
        return of(values, shown);
    }

    /** Returns the sizes of a part of the mapping, whose huge pages are anonymous. */
    public VmaSizes ofPart(AddressRange part, Bytes resident, Bytes huge) {
        return new VmaSizes(
                shown,
                pageSize,
                eligible,
                part.size().value() / 1024,
                resident.value() / 1024,
                huge.value() / 1024,
                0,
                0,
                sharedHugetlb,
                privateHugetlb);
    }

    /** Returns the name with an index. */
    public static String name(int index) {
        return NAMES[index];
    }

    /** Returns whether the kernel prints the number with that index. */
    boolean shows(int index) {
        return (shown & 1 << index) != 0;
    }

    /** Returns the number with that index, 0 if the kernel does not print it. */
    long value(int index) {
        return switch (index) {
            case 0 -> size;
            case 1 -> pageSize;
            case 2 -> rss;
            case 3 -> anonHuge;
            case 4 -> shmemHuge;
            case 5 -> fileHuge;
            case 6 -> sharedHugetlb;
            case 7 -> privateHugetlb;
            default -> eligible ? 1 : 0;
        };
    }

    /** Returns the printed numbers by their names. */
    Map<String, Long> byName() {
        Map<String, Long> kib = new LinkedHashMap<>();
        for (int i = 0; i < COUNT; i++) {
            if (shows(i)) {
                kib.put(NAMES[i], value(i));
            }
        }
        return kib;
    }

    // Written out, as in AddressRange: an AOT cache (JEP 483) does not hold the linked methods of a record.

    @Override
    public boolean equals(Object other) {
        return other instanceof VmaSizes sizes
                && sizes.shown == shown
                && sizes.pageSize == pageSize
                && sizes.eligible == eligible
                && sizes.size == size
                && sizes.rss == rss
                && sizes.anonHuge == anonHuge
                && sizes.shmemHuge == shmemHuge
                && sizes.fileHuge == fileHuge
                && sizes.sharedHugetlb == sharedHugetlb
                && sizes.privateHugetlb == privateHugetlb;
    }

    @Override
    public int hashCode() {
        long hash = shown * 31L + pageSize;
        hash = hash * 31 + (eligible ? 1 : 0);
        hash = hash * 31 + size;
        hash = hash * 31 + rss;
        hash = hash * 31 + anonHuge;
        hash = hash * 31 + shmemHuge;
        hash = hash * 31 + fileHuge;
        hash = hash * 31 + sharedHugetlb;
        return Long.hashCode(hash * 31 + privateHugetlb);
    }
}
