package io.github.hpjvm.it.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.it.kernels.Judgement.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The lab's judgement, on results of guests with 6.1 and 6.12 (smaps shortened). */
class KernelTableIT {
    private static final Path RESULTS = Path.of("src/test/resources/kernels/guest");

    private static GuestJvm jvm(String name) {
        return GuestJvm.in(RESULTS).stream()
                .filter(jvm -> jvm.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Judgement judged(String name, Boolean starts, PageKind predicted, PageKind advised) {
        return new Judgement(
                jvm(name), Optional.ofNullable(starts), Optional.ofNullable(predicted), Optional.ofNullable(advised));
    }

    @Test
    void linesAreThoseOfTheTestsOfHpCli() {
        assertEquals(
                List.of(
                        "k\thugetlb-21-z-short\thugetlb-21-z-short\t21.0.13\t-XX:TieredStopAtLevel=1 -Xms128m -Xmx128m"
                                + " -XX:+UseLargePages -XX:+UseZGC -cp . Fill 64\trefused\t\t",
                        "k\thugetlb-8-exact\thugetlb-8-exact\t8u504\t-XX:TieredStopAtLevel=1 -Xms128m -Xmx128m"
                                + " -XX:+UseLargePages -cp . Fill 64\t69632\t0\t69632",
                        "k\tmadvise\tmadvise-17-thp-pre\t17.0.19\t-XX:TieredStopAtLevel=1 -Xms192m -Xmx192m"
                                + " -XX:+UseTransparentHugePages -XX:+AlwaysPreTouch -cp . Fill 1\t196608\t194560\t0",
                        "k\tshmem\tshmem-17-z-thp\t17.0.19\t-XX:TieredStopAtLevel=1 -Xms192m -Xmx192m"
                                + " -XX:+UseTransparentHugePages -XX:+UseZGC -cp . Fill 96\t280576\t280576\t0"),
                GuestJvm.in(RESULTS).stream()
                        .map(jvm -> jvm.line("k").orElseThrow())
                        .toList());
        assertEquals(OptionalLong.of(653), jvm("madvise-17-thp-pre").pid());
    }

    @Test
    void comparesAnswersWithTheTruth() {
        Judgement right = judged("madvise-17-thp-pre", true, PageKind.THP, PageKind.THP);
        assertEquals(List.of(Verdict.RIGHT, Verdict.RIGHT), List.of(right.prediction(), right.advice()));
        assertEquals("thp", right.cell());
        Judgement wrong = judged("hugetlb-8-exact", true, PageKind.BASE, null);
        assertEquals(List.of(Verdict.WRONG, Verdict.UNKNOWN), List.of(wrong.prediction(), wrong.advice()));
        assertEquals("hugetlb p! base a?", wrong.cell());
    }

    @Test
    void comparesRefusals() {
        assertEquals("refuses", judged("hugetlb-21-z-short", false, null, null).cell());
        assertEquals(
                "refuses p! hugetlb",
                judged("hugetlb-21-z-short", true, PageKind.HUGETLB, null).cell());
        assertEquals(
                "refuses p?", judged("hugetlb-21-z-short", null, null, null).cell());
        assertEquals(
                "thp p! refuses",
                judged("madvise-17-thp-pre", false, null, PageKind.THP).cell());
    }

    @Test
    void guestsThatDidNotBootAreInTheTable() {
        KernelTable table = new KernelTable();
        table.add(
                "6.1-amd64",
                "finished",
                List.of(
                        judged("madvise-17-thp-pre", true, PageKind.THP, PageKind.THP),
                        judged("hugetlb-8-exact", true, PageKind.BASE, PageKind.HUGETLB)));
        table.add("7.2-amd64", "did not boot", List.of());
        assertEquals("""
                heap of             6.1-amd64        7.2-amd64
                madvise-17-thp-pre  thp              -
                hugetlb-8-exact     hugetlb p! base  -

                p predict, a advise, ? unknown, ! wrong (what it said follows)
                6.1-amd64: finished, 2 JVMs
                7.2-amd64: did not boot, 0 JVMs
                """, table.toString());
        assertEquals(
                List.of("6.1-amd64 hugetlb-8-exact: hugetlb p! base"),
                table.with(Verdict.WRONG, Judgement::prediction));
        assertEquals(2, table.measured());
    }
}
