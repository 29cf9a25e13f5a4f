package io.github.hpjvm.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {
    private static final String REST =
            " S 1 2 3 0 -1 4194304 6501 0 0 0 22 228 0 0 20 0 18 0 199274 3544354816 291353 1844674407";

    @Test
    void anEmptyCopyHasNoPrice() {
        assertEquals(Price.UNKNOWN, Price.of(ForkCopy.parse("")));
    }

    @ParameterizedTest
    @CsvSource({
        "8-baseline", "8-thp", "8-hugetlb", "11-baseline", "11-thp", "11-hugetlb", "17-baseline", "17-thp",
        "17-hugetlb", "21-baseline", "21-thp", "21-hugetlb", "25-baseline", "25-thp", "25-hugetlb", "28-baseline",
        "28-thp", "28-hugetlb"
    })
    void aRealForkHasAllThreeValues(String name) {
        Price price = Price.of(ForkCopy.parse(Forks.captured(name)));
        Bytes resident = price.residentBytes().orElseThrow();
        assertTrue(resident.compareTo(Bytes.ofMiB(1024)) > 0, () -> "no heap in " + resident);
        assertTrue(resident.compareTo(Bytes.ofMiB(1400)) < 0, () -> "the heap twice in " + resident);
        assertTrue(price.pageTableBytes().orElseThrow().compareTo(Bytes.ofKiB(100)) > 0);
        assertTrue(price.pageTableBytes().orElseThrow().compareTo(Bytes.ofMiB(8)) < 0);
        long millis = price.startMillis().orElseThrow();
        assertTrue(millis > 100 && millis < 30_000, () -> millis + " ms");
    }

    @Test
    void addsHugetlbPagesToRss() {
        Price price = Price.of(ForkCopy.parse(
                "==== after /proc/self/status\nVmRSS:\t  1000 kB\nHugetlbPages:\t 2048 kB\nVmPTE:\t 64 kB\n"));
        assertEquals(Optional.of(Bytes.ofKiB(3048)), price.residentBytes());
        assertEquals(Optional.of(Bytes.ofKiB(64)), price.pageTableBytes());
        assertEquals(OptionalLong.empty(), price.startMillis());
    }

    @Test
    void readsRssWithoutHugetlbPages() {
        Price price = Price.of(ForkCopy.parse("==== after /proc/self/status\nVmRSS:\t  1000 kB\n"));
        assertEquals(Optional.of(Bytes.ofKiB(1000)), price.residentBytes());
        assertEquals(Optional.empty(), price.pageTableBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"(java)", "(a b c)", "(a) b)", "((((x)", "(x) S 99 99 99)", "()", "(java 199274 1) S 1 2 3 4)"})
    void acceptsBlanksAndParenthesesInTheCommand(String command) {
        assertEquals(OptionalLong.of(2420), start("14135 " + command + REST + "\n", "1995.16 2701.69\n"));
    }

    @Test
    void aStartTimeInTheFutureIsZero() {
        assertEquals(OptionalLong.of(0), start("1 (java)" + REST, "1992.70 1.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "14135 (java)", "14135 (java) S 1 2", "14135 java S 1 2 3", "x"})
    void aShortStatIsUnknown(String stat) {
        assertEquals(OptionalLong.empty(), start(stat, "1995.16 2701.69"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x 1", "1995,16 2701"})
    void anInvalidUptimeIsUnknown(String uptime) {
        assertEquals(OptionalLong.empty(), start("14135 (java)" + REST, uptime));
    }

    @Test
    void anInvalidStartTimeIsUnknown() {
        assertEquals(OptionalLong.empty(), start("14135 (java)" + REST.replace("199274", "1992z4"), "1995.16 1"));
    }

    @Test
    void aTruncatedStatusHasNoPrice() {
        assertEquals(Price.UNKNOWN, Price.of(ForkCopy.parse("==== after /proc/self/status\nVmRSS:\t  1000 kB\nVmPT")));
    }

    private static OptionalLong start(String stat, String uptime) {
        return Price.of(ForkCopy.parse(
                        "==== ready /proc/self/stat\n" + stat + "\n==== ready /proc/uptime\n" + uptime + "\n"))
                .startMillis();
    }
}
