package io.github.hpjvm.bench.workload;

import java.util.Random;

/**
 * Follows links in an array, each the index of the next, that form one single cycle in a random order. The cycle is the
 * same at every call.
 */
final class Chain {
    /** Steps of one {@link #chase}. */
    static final int STEPS = 1024;

    static final int LINE_BYTES = 64;

    /** The page size for spreading links. */
    static final int PAGE_BYTES = 4096;

    private static final int LINES = PAGE_BYTES / LINE_BYTES;
    private static final int INTS_OF_A_LINE = LINE_BYTES / Integer.BYTES;
    private static final int INTS_OF_A_PAGE = PAGE_BYTES / Integer.BYTES;
    private static final long SEED = 20_240_229;

    private final int[] links;
    private int at;

    /**
     * @param links result of {@link #spread} or {@link #packed}
     */
    Chain(int[] links) {
        this.links = links;
        this.at = start(links);
    }

    /** Follows so many links; each is one load, whose address is known after the load before. */
    int chase() {
        int[] all = links;
        int link = at;
        for (int step = 0; step < STEPS; step++) {
            link = all[link];
        }
        at = link;
        return link;
    }

    /**
     * One link in each page. Its line changes from page to page: each 64 pages in a row use each of the 64 lines of a
     * page once, in random order.
     */
    static int[] spread(int pages) {
        Random random = new Random(SEED);
        int[] place = new int[pages];
        int[] lines = {};
        for (int page = 0; page < pages; page++) {
            int turn = page % LINES;
            if (turn == 0) {
                lines = shuffled(LINES, random);
            }
            place[page] = page * INTS_OF_A_PAGE + lines[turn] * INTS_OF_A_LINE;
        }
        return link(place, new int[Math.multiplyExact(pages, INTS_OF_A_PAGE)], random);
    }

    /** One link in each line, on the fewest pages. */
    static int[] packed(int lines) {
        int[] place = new int[lines];
        for (int line = 0; line < lines; line++) {
            place[line] = line * INTS_OF_A_LINE;
        }
        return link(place, new int[Math.multiplyExact(lines, INTS_OF_A_LINE)], new Random(SEED));
    }

    /** The first link of the chain; any link is possible. */
    static int start(int[] chain) {
        for (int index = 0; index < chain.length; index++) {
            if (chain[index] != 0) {
                return index;
            }
        }
        return 0;
    }

    private static int[] link(int[] place, int[] chain, Random random) {
        int[] next = cycle(place.length, random);
        for (int i = 0; i < place.length; i++) {
            chain[place[i]] = place[next[i]];
        }
        return chain;
    }

    private static int[] shuffled(int length, Random random) {
        int[] numbers = new int[length];
        for (int i = 0; i < length; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    /** Maps each index to its successor, in one single cycle through all of them. */
    static int[] cycle(int length) {
        return cycle(length, new Random(SEED));
    }

    /** The numbers from 0 on, in random order. */
    static int[] shuffled(int length) {
        return shuffled(length, new Random(SEED));
    }

    /** A permutation that is one single cycle (S. Sattolo, Information Processing Letters 22, 1986). */
    private static int[] cycle(int length, Random random) {
        int[] next = new int[length];
        for (int i = 0; i < length; i++) {
            next[i] = i;
        }
        for (int i = length - 1; i > 0; i--) {
            int other = random.nextInt(i);
            int moved = next[i];
            next[i] = next[other];
            next[other] = moved;
        }
        return next;
    }
}
