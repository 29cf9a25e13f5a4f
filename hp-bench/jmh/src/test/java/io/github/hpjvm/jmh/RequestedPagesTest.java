package io.github.hpjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestedPagesTest {

    @ParameterizedTest
    @CsvSource({
        "'', 8, NONE",
        "-XX:+UseTransparentHugePages, 8, THP",
        "-XX:+UseTransparentHugePages -XX:-UseTransparentHugePages, 25, NONE",
        "-XX:+UseLargePages, 8, HUGETLB",
        "-XX:+UseLargePages -XX:+UseTransparentHugePages, 17, THP",
        "-XX:+UseTransparentHugePages -XX:-UseLargePages, 17, NONE",
        "-XX:+UseLargePages -XX:-UseTransparentHugePages, 21, NONE",
        "-XX:+UseLargePages -XX:-UseTransparentHugePages, 22, HUGETLB",
        "-XX:+UseLargePages -XX:+UseSHM, 11, HUGETLB",
        "-XX:+UseHugeTLBFS, 17, HUGETLB",
        "-XX:LargePageSizeInBytes=1g -Xmx1g, 17, NONE"
    })
    void followsTheLastFlag(String arguments, int release, RequestedPages requested) {
        assertEquals(requested, RequestedPages.of(List.of(arguments.split(" ")), release, "Debian"));
    }

    @Test
    void doesNotGuessTheDefaultOfAVendor() {
        assertEquals(RequestedPages.UNKNOWN, RequestedPages.of(List.of(), 25, "SAP SE"));
        assertEquals(RequestedPages.NONE, RequestedPages.of(List.of(), 21, "SAP SE"));
        assertEquals(RequestedPages.THP, RequestedPages.of(List.of(HugePageArgs.THP), 25, "SAP SE"));
    }

    @Test
    void readsTheReleaseOfAnySpecification() {
        assertEquals(8, OwnProcess.release("1.8"));
        assertEquals(25, OwnProcess.release("25"));
    }
}
