package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.FreeBlocks;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The free blocks of memory by order: {@code /proc/buddyinfo} (Documentation/filesystems/proc.rst). */
public final class Buddyinfo {

    private static final int MOST_ORDERS = 32;

    /** 2^52 bytes in base pages of 4 KiB. */
    private static final long MOST_PAGES = 1L << 40;

    private Buddyinfo() {}

    /** Returns the free blocks of the host. */
    public static Fact<FreeBlocks> read(Path procRoot) {
        return TextFile.read(procRoot.resolve("buddyinfo"), Buddyinfo::parse);
    }

    /** Returns the fragmentation for a page of 2^order base pages. */
    public static Fact<Fragmentation> read(Path procRoot, int order) {
        return TextFile.read(procRoot.resolve("buddyinfo"), text -> parse(text, order));
    }

    /**
     * Parses the free blocks, summed over all nodes and zones.
     *
     * @throws MalformedTextException if a line is not {@code Node N, zone NAME} followed by a number for each order,
     *     and if there is no line
     */
    public static FreeBlocks parse(String text) {
        return total(lines(text));
    }

    /**
     * Parses the free blocks of each zone, and the resulting fragmentation for a page of 2^order base pages.
     *
     * @throws MalformedTextException as {@link #parse(String)}
     */
    public static Fragmentation parse(String text, int order) {
        List<Line> lines = lines(text);
        return new Fragmentation(
                order,
                Fragmentation.Share.of(total(lines), order),
                lines.stream()
                        .map(line -> new Fragmentation.Zone(line.node(), line.zone(), line.blocks(), line.share(order)))
                        .toList());
    }

    private record Line(int node, String zone, List<Long> blocks) {
        Fragmentation.Share share(int order) {
            return Fragmentation.Share.of(new FreeBlocks(blocks), order);
        }
    }

    private static List<Line> lines(String text) {
        List<Line> lines = text.lines()
                .filter(line -> !line.isBlank())
                .map(Buddyinfo::line)
                .toList();
        if (lines.isEmpty()) {
            throw new MalformedTextException("no zones", "");
        }
        return lines;
    }

    private static Line line(String line) {
        List<String> words = Words.of(line);
        if (words.size() < 5 || !words.get(0).equals("Node") || !words.get(2).equals("zone")) {
            throw new MalformedTextException("not a zone with its free blocks", line);
        }
        if (words.size() - 4 > MOST_ORDERS) {
            throw new MalformedTextException("more orders than a kernel has", line);
        }
        List<Long> blocks = new ArrayList<>();
        for (int i = 4; i < words.size(); i++) {
            blocks.add(count(words.get(i), line));
        }
        String node = words.get(1).endsWith(",")
                ? words.get(1).substring(0, words.get(1).length() - 1)
                : words.get(1);
        return new Line((int) Math.min(count(node, line), Integer.MAX_VALUE), words.get(3), blocks);
    }

    private static FreeBlocks total(List<Line> lines) {
        List<Long> sums = new ArrayList<>();
        for (Line line : lines) {
            for (int order = 0; order < line.blocks().size(); order++) {
                if (order == sums.size()) {
                    sums.add(0L);
                }
                long sum = sums.get(order) + line.blocks().get(order);
                if (sum > MOST_PAGES >> order) {
                    throw new MalformedTextException("more free memory than an address can reach", line.toString());
                }
                sums.set(order, sum);
            }
        }
        return new FreeBlocks(sums);
    }

    private static long count(String word, String line) {
        try {
            return Integer.parseUnsignedInt(word) & 0xffff_ffffL;
        } catch (NumberFormatException e) {
            throw new MalformedTextException("not a number of free blocks", line);
        }
    }
}
