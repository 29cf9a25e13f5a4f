package io.github.hpjvm.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkCopyTest {
    private static final HostView HOST = new HostView(
            Samples.thp("madvise", null),
            Samples.thpSettings("inherit"),
            Optional.of(Samples.pool(0, 0)),
            Optional.of(Samples.bill()),
            Optional.empty(),
            false);

    @Test
    void anEmptyTextHasNoSections() {
        for (String text : List.of("", "\n", "no header\n==== \n", "==== ", "==== ready")) {
            ForkCopy copy = ForkCopy.parse(text);
            assertEquals(Optional.empty(), copy.text(ForkCopy.READY, "arguments"), text);
            assertEquals(Optional.empty(), copy.arguments());
            assertEquals(Optional.empty(), copy.backing(Judged.HEAP, ForkCopy.BEFORE, Samples.PMD));
        }
    }

    @Test
    void aSectionIsTheTextBetweenTwoHeaders() {
        ForkCopy copy = ForkCopy.parse("==== ready a\none\n\ntwo\n==== ready empty\n==== before b\nthree");
        assertEquals(Optional.of("one\n\ntwo\n"), copy.text("ready", "a"));
        assertEquals(Optional.of(""), copy.text("ready", "empty"));
        assertEquals(Optional.of("three"), copy.text("before", "b"));
        assertEquals(Optional.empty(), copy.text("before", "a"));
    }

    @Test
    void anUnreadableSourceIsAbsent() {
        ForkCopy copy = ForkCopy.parse("==== before !/proc/self/smaps\nPermission denied\n");
        assertEquals(Optional.empty(), copy.text("before", "/proc/self/smaps"));
        assertEquals(Optional.of("Permission denied\n"), copy.text("before", "!/proc/self/smaps"));
    }

    @Test
    void argumentsAreLinesAndMayHoldBlanks() {
        ForkCopy copy = ForkCopy.parse("==== ready arguments\n-Xmx1g\n-Dx=a b\n\n");
        assertEquals(Optional.of(List.of("-Xmx1g", "-Dx=a b")), copy.arguments());
    }

    @Test
    void aForkWithoutArgumentsHasAnEmptyListAndNotAnUnknownOne() {
        assertEquals(
                Optional.of(List.of()),
                ForkCopy.parse("==== ready arguments\n\n").arguments());
    }

    @Test
    void theHeapOfARealForkIsTheWholeRange() {
        Backing heap = ForkCopy.parse(Forks.captured("17-thp"))
                .backing(Judged.HEAP, ForkCopy.AFTER, Samples.PMD)
                .orElseThrow();
        assertEquals(Samples.HEAP, heap.reserved());
        assertTrue(heap.exact());
        assertEquals(Optional.of(PageKind.THP), heap.kind());
    }

    @ParameterizedTest
    @ValueSource(strings = {"28-thp", "28-baseline", "28-hugetlb"})
    void aTruncatedCopyIsNotRealisedBeforeItsHeap(String name) {
        String text = Forks.brief(Forks.captured(name));
        assertTrue(judge(name, text).realised(), "the whole text");
        assertTrue(text.length() < 8000, () -> text.length() + " characters");
        int heapSeen = text.indexOf("VmFlags", text.indexOf("==== after /proc/self/smaps"));
        for (int end = 0; end <= text.length(); end++) {
            String cut = text.substring(0, end);
            PageEvidence evidence = judge(name, cut);
            assertFalse(evidence.realised() && end < heapSeen, "realised after " + end + " characters");
            assertEquals(evidence.realised(), evidence.reason().isEmpty());
            Price.of(ForkCopy.parse(cut));
        }
    }

    @Test
    void aCopyThatLacksAPieceInTheMiddleIsJudged() {
        String text = Forks.brief(Forks.captured("28-thp"));
        Seeds.with(31, random -> {
            for (int i = 0; i < 1200; i++) {
                int from = random.nextInt(text.length());
                int to = Math.min(text.length(), from + random.nextInt(400));
                check(text.substring(0, from) + text.substring(to));
            }
        });
    }

    @Test
    void aCopyWithDamagedCharactersIsJudged() {
        String text = Forks.brief(Forks.captured("28-hugetlb"));
        String alphabet = "0123456789abcdefx-=: \n\t!é\0[]()kBG";
        Seeds.with(32, random -> {
            for (int i = 0; i < 2500; i++) {
                StringBuilder damaged = new StringBuilder(text);
                for (int n = 1 + random.nextInt(6); n > 0; n--) {
                    damaged.setCharAt(
                            random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
                }
                check(damaged.toString());
            }
        });
    }

    @Test
    void duplicateSectionsAndMappingsAreJudged() {
        String text = Forks.brief(Forks.captured("28-baseline"));
        Seeds.with(33, random -> {
            for (int i = 0; i < 1000; i++) {
                int from = random.nextInt(text.length());
                int to = Math.min(text.length(), from + random.nextInt(2500));
                int at = random.nextInt(text.length());
                check(text.substring(0, at) + text.substring(from, to) + text.substring(at));
            }
        });
    }

    @Test
    void hugeNumbersAreJudged() {
        String text = Forks.brief(Forks.captured("28-thp"));
        for (String number : List.of("9223372036854775807", "99999999999999999999", "9007199254740991", "-1")) {
            check(text.replaceAll("(?m)^(Rss: *)\\d+", "$1" + number));
            check(text.replaceAll("(?m)^(AnonHugePages: *)\\d+", "$1" + number));
            check(text.replaceAll("(?m)^(KernelPageSize: *)\\d+", "$1" + number));
            check(text.replaceAll("(?m)^(VmRSS:\\s*)\\d+", "$1" + number));
            check(text.replaceAll("(?m)^(HugetlbPages:\\s*)\\d+", "$1" + number));
            check(text.replaceAll("(?m)^(Private_Hugetlb: *)\\d+", "$1" + number));
            check(Forks.brief(Forks.captured("28-hugetlb")).replaceAll("(?m)^(Private_Hugetlb: *)\\d+", "$1" + number));
            check(Forks.brief(Forks.captured("28-hugetlb")).replaceAll("(?m)^(KernelPageSize: *)\\d+", "$1" + number));
        }
    }

    /** Any text results in evidence and a price, never in an exception. */
    private static void check(String text) {
        ForkCopy copy = ForkCopy.parse(text);
        for (String variant : List.of("baseline", "thp", "hugetlb")) {
            PageEvidence evidence =
                    new EvidenceGate(Samples.variant(variant), HOST).judge(copy, "", OptionalLong.empty());
            assertEquals(evidence.realised(), evidence.reason().isEmpty());
        }
        Price.of(copy);
    }

    private static PageEvidence judge(String name, String text) {
        String variant = name.substring(name.indexOf('-') + 1);
        return new EvidenceGate(Samples.variant(variant), HOST).judge(ForkCopy.parse(text), "", OptionalLong.empty());
    }

    @Test
    void readsReadingsWithoutDamagedLines() {
        ForkCopy copy =
                ForkCopy.parse("==== after readings\npause p99\t3.5\tms\npause count\t7.0\t\nno tabs\nbad\tx\tms\n\n");
        assertEquals(Map.of("pause p99", new Reading(3.5, "ms"), "pause count", new Reading(7, "")), copy.readings());
        assertEquals(Map.of(), ForkCopy.parse("").readings());
    }
}
