package io.github.hpjvm.bench.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {
    private static final int INTS_OF_A_LINE = Chain.LINE_BYTES / Integer.BYTES;
    private static final int INTS_OF_A_PAGE = Chain.PAGE_BYTES / Integer.BYTES;

    private static Set<Integer> walked(int[] chain) {
        Set<Integer> seen = new HashSet<>();
        for (int at = Chain.start(chain); seen.add(at); at = chain[at]) {
            assertTrue(seen.size() <= chain.length);
        }
        return seen;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16, 64, 65, 128, 1000, 4096})
    void aSpreadChainVisitsEveryPageOnce(int pages) {
        int[] chain = Chain.spread(pages);
        assertEquals(pages * INTS_OF_A_PAGE, chain.length);
        Set<Integer> links = walked(chain);
        assertEquals(pages, links.size());
        assertEquals(
                pages,
                links.stream().map(link -> link / INTS_OF_A_PAGE).distinct().count());
    }

    /** Each set of a cache that is indexed by the place in the page gets the same number of links. */
    @ParameterizedTest
    @ValueSource(ints = {64, 128, 4096})
    void everyLineOfAPageIsUsedEquallyOften(int pages) {
        TreeMap<Integer, Integer> uses = new TreeMap<>();
        walked(Chain.spread(pages))
                .forEach(link -> uses.merge(link % INTS_OF_A_PAGE / INTS_OF_A_LINE, 1, Integer::sum));
        assertEquals(64, uses.size());
        assertEquals(Set.of(pages / 64), Set.copyOf(uses.values()));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, 256, 65536})
    void aPackedChainVisitsEveryLineOnce(int lines) {
        int[] chain = Chain.packed(lines);
        assertEquals(lines * INTS_OF_A_LINE, chain.length);
        Set<Integer> links = walked(chain);
        assertEquals(
                lines,
                links.stream().map(link -> link / INTS_OF_A_LINE).distinct().count());
        assertEquals(lines, links.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 1000})
    void theChainIsReproducible(int size) {
        assertArrayEquals(Chain.spread(size), Chain.spread(size));
        assertArrayEquals(Chain.packed(size), Chain.packed(size));
    }

    @ParameterizedTest
    @ValueSource(ints = {1})
    void oneLinkLeadsToItself(int one) {
        assertEquals(1, walked(Chain.packed(one)).size());
        assertEquals(1, walked(Chain.spread(one)).size());
    }

    /** A cycle of as many links as a chase has steps ends where it began, and one of twice as many halfway. */
    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 2048})
    void aChaseContinuesAtTheLastLink(int pages) {
        int[] links = Chain.spread(pages);
        Chain chain = new Chain(links);
        int expected = Chain.start(links);
        for (int turn = 0; turn < 3; turn++) {
            for (int step = 0; step < Chain.STEPS; step++) {
                expected = links[expected];
            }
            assertEquals(expected, chain.chase());
        }
        assertEquals(pages == 2048, expected != Chain.start(links));
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 65536})
    void aStepSeldomLeadsToTheNextPage(int pages) {
        int[] chain = Chain.spread(pages);
        long near = walked(chain).stream()
                .filter(link -> Math.abs(chain[link] / INTS_OF_A_PAGE - link / INTS_OF_A_PAGE) <= 1)
                .count();
        assertTrue(near < pages / 50, near + " of " + pages);
    }
}
