package io.github.hpjvm.advisor.read.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MappedTest {
    private static final long SEED = Long.getLong("hp.seed", 4);
    private static final int PAGES = 64;
    private static final AddressRange LIBRARY = new AddressRange(1L << 40, (1L << 40) + 4096);

    private static Vma vma(int first, int last, boolean writable) {
        return new Vma(
                new AddressRange(first * 4096L, last * 4096L),
                writable ? "rw-p" : "---p",
                0,
                "00:00",
                0,
                "",
                Map.of(),
                Set.of());
    }

    /** Mappings of any length with holes between some of them, compared with a list of pages. */
    @Test
    void adjacentMappingsAreOneRun() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int draw = 0; draw < 200; draw++) {
            boolean[] mapped = new boolean[PAGES];
            boolean[] writable = new boolean[PAGES];
            List<Vma> vmas = new ArrayList<>();
            for (int at = 1; at < PAGES; ) {
                int end = Math.min(PAGES, at + 1 + random.nextInt(4));
                boolean objects = random.nextBoolean();
                if (random.nextInt(3) > 0) {
                    vmas.add(vma(at, end, objects));
                    for (int page = at; page < end; page++) {
                        mapped[page] = true;
                        writable[page] = objects;
                    }
                }
                at = end;
            }
            Mapped all = new Mapped(vmas, LIBRARY);
            for (int from = 0; from < PAGES; from++) {
                int end = from;
                while (end < PAGES && writable[end]) {
                    end++;
                }
                String place = "seed " + SEED + ", draw " + draw + ", page " + from;
                assertEquals(writable[from], all.isAnonymous(from * 4096L + 4088), place);
                assertEquals(writable[from] ? end * 4096L : -1, all.endOfObjectOrStatic(from * 4096L), place);
                boolean whole = mapped[from];
                for (int to = from + 1; to < PAGES; to++) {
                    assertEquals(whole, all.covers(new AddressRange(from * 4096L, to * 4096L)), place + " to " + to);
                    whole &= mapped[to];
                }
            }
        }
    }
}
