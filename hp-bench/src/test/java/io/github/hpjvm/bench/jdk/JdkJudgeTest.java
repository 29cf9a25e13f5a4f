package io.github.hpjvm.bench.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.jdk.JdkCase.Pages;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JdkJudgeTest {
    private static final Bytes HEAP = Bytes.ofMiB(64);

    private static JdkCase test(Collector gc, Pages pages) {
        return new JdkCase(gc, pages, HEAP, JdkHost.UNCHANGED);
    }

    private static Prediction predicts(PageKind kind) {
        RegionForecast heap = new RegionForecast(
                RegionName.HEAP, Optional.of(kind), Bytes.ofMiB(2), When.AT_START, "a reason", "a source");
        return new Prediction(
                VmIdentity.of(VmKind.HOTSPOT),
                Optional.of(true),
                "",
                List.of(heap),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static JdkSighting sees(PageKind kind, long residentMiB, long loggedKiB) {
        return new JdkSighting(
                Optional.of(kind), Bytes.ofMiB(residentMiB), Optional.of(Bytes.ofKiB(loggedKiB)), "", false);
    }

    private static JdkResult judge(String version, JdkCase test, PageKind predicted, JdkSighting seen) {
        return judge(version, machine("x86_64", "madvise"), test, predicted, seen);
    }

    private static JdkResult judge(
            String version, JdkMachine machine, JdkCase test, PageKind predicted, JdkSighting seen) {
        return new JdkJudge(JavaVersion.parse(version), machine).judge(test, predicts(predicted), seen);
    }

    private static JdkMachine machine(String architecture, String mode) {
        ThpPolicy thp = new ThpPolicy(mode, Optional.empty(), "madvise", Optional.of("advise"), Bytes.ofMiB(2));
        return new JdkMachine(new Kernel("6.12.0", Optional.of(architecture)), Optional.of(thp), Bytes.ofKiB(4));
    }

    @Test
    void predictedPagesAreTheSame() {
        JdkResult result = judge("21.0.8", test(Collector.G1, Pages.THP), PageKind.THP, sees(PageKind.THP, 64, 2048));
        assertEquals(Status.SAME, result.status());
        assertEquals("", result.reason());
    }

    /** JDK-8366434, of which the lab has no build. In mode always the kernel gives huge pages without the opt-in. */
    @Test
    void findsG1OnBasePages() {
        JdkResult result = judge("25.0.0", test(Collector.G1, Pages.THP), PageKind.THP, sees(PageKind.BASE, 64, 2048));
        assertEquals(Status.DIFFERENT, result.status());
        assertEquals("predicted THP, mapped BASE", result.reason());
        assertEquals(List.of("JDK-8366434"), result.bugs());
        assertEquals(
                List.of(),
                judge("25.0.2", test(Collector.G1, Pages.THP), PageKind.THP, sees(PageKind.BASE, 64, 2048))
                        .bugs());
    }

    /** JDK-8315923 shows on aarch64 only. */
    @Test
    void namesABugWhereItCanShow() {
        JdkCase test = test(Collector.SERIAL, Pages.THP);
        JdkSighting seen = sees(PageKind.BASE, 64, 2048);
        assertEquals(
                List.of("JDK-8315923"),
                judge("21.0.4", machine("aarch64", "madvise"), test, PageKind.THP, seen)
                        .bugs());
        assertEquals(
                List.of(),
                judge("21.0.4", machine("x86_64", "madvise"), test, PageKind.THP, seen)
                        .bugs());
        assertEquals(
                List.of(),
                judge("21.0.8", machine("aarch64", "madvise"), test, PageKind.THP, seen)
                        .bugs());
        assertEquals(
                List.of(),
                judge("25.0.0", machine("x86_64", "always"), test(Collector.G1, Pages.THP), PageKind.THP, seen)
                        .bugs());
    }

    @Test
    void findsAHeapThatIsNotTouched() {
        for (Pages pages : List.of(Pages.BASE, Pages.HUGETLB)) {
            JdkResult result =
                    judge("21.0.2", test(Collector.PARALLEL, pages), PageKind.BASE, sees(PageKind.BASE, 1, 4));
            assertEquals(Status.DIFFERENT, result.status());
            assertEquals("AlwaysPreTouch: 1 MiB of 64 MiB of the heap is resident", result.reason());
            assertEquals(List.of("JDK-8324817"), result.bugs());
        }
        JdkResult pool = judge(
                "21.0.2", test(Collector.PARALLEL, Pages.HUGETLB), PageKind.HUGETLB, sees(PageKind.HUGETLB, 0, 2048));
        assertEquals(Status.SAME, pool.status());
    }

    /** Measured on 21.0.13 and 25.0.5 with a pool that is too small; a bug of all releases is no difference. */
    @Test
    void knowsCollectorsThatTouchInStepsOfALargePage() {
        JdkSighting untouched = sees(PageKind.BASE, 1, 4);
        for (Collector gc : List.of(Collector.PARALLEL, Collector.SHENANDOAH)) {
            JdkResult result = judge("25.0.5", test(gc, Pages.HUGETLB), PageKind.BASE, untouched);
            assertEquals(Status.SAME, result.status());
            assertEquals(
                    "AlwaysPreTouch: 1 MiB of 64 MiB of the heap is resident, as in each update of this release",
                    result.reason());
            assertEquals(
                    Status.DIFFERENT,
                    judge("25.0.5", test(gc, Pages.BASE), PageKind.BASE, untouched)
                            .status());
        }
        assertEquals(
                Status.DIFFERENT,
                judge("25.0.5", test(Collector.G1, Pages.HUGETLB), PageKind.BASE, untouched)
                        .status());
    }

    /** Measured on 11.0.13 and 11.0.33, and not on 17.0.9 and 17.0.21. */
    @Test
    void knowsWhatNoUpdateOf11Touches() {
        JdkSighting untouched = sees(PageKind.BASE, 28, 4);
        assertEquals(
                Status.SAME,
                judge("11.0.33", test(Collector.ZGC, Pages.BASE), PageKind.BASE, untouched)
                        .status());
        assertEquals(
                Status.SAME,
                judge("11.0.33", test(Collector.G1, Pages.HUGETLB), PageKind.BASE, untouched)
                        .status());
        for (Pages pages : List.of(Pages.BASE, Pages.HUGETLB)) {
            assertEquals(
                    Status.DIFFERENT,
                    judge("17.0.9", test(Collector.ZGC, pages), PageKind.BASE, untouched)
                            .status());
            assertEquals(
                    Status.DIFFERENT,
                    judge("17.0.9", test(Collector.G1, pages), PageKind.BASE, untouched)
                            .status());
        }
        JdkResult bug = judge(
                "11.0.13",
                machine("x86_64", "never"),
                test(Collector.G1, Pages.THP),
                PageKind.BASE,
                sees(PageKind.BASE, 1, 4));
        assertEquals(List.of("JDK-8213927"), bug.bugs());
        assertEquals(Status.DIFFERENT, bug.status());
    }

    /** The log of 11 has an alignment. 17.0.9 does not read the mode of the host, and 17.0.21 does. */
    @Test
    void readsTheLogFrom17On() {
        JdkCase test = test(Collector.SERIAL, Pages.THP);
        JdkMachine never = machine("x86_64", "never");
        JdkSighting logs = sees(PageKind.BASE, 64, 2048);
        assertEquals(
                Status.SAME, judge("11.0.33", never, test, PageKind.BASE, logs).status());
        JdkResult unread = judge("17.0.9", never, test, PageKind.BASE, logs);
        assertEquals(Status.DIFFERENT, unread.status());
        assertEquals(List.of("JDK-8310233"), unread.bugs());
        assertEquals(
                List.of(), judge("17.0.21", never, test, PageKind.BASE, logs).bugs());
    }

    @Test
    void findsALogThatIsWrong() {
        JdkResult result =
                judge("21.0.8", test(Collector.SERIAL, Pages.HUGETLB), PageKind.BASE, sees(PageKind.BASE, 64, 2048));
        assertEquals(Status.DIFFERENT, result.status());
        assertEquals("the log says 2 MiB, mapped BASE", result.reason());
    }

    /** A page of 64 KiB is a base page on one host and a page of a pool on another one. */
    @Test
    void aLoggedSizeIsHugeIfItIsAboveTheBasePage() {
        for (int basePage : List.of(4, 16, 64)) {
            JdkMachine machine = new JdkMachine(
                    new Kernel("6.12.0", Optional.of("aarch64")), Optional.empty(), Bytes.ofKiB(basePage));
            JdkResult result = judge(
                    "25.0.5",
                    machine,
                    test(Collector.SERIAL, Pages.HUGETLB),
                    PageKind.BASE,
                    sees(PageKind.BASE, 64, 64));
            assertEquals(basePage == 64 ? Status.SAME : Status.DIFFERENT, result.status(), basePage + " KiB");
        }
    }

    @Test
    void unknownIsNotTheSame() {
        JdkCase test = test(Collector.G1, Pages.THP);
        assertEquals(
                Status.UNKNOWN,
                judge("21.0.8", test, PageKind.THP, JdkSighting.none("denied", false))
                        .status());
        assertEquals(
                Status.DIFFERENT,
                judge("21.0.8", test, PageKind.THP, JdkSighting.none("the JVM ended", true))
                        .status());
    }

    /** ZGC does not start with a pool that is too small for its heap. */
    @Test
    void aRefusalIsPredictedToo() {
        JdkCase test = test(Collector.ZGC, Pages.HUGETLB);
        Prediction refuses = new Prediction(
                VmIdentity.of(VmKind.HOTSPOT),
                Optional.of(false),
                "Failed to allocate initial Java heap (64M)\nmore",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        JdkJudge judge = new JdkJudge(JavaVersion.parse("21.0.8"), machine("x86_64", "madvise"));
        JdkResult ended = judge.judge(test, refuses, JdkSighting.none("the JVM ended: no heap", true));
        assertEquals(Status.SAME, ended.status());
        JdkResult starts = judge.judge(test, refuses, sees(PageKind.HUGETLB, 64, 2048));
        assertEquals(Status.DIFFERENT, starts.status());
        assertEquals(
                "the JVM starts, and the prediction is that it does not: Failed to allocate initial Java heap (64M)",
                starts.reason());
        assertEquals(
                Optional.of("the other build does not start: the JVM ended: no heap"),
                JdkJudge.difference(starts, ended));
        assertEquals(Optional.of("the JVM ended: no heap; the other build starts"), JdkJudge.difference(ended, starts));
    }

    @Test
    void comparesTwoBuilds() {
        JdkCase test = test(Collector.G1, Pages.THP);
        JdkResult one = judge("21.0.8", test, PageKind.THP, sees(PageKind.THP, 64, 2048));
        JdkResult other = judge("21.0.8", test, PageKind.THP, sees(PageKind.BASE, 64, 2048));
        assertEquals(Optional.of("mapped THP, the other build BASE"), JdkJudge.difference(one, other));
        assertEquals(Optional.empty(), JdkJudge.difference(one, one));
        JdkCase base = test(Collector.PARALLEL, Pages.BASE);
        JdkResult touched = judge("21.0.8", base, PageKind.BASE, sees(PageKind.BASE, 64, 4));
        JdkResult untouched = judge("21.0.2", base, PageKind.BASE, sees(PageKind.BASE, 1, 4));
        assertEquals(
                Optional.of("AlwaysPreTouch: 64 MiB of the heap is resident, of the other build 1 MiB"),
                JdkJudge.difference(touched, untouched));
    }

    @Test
    void theXmlOfJUnitHasEachStatus() {
        JdkCase test = test(Collector.PARALLEL, Pages.BASE);
        String xml = JdkJUnit.write(
                "a <JVM> & \"b\"\u0007",
                List.of(
                        judge("21.0.2", test, PageKind.BASE, sees(PageKind.BASE, 1, 4)),
                        judge("21.0.8", test, PageKind.BASE, sees(PageKind.BASE, 64, 4)),
                        judge("21.0.8", test, PageKind.BASE, JdkSighting.none("denied", false))));
        assertTrue(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), xml);
        assertTrue(xml.contains("name=\"a &lt;JVM&gt; &amp; &quot;b&quot;"), xml);
        assertTrue(
                xml.contains(
                        "<failure type=\"difference\" message=\"AlwaysPreTouch: 1 MiB of 64 MiB of the heap is resident (JDK-8324817)\"/>"),
                xml);
        assertTrue(xml.contains("<skipped message=\"denied\"/>"), xml);
        assertFalse(xml.contains("\u0007"), xml);
    }

    @Test
    void readsTheLogOfEachRelease() {
        assertEquals(
                Optional.of(Bytes.ofMiB(2)),
                JdkLog.heapPages(
                        "[0.006s][info][pagesize] CodeHeap 'non-nmethods': min=2496K max=5700K page_size=4K\n"
                                + "[0.010s][info][pagesize] Heap: min=64M max=64M base=0x00000000fc000000 size=64M page_size=2M\n"));
        assertEquals(
                Optional.of(Bytes.ofKiB(4)),
                JdkLog.heapPages("[0.010s][info][pagesize] Heap:  min=8M max=64M base=0x1 page_size=4K size=64M\n"));
        assertEquals(Optional.empty(), JdkLog.heapPages("[0.010s][info][pagesize] Card Table: page_size=4K\n"));
    }

    @Test
    void eachKindOfPagesHasItsSettingsOfTheHost() {
        Map<String, String> flags = Map.of("UseG1GC", "true");
        TargetJvm jvm = new TargetJvm(
                Path.of("/jdk/bin/java"), JavaVersion.parse("25.0.1"), "25.0.1", "a vendor", "a VM", flags);
        List<JdkCase> cases = JdkCase.of(jvm, Bytes.ofMiB(2), true);
        assertEquals(2 * (2 + 3 + 3 + 2), cases.size());
        assertEquals(cases.size(), cases.stream().map(JdkCase::name).distinct().count(), "names tell cases apart");
        assertTrue(cases.stream().anyMatch(it -> it.name().equals("g1 hugetlb 170m, short pool")), cases::toString);
        // The host changes once for each group.
        List<JdkHost> hosts = cases.stream().map(JdkCase::host).distinct().toList();
        assertEquals(hosts, hosts.stream().sorted().toList());
        // A heap has two huge pages or more, whatever their size.
        for (int pmd : List.of(2, 32, 512)) {
            for (JdkCase test : JdkCase.of(jvm, Bytes.ofMiB(pmd), false)) {
                assertTrue(test.heap().value() >= 2 * Bytes.ofMiB(pmd).value(), test::name);
            }
        }
    }

    private static List<String> names(String version, String... flags) {
        Map<String, String> known = new HashMap<>();
        for (String flag : flags) {
            known.put(flag, "false");
        }
        TargetJvm jvm =
                new TargetJvm(Path.of("/jdk/bin/java"), JavaVersion.parse(version), version, "a vendor", "a VM", known);
        return JdkCase.of(jvm, Bytes.ofMiB(2), false).stream()
                .map(JdkCase::name)
                .collect(Collectors.toList());
    }

    @Test
    void aBuildHasTheCasesOfItsCollectorsAndItsRelease() {
        assertEquals(
                List.of(
                        "serial base 64m",
                        "serial base 170m",
                        "serial thp 64m",
                        "serial thp 170m",
                        "serial hugetlb 64m",
                        "serial hugetlb 170m"),
                names("8", "UseSerialGC", "UseZGC"));
        List<String> newer = names("21", "UseZGC", "ZGenerational");
        assertTrue(newer.contains("zgc thp 64m") && newer.contains("zgc_generational thp 64m"), newer::toString);
        assertFalse(newer.stream().anyMatch(name -> name.contains("1g")), newer::toString);
        assertEquals(
                2,
                names("21", "UseG1GC").stream()
                        .filter(name -> name.contains("1g"))
                        .count());
        assertFalse(names("25", "UseZGC").toString().contains("generational"));
        assertTrue(test(Collector.G1, Pages.HUGETLB).arguments(22).contains("-XX:-UseTransparentHugePages"));
        assertFalse(test(Collector.G1, Pages.HUGETLB).arguments(21).contains("-XX:-UseTransparentHugePages"));
    }
}
