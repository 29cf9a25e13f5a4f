package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of each JVM on a host that has the pages that its variants need. */
class EvidenceIT {
    /** Measured pages of 2 MiB for a G1 heap of 1 GiB with everything on huge pages: at least and at most. */
    private static final Map<Integer, List<Long>> BILL = Map.of(
            8, List.of(668L, 671L),
            11, List.of(651L, 653L),
            17, List.of(651L, 651L),
            21, List.of(642L, 642L),
            25, List.of(643L, 643L),
            26, List.of(644L, 644L),
            27, List.of(644L, 644L),
            28, List.of(644L, 644L));

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    private static void assertRealised(Run run, String kind) {
        assertEquals("OK", run.status(), () -> run.variant() + ": " + run.node());
        assertTrue(run.realised(), () -> run.variant() + ": " + run.reason());
        assertEquals(kind, run.kind(), run::variant);
    }

    @Tag("jdks")
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {8, 11, 17, 21, 25, 26, 27, 28})
    void eachVariantGetsItsPagesOnAProvisionedHost(int feature) throws IOException {
        Needs.root();
        if (feature > 25 || feature == 11 || feature == 21) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        HostState before = HostState.now();
        Measured measured = bench().measure("--provision", "--jvm", jdk.home());
        assertEquals(before, HostState.now());
        assertRealised(measured.run("baseline"), "BASE");
        assertRealised(measured.run("baseline'"), "BASE");
        assertRealised(measured.run("thp"), "THP");
        assertRealised(measured.run("hugetlb"), "HUGETLB");
        assertTrue(measured.run("baseline").coverage() < 0.01);
        assertTrue(measured.run("thp").coverage() > 0.95);
        assertEquals(1, measured.run("hugetlb").coverage(), 0.001);
        assertEquals("", measured.run("hugetlb").notes(), "nothing fell back with the whole bill reserved");
        assertEquals(feature, measured.results().root().at("/jvm/release").asInt());
        for (String variant : List.of("baseline", "thp", "hugetlb")) {
            String log =
                    Files.readString(bench().forks().file(1, variant, ".log").orElseThrow());
            assertFalse(
                    log.contains("unrecognized"), "a JVM that does not know JMH's blackholes measures nothing: " + log);
        }
        long reserved = measured.ended().errLines().stream()
                .filter(line -> line.startsWith("changed") && line.contains("nr_hugepages: set to "))
                .map(line -> Long.parseLong(line.replaceFirst(".*: set to (\\d+) .*", "$1")))
                .findFirst()
                .orElseThrow(() -> new AssertionError(measured.ended().err()));
        assertTrue(
                BILL.get(feature).get(0) <= reserved
                        && reserved <= BILL.get(feature).get(1),
                "reserved " + reserved + " pages");
    }

    @Tag("jdks")
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {8, 11, 17, 21})
    void useHugeTlbFsWorksWhereItExists(int feature) {
        if (feature > 8) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        HOST.pool(BILL.get(feature).get(1));
        Measured measured = bench().measure("--variants", "hugetlbfs", "--jvm", jdk.home());
        assertRealised(measured.run("hugetlbfs"), "HUGETLB");
        assertTrue(measured.run("hugetlbfs").jvmArgs().contains("-XX:+UseHugeTLBFS"));
    }

    @Test
    void baselineHasNoSmallerHugePages() throws IOException {
        Needs.root();
        Path word = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled");
        Needs.that(Files.isWritable(word), "a kernel with a policy for 64 KiB pages");
        String choices = Files.readString(word);
        String before = choices.substring(choices.indexOf('[') + 1, choices.indexOf(']'));
        Files.writeString(word, "always");
        try {
            Run baseline = bench().measure("--variants", "baseline").run("baseline");
            assertRealised(baseline, "BASE");
            assertTrue(baseline.notes().contains("PR_SET_THP_DISABLE"), baseline.notes());
        } finally {
            Files.writeString(word, before);
        }
    }

    @Tag("jdks")
    @Test
    void useHugeTlbFsIsNotTriedWhereItIsRemoved() {
        Jdk jdk = Needs.jdk(25);
        Measured measured = bench().measure("--variants", "hugetlbfs", "--jvm", jdk.home());
        Run run = measured.run("hugetlbfs");
        assertEquals("NOT_STARTED", run.status());
        assertFalse(run.realised());
        assertTrue(run.reason().contains("UseHugeTLBFS"), run.reason());
        assertEquals(
                "NOT_REALISED",
                measured.results().comparison("hugetlbfs").get("verdict").asText());
        assertTrue(measured.results().comparison("hugetlbfs").get("ratio").isNull());
        assertRealised(measured.run("baseline"), "BASE");
    }

    /** Returns a JDK whose bill is exact. */
    private static Jdk exact() {
        return Jdks.of(21).or(() -> Jdks.of(17)).orElseGet(() -> Needs.jdk(21));
    }

    private Measured hugetlbWithPool(long pages) {
        HOST.pool(pages);
        return bench().measure("--variants", "hugetlb", "--jvm", exact().home());
    }

    @Tag("jdks")
    @Test
    void poolOfThePredictedSizeBacksAllRegions() {
        Needs.lab();
        Run run = hugetlbWithPool(BILL.get(exact().feature()).get(1)).run("hugetlb");
        assertRealised(run, "HUGETLB");
        assertEquals("", run.notes());
    }

    @Tag("jdks")
    @Test
    void onePageLessLeavesACollectorTableOnBasePages() {
        Run run = hugetlbWithPool(BILL.get(exact().feature()).get(1) - 1).run("hugetlb");
        assertRealised(run, "HUGETLB");
        assertTrue(run.notes().contains("outside the heap"), () -> "notes: " + run.notes());
    }

    @Tag("jdks")
    @Test
    void onePageTooFewForTheHeapGivesNone() {
        long bill = BILL.get(exact().feature()).get(1);
        Measured measured = hugetlbWithPool(631);
        Run run = measured.run("hugetlb");
        assertEquals("OK", run.status());
        assertFalse(run.realised());
        assertEquals("BASE", run.kind());
        assertEquals(0, run.coverage());
        assertTrue(run.reason().contains("631"), run.reason());
        assertTrue(run.reason().contains(Long.toString(bill)), run.reason());
        assertEquals("sudo sysctl -w vm.nr_hugepages=" + bill, run.fix().orElseThrow());
        assertTrue(
                measured.ended().out().contains(run.fix().get()),
                measured.ended().out());
    }
}
