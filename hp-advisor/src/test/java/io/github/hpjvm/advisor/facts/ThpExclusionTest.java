package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.JvmSamples.thpMarks;
import static io.github.hpjvm.advisor.facts.ThpExclusion.ALL;
import static io.github.hpjvm.advisor.facts.ThpExclusion.EXCEPT_ADVISED;
import static io.github.hpjvm.advisor.facts.ThpExclusion.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThpExclusionTest {
    private static final Bytes GIB = Bytes.ofGiB(1);
    private static final Optional<Boolean> ENABLED = Optional.of(true);

    private static Optional<ThpPolicy> mode(String enabled) {
        return Optional.of(
                new ThpPolicy(enabled, Optional.of("inherit"), "madvise", Optional.of("never"), Bytes.ofMiB(2)));
    }

    private static Vma anonymous(long fromMib, long toMib, int eligible, String... flags) {
        AddressRange range = new AddressRange(fromMib << 20, toMib << 20);
        return new Vma(range, "rw-p", 0, "00:00", 0, "", Map.of("THPeligible", (long) eligible), Set.of(flags));
    }

    @Test
    void statusShowsTheExclusionOfAllMemory() {
        Jvm jvm = status(g1(21), "THP_enabled", "0");
        assertEquals(Optional.of(ALL), ThpExclusion.of(jvm, Optional.empty()));
        assertEquals(Optional.of(ALL), ThpExclusion.of(Optional.of(false), List.of(), mode("madvise")));
    }

    @Test
    void theHeapShowsTheOtherInAlwaysMode() {
        Jvm base = heap(g1(25), on(PageKind.BASE, GIB));
        Jvm refused = thpMarks(base, Bytes.ZERO, Bytes.ZERO);
        assertEquals(Optional.of(EXCEPT_ADVISED), ThpExclusion.of(refused, mode("always")));
        assertEquals(Optional.empty(), ThpExclusion.of(refused, mode("madvise")), "it is not eligible anyway");
        assertEquals(Optional.empty(), ThpExclusion.of(refused, Optional.empty()));
        assertEquals(Optional.of(NONE), ThpExclusion.of(thpMarks(base, Bytes.ZERO, GIB), mode("always")));
        assertEquals(Optional.empty(), ThpExclusion.of(thpMarks(base, GIB, GIB), mode("always")), "it is advised");
        assertEquals(Optional.empty(), ThpExclusion.of(base, mode("always")), "smaps was not read");
    }

    @Test
    void aPoolIsNeverEligible() {
        Jvm pool = thpMarks(heap(g1(25), on(PageKind.HUGETLB, GIB)), Bytes.ZERO, Bytes.ZERO);
        assertEquals(Optional.empty(), ThpExclusion.of(pool, mode("always")));
    }

    @Test
    void mappingsOfOneHugePageShowItToo() {
        Vma refused = anonymous(64, 128, 0, "rd", "wr");
        assertEquals(Optional.of(EXCEPT_ADVISED), ThpExclusion.of(ENABLED, List.of(refused), mode("always")));
        assertEquals(Optional.empty(), ThpExclusion.of(ENABLED, List.of(refused), mode("madvise")));
        Vma eligible = anonymous(128, 192, 1, "rd", "wr");
        assertEquals(Optional.of(NONE), ThpExclusion.of(ENABLED, List.of(refused, eligible), mode("always")));
    }

    @Test
    void mappingsWithAReasonOfTheirOwnShowNothing() {
        List<Vma> others = List.of(
                anonymous(65, 67, 0, "rd"),
                anonymous(64, 128, 0, "rd", "nh"),
                anonymous(128, 192, 1, "rd", "hg"),
                anonymous(192, 256, 0, "rd", "ht"));
        assertEquals(Optional.empty(), ThpExclusion.of(ENABLED, others, mode("always")));
        assertEquals(Optional.empty(), ThpExclusion.of(Optional.empty(), List.of(), mode("always")));
    }
}
