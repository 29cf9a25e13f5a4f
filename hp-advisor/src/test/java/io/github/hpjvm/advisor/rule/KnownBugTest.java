package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.version;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownBugTest {
    private static final String ID = "HP-701";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void g1Of2500DoesNotOptIn() {
        Outcome.Finding finding =
                Judged.by(ID, host(), version(g1(25, THP), "25+36")).finds(WARNING);
        assertTrue(finding.summary().contains("JDK-8366434"), finding.summary());
        assertEquals(List.of(new ChangeJdk(List.of("25.0.1", "26"))), finding.actions());
        Judged.by(ID, host(), version(g1(25, THP), "25.0.1+8")).passes();
        Judged.by(ID, thp("always", "-", "never"), version(g1(25, THP), "25+36"))
                .passes();
        Judged.by(ID, host(), version(jvm(25, Collector.PARALLEL, Bytes.ofGiB(1), THP), "25+36"))
                .passes();
        Judged.by(ID, host(), version(g1(25), "25+36")).passes();
    }

    @Test
    void bugsWithoutTheirSymptomAreNotReported() {
        Jvm huge = heap(version(g1(25, THP), "25+36"), on(PageKind.THP, Bytes.ofGiB(1)));
        Judged.by(ID, host(), huge).passes();
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.12, false",
        "18.0.2,  false",
        "19,      true",
        "20.0.2,  true",
        "21,      true",
        "21.0.4,  true",
        "21.0.5,  false",
        "22,      false"
    })
    void pretouchSplitsHugePagesOnAarch64(String version, boolean hit) {
        Jvm jvm = version(g1(21, THP, PRETOUCH), version);
        Judged judged = Judged.by(ID, aarch64(), jvm);
        if (hit) {
            judged.finds(WARNING);
        } else {
            judged.passes();
        }
        Judged.by(ID, host(), jvm).passes();
    }

    @Test
    void anOlderKernelTellsTheArchitectureInCpuinfo() {
        Host host = with(
                with(aarch64(), "kernel", known(new Kernel("5.10.0", Optional.empty()), "/proc/sys/kernel/osrelease")),
                "cpu",
                known(
                        new Cpu(
                                Optional.of("implementer 0x41, part 0xd0c"),
                                Optional.of(2L),
                                List.of(),
                                Optional.empty()),
                        "/proc/cpuinfo"));
        Judged old = Judged.by(ID, host, version(g1(21, THP, PRETOUCH), "21.0.2"));
        // MADV_POPULATE_WRITE came with 5.14: on this kernel no release has the fix.
        assertEquals(List.of(new JvmFlag(List.of(), List.of(PRETOUCH))), old.actions(WARNING));
        assertTrue(old.finds(WARNING).explanation().contains("since 5.14"), old::toString);
    }

    /** Each rule that adds AlwaysPreTouch elsewhere. */
    @ParameterizedTest
    @CsvSource({
        "18.0.2, 6.12.1, true",
        "20.0.2, 6.12.1, false",
        "21.0.4, 6.12.1, false",
        "21.0.5, 6.12.1, true",
        "21.0.5, 5.10.0, false",
        "25.0.1, 5.10.0, false",
        "25.0.1, 5.14.0, true",
        "17.0.9, 5.10.0, true"
    })
    void noRuleAddsPretouchWhereItSplitsHugePages(String version, String kernel, boolean advised) {
        Host host = with(
                free(counted(aarch64(), 4000, 2800), 20),
                "kernel",
                known(new Kernel(kernel, Optional.of("aarch64")), "/proc/sys/kernel/osrelease"));
        Jvm untouched =
                version(heap(g1(21, THP, "-Xms1g"), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(300))), version);
        Jvm base = version(heap(g1(21, THP, "-Xms1g"), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(300))), version);
        assertEquals(
                advised,
                Judged.by("HP-204", host, untouched).finds(WARNING).actions().stream()
                        .anyMatch(action -> action.flags().isPresent()));
        assertEquals(
                advised,
                Judged.by("HP-102", free(host, 2000), base).finds(WARNING).actions().stream()
                        .anyMatch(action -> action.flags().isPresent()));
        if (advised) {
            Judged.by("HP-404", host, untouched).finds(INFO);
        } else {
            Judged.by("HP-404", host, untouched).doesNotApply("JDK-8315923");
        }
    }

    private static Host aarch64() {
        return with(
                host(), "kernel", known(new Kernel("6.12.1", Optional.of("aarch64")), "/proc/sys/kernel/osrelease"));
    }

    /** Measured: G1 of 11.0.13 touches 33 of 288 MiB where the kernel gives no huge page, 11.0.33 all. */
    @Test
    void g1Of11TouchesOnePageOfEachHugeOne() {
        Jvm untouched = heap(g1(11, THP, PRETOUCH, "-Xms1g"), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(70)));
        Judged.by(ID, host(), version(untouched, "11.0.22")).finds(WARNING);
        Judged.by(ID, host(), version(untouched, "11.0.23")).passes();
    }

    @Test
    void kernelsBefore410() {
        Host old = kernel(host(), "3.10.0-1160.el7.x86_64");
        Judged.by(ID, old, version(g1(21, THP), "21.0.4")).finds(WARNING);
        Judged.by(ID, old, version(g1(21, THP), "21.0.5")).passes();
        Judged.by(ID, old, version(g1(17, THP), "17.0.21")).finds(WARNING);
        Judged.by(ID, old, version(g1(17, THP), "17.0.9")).passes();
        Judged.by(ID, host(), version(g1(21, THP), "21.0.4")).passes();
    }

    @Test
    void aCdsDumpReservesThreeGib() {
        String large = "-XX:+UseLargePages";
        Judged.by(ID, host(), version(g1(21, large, "-Xshare:dump"), "21.0.13")).finds(INFO);
        Judged.by(ID, host(), version(g1(21, large), "21.0.13")).passes();
        Judged.by(ID, host(), version(g1(25, large, "-Xshare:dump"), "25.0.5")).passes();
    }

    @Test
    void pretouchHasNoEffectForParallel() {
        Jvm parallel = jvm(21, Collector.PARALLEL, Bytes.ofGiB(1), PRETOUCH, "-Xms1g");
        Jvm untouched = heap(parallel, on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(30)));
        Judged.by(ID, host(), version(untouched, "21.0.2")).finds(INFO);
        Judged.by(ID, host(), version(untouched, "21.0.3")).passes();
        Judged.by(ID, host(), version(parallel, "21.0.2")).passes();
    }

    @Test
    void olderReleasesAssumeTheDefaultPoolSize() {
        Host gigantic = with(host(), "memory", memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        Judged.by(ID, gigantic, g1(11, THP)).finds(INFO);
        Judged.by(ID, host(), g1(11, THP)).passes();
        Judged.by(ID, gigantic, version(g1(17, THP), "17.0.9")).finds(INFO);
        Judged.by(ID, gigantic, version(g1(17, THP), "17.0.10")).passes();
        Judged.by(ID, gigantic, version(g1(21, THP), "21")).finds(INFO);
        Judged.by(ID, gigantic, version(g1(21, THP), "21.0.1")).passes();
    }

    @Test
    void rowsNameReleasesWithoutTheBug() {
        for (KnownBugs.Bug bug : KnownBugs.all()) {
            assertTrue(bug.number().matches("JDK-\\d{7}"), bug.toString());
            assertTrue(bug.settled().matches(".*(measured|pull request|tag jdk-|lines ended).*"), bug.settled());
            for (String fixed : bug.fixed()) {
                JavaVersion version = JavaVersion.parse(fixed);
                assertTrue(
                        version.compareTo(bug.first()) > 0
                                || version.feature() > bug.last().feature(),
                        bug.toString());
                assertTrue(
                        KnownBugs.of(version, bug.collector()).stream()
                                .noneMatch(other -> other.number().equals(bug.number())),
                        bug + " is said to be fixed in " + fixed);
            }
        }
    }
}
