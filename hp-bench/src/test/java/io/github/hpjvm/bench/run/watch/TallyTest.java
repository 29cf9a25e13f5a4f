package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static String status(long rssKib, long hugetlbKib, long tablesKib) {
        return "Name:\tjava\nState:\tS (sleeping)\nVmRSS:\t" + rssKib + " kB\nVmPTE:\t" + tablesKib
                + " kB\nHugetlbPages:\t" + hugetlbKib + " kB\n";
    }

    /** Text in the kernel's format; the name of a command may contain any character. */
    private static String stat(long minor, long major, long user, long system) {
        return "42 (a (b) c) S 1 1 1 0 -1 4194304 " + minor + " 0 " + major + " 0 " + user + " " + system
                + " 0 0 20 0 20 0 12345\n";
    }

    @Test
    void memoryIsThePeakOfTheSumWithHugetlb() {
        Tally tally = new Tally();
        tally.begin();
        tally.add(1, status(1000, 2048, 10), stat(0, 0, 0, 0));
        tally.add(2, status(500, 0, 5), stat(0, 0, 0, 0));
        tally.end();
        tally.begin();
        tally.add(1, status(1200, 0, 30), stat(0, 0, 0, 0));
        tally.end();
        assertEquals(Optional.of(Bytes.ofKiB(3548)), tally.resident());
        assertEquals(Optional.of(Bytes.ofKiB(30)), tally.pageTables());
    }

    @Test
    void countersAreTheLastSampleOfEach() {
        Tally tally = new Tally();
        tally.add(1, status(1, 0, 1), stat(10, 1, 5, 5));
        tally.add(2, status(1, 0, 1), stat(7, 0, 1, 0));
        tally.add(1, status(1, 0, 1), stat(100, 2, 20, 10));
        assertEquals(OptionalLong.of(107), tally.minorFaults());
        assertEquals(OptionalLong.of(2), tally.majorFaults());
        assertEquals(OptionalLong.of(310), tally.cpuMillis());
    }

    @Test
    void unknownIsNotZero() {
        Tally tally = new Tally();
        tally.begin();
        tally.add(1, "Name:\tjava\nState:\tZ (zombie)\n", "damaged");
        tally.add(2, "no colon", "");
        tally.end();
        assertEquals(Optional.empty(), tally.resident());
        assertEquals(OptionalLong.empty(), tally.cpuMillis());
    }

    @Test
    void timeOfChildrenIsADifference() {
        ChildTimes before = ChildTimes.parse("1 (x) S 1 1 1 0 -1 0 0 50 0 1 0 0 10 10 20 0 1 0 1")
                .orElseThrow();
        ChildTimes after = ChildTimes.parse("1 (x) S 1 1 1 0 -1 0 0 80 0 3 0 0 15 25 20 0 1 0 1")
                .orElseThrow();
        assertEquals(new ChildTimes(30, 2, 200), after.minus(before));
        assertEquals(Optional.empty(), ChildTimes.parse("1 (x) S 1"));
    }
}
