package io.github.hpjvm.it.kernels;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What smaps shows of a heap, counted here so that an error of the product is not repeated. Without the help of the
 * product, the heap is found by the address that the JVM prints, or, for ZGC, by the name of its mappings. smaps does not
 * show THP below the PMD size: they are base pages here.
 *
 * @param residentKib with the pages of hugetlb
 * @param thpKib the part that a PMD maps
 * @param hugetlbKib the part from a pool
 */
public record HeapPages(long residentKib, long thpKib, long hugetlbKib) {
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) \\S+ [0-9a-f]+ \\S+ \\d+ *(.*)");
    private static final Pattern COUNT = Pattern.compile("(\\w+): +(\\d+) kB");
    private static final Pattern ADDRESS = Pattern.compile("[Hh]eap address: 0x([0-9a-f]+), size: (\\d+) MB");

    /** Returns the pages; empty if smaps has no mapping of the heap, or none of its pages is resident. */
    public static Optional<HeapPages> of(String smaps, String log) {
        Matcher address = ADDRESS.matcher(log);
        boolean known = address.find();
        long from = known ? Long.parseUnsignedLong(address.group(1), 16) : 0;
        long to = known ? from + (Long.parseLong(address.group(2)) << 20) : 0;
        boolean heap = false;
        long rss = 0;
        long thp = 0;
        long hugetlb = 0;
        for (String line : smaps.lines().toList()) {
            Matcher mapping = MAPPING.matcher(line);
            if (mapping.matches()) {
                heap = known ? isMostly(mapping, from, to) : mapping.group(3).contains("java_heap");
                continue;
            }
            Matcher count = COUNT.matcher(line);
            if (!heap || !count.matches()) {
                continue;
            }
            long kib = Long.parseLong(count.group(2));
            switch (count.group(1)) {
                case "Rss" -> rss += kib;
                case "AnonHugePages", "ShmemPmdMapped", "FilePmdMapped" -> thp += kib;
                case "Private_Hugetlb", "Shared_Hugetlb" -> hugetlb += kib;
                default -> {}
            }
        }
        HeapPages pages = new HeapPages(rss + hugetlb, thp, hugetlb);
        return pages.residentKib == 0 ? Optional.empty() : Optional.of(pages);
    }

    /** A neighbour may be merged with the heap: the heap is then the larger part of the mapping. */
    private static boolean isMostly(Matcher mapping, long from, long to) {
        // vsyscall is above the range of signed addresses
        long begin = Long.parseUnsignedLong(mapping.group(1), 16);
        long end = Long.parseUnsignedLong(mapping.group(2), 16);
        return begin > 0 && Math.min(end, to) - Math.max(begin, from) > (end - begin) / 2;
    }

    /** Returns the kind that prevails, as the product defines it; page sizes do not count. */
    public PageKind kind() {
        Bytes resident = Bytes.ofKiB(residentKib);
        Bytes thp = Bytes.ofKiB(thpKib);
        Bytes hugetlb = Bytes.ofKiB(hugetlbKib);
        Bytes page = Bytes.ofMiB(2);
        List<Pages> pages = List.of(
                Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), resident.minus(thp).minus(hugetlb)),
                Pages.exactly(PageKind.THP, page, thp),
                Pages.exactly(PageKind.HUGETLB, page, hugetlb));
        return new Backing(resident, pages).kind().orElseThrow();
    }
}
