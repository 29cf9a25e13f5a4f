package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.FreeBlocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The free blocks of memory by order: {@code /proc/buddyinfo} (Documentation/filesystems/proc.rst). */
public final class Buddyinfo {

    private static final int MOST_ORDERS = 32;

    /** 2^52 bytes in base pages of 4 KiB. */
    private static final long MOST_PAGES = 1L << 40;

    private Buddyinfo() {}

    /** What is free on the host. */
    public static Fact<FreeBlocks> read(Path procRoot) {
        return TextFile.read(procRoot.resolve("buddyinfo"), Buddyinfo::parse);
    }

    /**
     * The free blocks, summed over all nodes and zones.
     *
     * @throws MalformedTextException if a line is not {@code Node N, zone NAME} followed by a number for each order
     */
    public static FreeBlocks parse(String text) {
        List<Long> sums = new ArrayList<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> add(sums, line));
        return new FreeBlocks(sums);
    }

    private static void add(List<Long> sums, String line) {
        String[] words = line.strip().split("\\s+");
        if (words.length < 5 || !words[0].equals("Node") || !words[2].equals("zone")) {
            throw new MalformedTextException("not a zone with its free blocks", line);
        }
        if (words.length - 4 > MOST_ORDERS) {
            throw new MalformedTextException("more orders than a kernel has", line);
        }
        for (int order = 0; order < words.length - 4; order++) {
            long blocks = count(words[order + 4], line);
            if (blocks > MOST_PAGES >> order) {
                throw new MalformedTextException("more free memory than an address can reach", line);
            }
            if (order < sums.size()) {
                sums.set(order, sums.get(order) + blocks);
            } else {
                sums.add(blocks);
            }
        }
    }

    private static long count(String word, String line) {
        try {
            return Integer.parseUnsignedInt(word) & 0xffff_ffffL;
        } catch (NumberFormatException e) {
            throw new MalformedTextException("not a number of free blocks", line);
        }
    }
}
