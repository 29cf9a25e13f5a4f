package io.github.hpjvm.advisor.goal;

import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequirementTest {
    private static final Bytes GIB = Bytes.ofGiB(1);

    private static Requirement of(String text) {
        return Requirement.parse(text, List.of(RegionName.HEAP));
    }

    private static Answer judged(String text, Backing backing, Optional<PageKind> expected) {
        return of(text).judge(heap(g1(17), backing), region -> expected.map(RequirementTest::forecast));
    }

    private static RegionForecast forecast(PageKind kind) {
        return new RegionForecast(
                RegionName.HEAP, Optional.of(kind), Bytes.ofMiB(2), When.AT_FAULT, "because", "source");
    }

    private static String word(Answer answer) {
        return answer.holds().map(String::valueOf).orElse("open");
    }

    @ParameterizedTest
    @ValueSource(strings = {"thp", "hugetlb", "any", "thp=1", "hugetlb=90", "any=100"})
    void textIsThatOfTheCommandLine(String text) {
        assertEquals(text, of(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "THP", "base", "mixed", "thp=", "thp=0", "thp=101", "thp=9x", "thp=-1", "thp=9.5", "=50", "thp =5"
            })
    void otherTextsAreRefused(String text) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> of(text)).getMessage();
        assertTrue(message.startsWith("not thp, hugetlb or any"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "thp, THP, true",
        "any, THP, true",
        "hugetlb, THP, false",
        "hugetlb=1, THP, false",
        "thp, HUGETLB, false",
        "any=100, HUGETLB, true",
        "hugetlb, HUGETLB, true",
        "thp, BASE, false",
        "any, BASE, false",
        "any=1, BASE, false"
    })
    void wholeHeapIsOnOneKind(String text, PageKind kind, String holds) {
        Answer answer = judged(text, on(kind, GIB), Optional.empty());
        assertEquals(holds, word(answer), answer.reason());
        String share = holds.equals("true") ? "100 %" : "0 %";
        assertTrue(answer.reason().contains("heap: " + share + " of 1 GiB on "), answer.reason());
        assertTrue(answer.reason().startsWith("--require " + text + " "), answer.reason());
    }

    @ParameterizedTest
    @CsvSource({
        "thp, 973, 51, true", // 95 % of 1024 MiB are 972.8
        "thp, 972, 52, false",
        "thp=94, 972, 52, true",
        "thp=95, 972, 52, false",
        "thp=50, 512, 512, true",
        "thp=51, 512, 512, false",
        "thp, 60, 4, true", // all but 4 MiB
        "thp=95, 60, 4, false",
        "hugetlb=1, 512, 512, false"
    })
    void shareDecides(String text, long thpMib, long baseMib, String holds) {
        Backing backing = JvmSamples.partly(PageKind.THP, Bytes.ofMiB(thpMib), Bytes.ofMiB(baseMib));
        assertEquals(holds, word(judged(text, backing, Optional.of(PageKind.THP))));
    }

    @Test
    void twoKindsOfHugePagesAreAny() {
        Backing both = new Backing(
                GIB,
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofMiB(512)),
                        Pages.exactly(PageKind.HUGETLB, Bytes.ofMiB(2), Bytes.ofMiB(512))));
        assertEquals("true", word(judged("any", both, Optional.empty())));
        assertEquals("true", word(judged("any=100", both, Optional.empty())));
        assertEquals("false", word(judged("thp", both, Optional.empty())));
        assertEquals("true", word(judged("thp=50", both, Optional.empty())));
    }

    /** An idle JVM: 28 MiB of 2 GiB. */
    @ParameterizedTest
    @CsvSource({
        "BASE, 28, thp, THP, open",
        "BASE, 28, thp, BASE, false",
        "BASE, 28, thp, , open",
        "BASE, 28, hugetlb, THP, false",
        "BASE, 28, any=90, MIXED, open",
        "BASE, 127, thp, THP, open",
        "BASE, 128, thp, THP, false",
        "THP, 28, thp, THP, true",
        "BASE, 0, thp, THP, open",
        "BASE, 0, thp, BASE, false"
    })
    void littleResidentMemoryIsNotYet(PageKind kind, long mib, String text, PageKind expected, String holds) {
        Answer answer = judged(text, on(kind, Bytes.ofGiB(2), Bytes.ofMiB(mib)), Optional.ofNullable(expected));
        assertEquals(holds, word(answer), answer.reason());
        assertEquals(holds.equals("open"), answer.reason().contains("heap: not yet, "), answer.reason());
    }

    @Test
    void reservedPoolPagesHoldBeforeTheyAreTouched() {
        Answer answer = judged("hugetlb=100", on(PageKind.HUGETLB, GIB, Bytes.ZERO), Optional.empty());
        assertEquals("true", word(answer));
        assertEquals("--require hugetlb=100 holds: heap: all of it is reserved from a hugetlb pool.", answer.reason());
    }

    @Test
    void boundsThatAllowBothAnswersAreOpen() {
        Answer answer = judged("thp", JvmSamples.unclear(PageKind.THP, GIB), Optional.empty());
        assertEquals("open", word(answer), answer.reason());
    }

    @Test
    void unknownPagesAreOpenWithTheirReason() {
        Answer answer = of("thp").judge(JvmSamples.heapDenied(g1(17)), region -> Optional.empty());
        assertEquals("open", word(answer));
        assertTrue(answer.reason().contains("heap: its pages are unknown (denied: "), answer.reason());
    }

    @Test
    void eachRegionHasToHoldIt() {
        Jvm jvm = JvmSamples.code(heap(g1(17), on(PageKind.THP, GIB)), on(PageKind.BASE, Bytes.ofMiB(240)));
        Requirement both = Requirement.parse("thp", List.of(RegionName.HEAP, RegionName.CODE));
        Answer answer = both.judge(jvm, region -> Optional.empty());
        assertEquals("false", word(answer));
        assertTrue(answer.reason().contains("; code: 0 % of 240 MiB on transparent huge pages."), answer.reason());
    }

    /** With exact sizes the answer is that of the arithmetic. */
    @Test
    void exactSizesDecideExactly() {
        long seed = RandomFacts.seed(31);
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < Draws.of(20_000); draw++) {
            long thp = random.nextLong(2000);
            long hugetlb = random.nextLong(2000);
            long base = 200 + random.nextLong(2000);
            int percent = random.nextInt(1, 101);
            Wanted wanted = Wanted.values()[random.nextInt(3)];
            Backing backing = new Backing(
                    Bytes.ofMiB(thp + hugetlb + base),
                    List.of(
                            Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofMiB(thp)),
                            Pages.exactly(PageKind.HUGETLB, Bytes.ofMiB(2), Bytes.ofMiB(hugetlb)),
                            Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(base))));
            long own = (wanted != Wanted.HUGETLB ? thp : 0) + (wanted != Wanted.THP ? hugetlb : 0);
            boolean enough = own * 100 >= percent * (thp + hugetlb + base);
            Requirement requirement = new Requirement(wanted, OptionalInt.of(percent), List.of(RegionName.HEAP));
            Answer answer = requirement.judge(heap(g1(17), backing), region -> Optional.empty());
            assertEquals(Optional.of(enough), answer.holds(), "seed " + seed + ", draw " + draw + ": " + answer);
        }
    }
}
