package io.github.hpjvm.advisor.size;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

public class NodeRoomTest {
    private static final Bytes SIZE = Bytes.ofMiB(2);
    private static final long SEED = 20_261_130;

    /** A host whose nodes have that much free memory, in two zones. */
    public static Host free(Host host, long... mib) {
        List<Fragmentation.Zone> zones = new ArrayList<>();
        for (int node = 0; node < mib.length; node++) {
            long half = mib[node] * 128;
            zones.add(zone(node, "DMA32", half));
            zones.add(zone(node, "Normal", half));
        }
        return host.withFragmentation(
                known(new Fragmentation(9, new Fragmentation.Share(0, 0, 1), zones), "/proc/buddyinfo"));
    }

    private static Fragmentation.Zone zone(int node, String name, long pages) {
        return new Fragmentation.Zone(node, name, List.of(), new Fragmentation.Share(pages, 0, 1));
    }

    private static Map<Integer, Long> spread(NodeRoom room, long pages, Integer... nodes) {
        return room.spread(pages, SIZE, List.of(nodes));
    }

    @Test
    void theFirstNodeWithRoomGetsAll() {
        NodeRoom room = NodeRoom.of(free(host(), 1024, 2048, 4096));
        assertEquals(Map.of(0, 256L), spread(room, 256, 0, 1, 2));
        assertEquals(Map.of(1, 257L), spread(room, 257, 0, 1, 2));
        assertEquals(Map.of(2, 257L), spread(room, 257, 0, 2));
    }

    @Test
    void severalNodesGetPartsInProportionToTheirFreeMemory() {
        NodeRoom room = NodeRoom.of(free(host(), 1024, 2048, 0));
        assertEquals(Map.of(0, 400L, 1, 800L, 2, 0L), spread(room, 1200, 0, 1, 2));
        assertEquals(Map.of(0, 512L, 1, 1024L), spread(room, 1536, 0, 1));
    }

    /** Memory that is not free may be the page cache: the rest is spread evenly. */
    @Test
    void pagesBeyondTheFreeMemoryAreSpreadEvenly() {
        NodeRoom room = NodeRoom.of(free(host(), 1024, 100));
        assertEquals(Map.of(0, 512L + 10, 1, 50L + 9), spread(room, 562 + 19, 0, 1));
    }

    @Test
    void unknownMemoryMeansEqualParts() {
        NodeRoom unknown = NodeRoom.of(host());
        assertEquals(Map.of(0, 5L, 1, 4L), spread(unknown, 9, 0, 1));
        assertEquals(Map.of(3, 9L), spread(unknown, 9, 3));
    }

    /** {@code /proc/buddyinfo} has no zone of a node that has no memory. */
    @Test
    void aNodeWithoutMemoryGetsNoPages() {
        assertEquals(Map.of(1, 9L), spread(NodeRoom.of(free(host(), 0, 1)), 9, 1, 7));
    }

    @Test
    void noPageIsLostAndNoFreeMemoryExceeded() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            Map<Integer, Bytes> free = new HashMap<>();
            List<Integer> nodes = new ArrayList<>();
            long room = 0;
            for (int node = 0; node <= random.nextInt(6); node++) {
                long pages = random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(31));
                free.put(node, SIZE.times(pages));
                nodes.add(node);
                room += pages;
            }
            long wanted = 1 + random.nextInt(1 << random.nextInt(31));
            Map<Integer, Long> spread = new NodeRoom(free).spread(wanted, SIZE, nodes);
            String text = "seed " + SEED + ": " + wanted + " on " + free + ": " + spread;
            assertEquals(
                    wanted, spread.values().stream().mapToLong(part -> part).sum(), text);
            if (wanted <= room && nodes.size() > 1) {
                spread.forEach((node, part) -> assertTrue(SIZE.times(part).compareTo(free.get(node)) <= 0, text));
            }
        }
    }
}
