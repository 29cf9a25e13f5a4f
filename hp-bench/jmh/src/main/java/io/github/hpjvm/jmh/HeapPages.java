package io.github.hpjvm.jmh;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages behind the heap, from the text of {@code /proc/PID/smaps} (proc(5), {@code fs/proc/task_mmu.c}). Rss leaves out
 * hugetlb pages; here they are counted.
 */
final class HeapPages {
    /** The file in memory that is the heap of ZGC ({@code zPhysicalMemoryBacking_linux.cpp}). */
    private static final String Z_HEAP = "/memfd:java_heap";

    /** Pieces of this size together are never huge: ends of spaces that are not aligned. */
    private static final long NEVER_HUGE = 4L << 20;

    private static final int USUAL_SHARE = 19;
    private static final int HEX = 16;
    private static final int PERCENT = 100;

    /** Resident bytes, with hugetlb pages. */
    final long resident;
    /** Bytes of transparent huge pages. */
    final long thp;
    /** Bytes of hugetlb pages. */
    final long hugetlb;
    /** Whether the heap is shared memory, as that of ZGC. */
    final boolean shared;

    HeapPages(long resident, long thp, long hugetlb, boolean shared) {
        this.resident = resident;
        this.thp = thp;
        this.hugetlb = hugetlb;
        this.shared = shared;
    }

    /**
     * Reads the mappings of the heap. A mapping that holds other memory as well counts wholly: HotSpot reserves the heap as
     * a mapping of its own, and the kernel joins it only with a neighbour of the same kind.
     *
     * @param range the addresses of the heap; null for ZGC, whose mappings have a name
     * @return null if no mapping is of the heap
     */
    static HeapPages read(BufferedReader smaps, HeapRange range) throws IOException {
        List<Mapping> all = new ArrayList<>();
        Mapping mapping = null;
        for (String line = smaps.readLine(); line != null; line = smaps.readLine()) {
            if (isHeader(line)) {
                mapping = Mapping.of(line, range);
                if (mapping != null) {
                    all.add(mapping);
                }
            } else if (mapping != null) {
                mapping.add(line);
            }
        }
        return sum(all);
    }

    private static HeapPages sum(List<Mapping> all) {
        if (all.isEmpty()) {
            return null;
        }
        long resident = 0;
        long thp = 0;
        long hugetlb = 0;
        boolean shared = false;
        for (Mapping one : once(all)) {
            shared |= one.named;
            resident += one.resident + one.hugetlb;
            thp += one.thp;
            hugetlb += one.hugetlb;
        }
        return new HeapPages(resident, thp, hugetlb, shared);
    }

    /** Leaves out the further views of one part of a file: ZGC up to 20 maps its heap three times. */
    private static Collection<Mapping> once(List<Mapping> all) {
        Map<String, Mapping> views = new HashMap<>();
        for (Mapping one : all) {
            Mapping other = views.get(one.key);
            if (other == null || other.resident + other.hugetlb < one.resident + one.hugetlb) {
                views.put(one.key, one);
            }
        }
        return views.values();
    }

    /** The field lines of a mapping start with a capital letter, and its first line with an address. */
    private static boolean isHeader(String line) {
        return !line.isEmpty()
                && Character.digit(line.charAt(0), HEX) >= 0
                && line.indexOf('-') > 0
                && line.indexOf('-') < line.indexOf(' ');
    }

    /** Returns the share of the resident bytes on huge pages of any kind, in per cent; NaN if nothing is resident. */
    double percent() {
        return resident == 0 ? Double.NaN : (double) PERCENT * (thp + hugetlb) / resident;
    }

    /**
     * Returns whether the heap is on huge pages: at least 95 % of the resident bytes, or all but 4 MiB of at least half of
     * them.
     *
     * @param bytes those on the pages in question
     */
    boolean isOn(long bytes) {
        long others = resident - bytes;
        return bytes > 0 && (others <= bytes / USUAL_SHARE || others <= NEVER_HUGE && others < bytes);
    }

    /** A mapping of the heap. */
    private static final class Mapping {
        private static final int UNIT = 1024;

        final String key;
        final boolean named;
        long resident;
        long thp;
        long hugetlb;

        private Mapping(String key, boolean named) {
            this.key = key;
            this.named = named;
        }

        /** Parses {@code start-end perms offset dev inode path}; returns null for a mapping of other memory. */
        static Mapping of(String line, HeapRange range) {
            String[] words = line.split(" +", 6);
            if (words.length < 5) {
                return null;
            }
            boolean named = words.length > 5 && words[5].startsWith(Z_HEAP);
            int dash = words[0].indexOf('-');
            long start = Long.parseUnsignedLong(words[0].substring(0, dash), HEX);
            long end = Long.parseUnsignedLong(words[0].substring(dash + 1), HEX);
            boolean inside = range != null
                    && Long.compareUnsigned(start, range.end) < 0
                    && Long.compareUnsigned(end, range.start) > 0;
            boolean file = !words[4].equals("0");
            return named || inside
                    ? new Mapping(file ? words[2] + " " + words[3] + " " + words[4] : words[0], named)
                    : null;
        }

        void add(String line) {
            int colon = line.indexOf(':');
            switch (colon < 0 ? "" : line.substring(0, colon)) {
                case "Rss":
                    resident += bytes(line, colon);
                    break;
                case "AnonHugePages":
                case "ShmemPmdMapped":
                case "FilePmdMapped":
                    thp += bytes(line, colon);
                    break;
                case "Private_Hugetlb":
                case "Shared_Hugetlb":
                    hugetlb += bytes(line, colon);
                    break;
                default:
                    break;
            }
        }

        private static long bytes(String line, int colon) {
            String number = line.substring(colon + 1).trim();
            int end = number.indexOf(' ');
            return Long.parseLong(end < 0 ? number : number.substring(0, end)) * UNIT;
        }
    }
}
