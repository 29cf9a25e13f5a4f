package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThpNotGrantedTest {
    private static final String ID = "HP-102";
    private static final String ASKED = "-XX:+UseTransparentHugePages";
    private static final String FOLDER = "/sys/kernel/mm/transparent_hugepage/";

    /** It disables the flag in mode never (JDK-8310233). */
    private static final String CHECKS = "17.0.10+7";

    private static final Jvm REFUSED = JvmSamples.version(g1(17, ASKED), CHECKS);

    private static final Action WHOLE = new JvmFlag(List.of("-Xms1024m", "-XX:+AlwaysPreTouch"), List.of());

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutRequest() {
        judged(thp("never", "never", "never"), g1(17)).doesNotApply("not requested");
        judged(thp("never", "never", "never"), g1(17, "-XX:+UseLargePages")).doesNotApply("not requested");
    }

    @Test
    void leavesZgcToAnotherRule() {
        for (Collector z : List.of(Collector.ZGC, Collector.ZGC_GENERATIONAL)) {
            judged(thp("never", "never", "never"), JvmSamples.jvm(21, z, Bytes.ofGiB(1), ASKED))
                    .doesNotApply("ZGC");
        }
    }

    @Test
    void observedPagesDecide() {
        Jvm granted = heap(REFUSED, on(PageKind.THP, Bytes.ofGiB(1)));
        judged(thp("never", "never", "never"), granted).passes();
        judged(with(host(), "thp", denied("/sys")), granted).passes();
    }

    /** Shenandoah opts in for its initial heap only, so the plan makes it the whole heap. */
    @Test
    void aGrowingShenandoahHeapGetsEqualSizes() {
        Jvm small = heap(
                JvmSamples.jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(1), ASKED, "-Xms64m"),
                on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(300)));
        assertEquals(
                List.of(
                        new KernelFile(Path.of(FOLDER + "enabled"), "madvise", "never", ""),
                        new JvmFlag(List.of("-Xms1024m"), List.of("-Xms64m"))),
                judged(thp("never", "-", "never"), small).actions(WARNING));
        judged(thp("madvise", "-", "never"), small).doesNotApply("another rule");
        Jvm whole = JvmSamples.told(small, ASKED, "-Xms1g", "-Xmx1g");
        judged(thp("madvise", "-", "never"), whole).finds(WARNING);
    }

    @Test
    void doesNotApplyToAnUntouchedHeap() {
        judged(thp("never", "never", "-"), heap(REFUSED, on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ZERO)))
                .doesNotApply("resident");
    }

    /** The files to be written, each as {@code name=value<was}, and a restart behind them. */
    @ParameterizedTest
    @CsvSource({
        "never,   -,       enabled=madvise<never",
        "never,   inherit, enabled=madvise<never",
        "never,   never,   enabled=madvise<never hugepages-2048kB/enabled=inherit<never",
        "madvise, never,   hugepages-2048kB/enabled=inherit<never",
        "always,  never,   hugepages-2048kB/enabled=inherit<never",
        "never,   madvise, enabled=madvise<never"
    })
    void changesOnlyFilesThatDenyHugePages(String enabled, String perSize, String files) {
        List<Action> expected = new ArrayList<>();
        for (String file : files.split(" ")) {
            String[] parts = file.split("[=<]");
            expected.add(new KernelFile(Path.of(FOLDER + parts[0]), parts[1], parts[2], ""));
        }
        expected.add(new RestartJvm());
        Judged judged = judged(thp(enabled, perSize, "never"), REFUSED);
        assertEquals(expected, judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).summary().contains("enabled is " + enabled));
    }

    @ParameterizedTest
    @CsvSource({"madvise, -", "madvise, inherit", "madvise, madvise", "madvise, always", "always, madvise"})
    void explainsMissingPagesByMemory(String enabled, String perSize) {
        Jvm partly = heap(REFUSED, partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400)));
        Judged judged = judged(thp(enabled, perSize, "never"), partly);
        assertEquals(List.of(WHOLE), judged.actions(WARNING));
        Outcome.Finding finding = judged.finds(WARNING);
        assertTrue(finding.summary().contains("624 MiB of 1 GiB"), finding.summary());
        assertTrue(finding.explanation().contains("defrag is madvise"), finding.explanation());
    }

    /** HP-602 advises the mode never for 512 MiB and a mode for 2 MiB: the host then does not disable huge pages. */
    @Test
    void smallerSizesAreNotDisabled() {
        Host host =
                FactsSamples.khugepaged(thp("madvise", "never", "never"), Map.of(), FactsSamples.size(64, "madvise"));
        Judged judged = judged(host, REFUSED);
        assertEquals(List.of(new RestartJvm()), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("enables transparent huge pages of 64 KiB"));
        Host none = FactsSamples.khugepaged(thp("madvise", "never", "never"), Map.of(), FactsSamples.size(64, "never"));
        assertTrue(judged(none, REFUSED).finds(WARNING).summary().contains("the host disables them"));
    }

    /** JDK-8319969: 22 and newer advise only where the global mode is madvise. */
    @Test
    void sizesForAdvisedMemoryNeedAJvmThatAdvises() {
        Host host =
                FactsSamples.khugepaged(thp("always", "never", "never"), Map.of(), FactsSamples.size(64, "madvise"));
        assertEquals(List.of(new RestartJvm()), judged(host, REFUSED).actions(WARNING));
        Judged newer = judged(host, JvmSamples.version(REFUSED, "25.0.5"));
        assertEquals(
                List.of(
                        new KernelFile(
                                Path.of(FOLDER + "enabled"),
                                "madvise",
                                "always",
                                "memory of other processes that does not opt in gets no huge pages"),
                        new RestartJvm()),
                newer.actions(WARNING));
        String why = newer.finds(WARNING).explanation();
        assertTrue(why.contains("64 KiB for memory that opts in") && why.contains("JDK-8319969"), why);
        Host forAll =
                FactsSamples.khugepaged(thp("always", "never", "never"), Map.of(), FactsSamples.size(64, "always"));
        assertEquals(
                List.of(new RestartJvm()),
                judged(forAll, JvmSamples.version(REFUSED, "25.0.5")).actions(WARNING));
    }

    /** Seen with Parallel of 21, -Xms128m -Xmx256m: 79 % of the heap huge, and still so with AlwaysPreTouch. */
    @Test
    void advisesOptInForAGrowingHeap() {
        Jvm partly = heap(REFUSED, partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400)));
        Judged judged = judged(thp("never", "always", "never"), partly);
        assertEquals(
                List.of(new KernelFile(Path.of(FOLDER + "enabled"), "madvise", "never", ""), new RestartJvm()),
                judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("disabled the flag"));
    }

    /** Older versions do not read the global mode: the kernel gave them pages, so the host does not disable them. */
    @Test
    void theGlobalModeAloneDisablesNothingForOlderReleases() {
        for (String version : List.of("1.8.0_442", "11.0.2", "17.0.9", "20.0.2", "21")) {
            Jvm older = JvmSamples.version(g1(17, ASKED), version);
            Jvm partly = heap(older, partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400)));
            Judged judged = judged(thp("never", "madvise", "never"), partly);
            assertTrue(judged.finds(WARNING).summary().contains("624 MiB of 1 GiB"), judged::toString);
        }
        Judged read = judged(
                thp("never", "madvise", "never"),
                heap(REFUSED, partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400))));
        assertTrue(read.finds(WARNING).summary().contains("the host disables them"), read::toString);
    }

    @Test
    void explainsMissingPagesOfACommittedHeapByMemory() {
        Jvm partly = heap(g1(11, ASKED), partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400)));
        Judged judged = judged(thp("never", "always", "never"), partly);
        assertTrue(judged.finds(WARNING).explanation().contains("no free block"), judged::toString);
    }

    /** With defrag=madvise the kernel compacts for memory that opts in. 17 does not in mode never, 22 and newer in always. */
    @Test
    void aHeapThatDoesNotOptInIsNotCompactedFor() {
        KernelFile fromNever = new KernelFile(Path.of(FOLDER + "enabled"), "madvise", "never", "");
        KernelFile fromAlways = new KernelFile(
                Path.of(FOLDER + "enabled"),
                "madvise",
                "always",
                "memory of other processes that does not opt in gets no huge pages");
        Judged never = judged(
                thp("never", "always", "never"),
                heap(
                        JvmSamples.version(g1(17, ASKED, "-Xms1g"), CHECKS),
                        partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400))));
        Judged always = judged(
                thp("always", "-", "never"),
                heap(g1(25, ASKED, "-Xms1g"), partly(PageKind.THP, Bytes.ofMiB(624), Bytes.ofMiB(400))));
        for (Judged judged : List.of(never, always)) {
            assertTrue(judged.finds(WARNING).explanation().contains("does not opt in"), judged::toString);
            assertFalse(judged.finds(WARNING).explanation().contains("after compaction"), judged::toString);
        }
        assertEquals(fromNever, never.actions(WARNING).get(0));
        assertEquals(fromAlways, always.actions(WARNING).get(0));
    }

    /** AlwaysPreTouch touches the initial heap only. */
    @Test
    void pretouchIsAdvisedForAWholeHeapOnly() {
        Action pretouch = new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of());
        assertEquals(List.of(pretouch), judged(host(), g1(17, ASKED, "-Xms1g")).actions(WARNING));
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of("-XX:-AlwaysPreTouch"))),
                judged(host(), g1(17, ASKED, "-Xms1g", "-XX:+AlwaysPreTouch", "-XX:-AlwaysPreTouch"))
                        .actions(WARNING));
        assertEquals(
                List.of(WHOLE),
                judged(host(), g1(17, ASKED, "-XX:+AlwaysPreTouch")).actions(WARNING));
        Jvm partly = heap(REFUSED, partly(PageKind.THP, Bytes.ofMiB(100), Bytes.ofMiB(100)));
        Host full = host().withMemory(FactsSamples.memory(Bytes.ofGiB(1), Bytes.ofMiB(2)));
        assertEquals(List.of(new RestartJvm()), judged(full, partly).actions(WARNING));
    }

    /** 300 MiB of a maximum of 1 GiB: with AlwaysPreTouch all of it would be resident. */
    @Test
    void aHeapThatCanStaySmallerIsNotTouched() {
        Jvm small = heap(
                g1(21, ASKED),
                new Backing(
                        Bytes.ofGiB(1),
                        partly(PageKind.THP, Bytes.ofMiB(100), Bytes.ofMiB(200)).pages()));
        Judged judged = judged(FactsSamples.free(host(), 2000), small);
        assertEquals(List.of(new RestartJvm()), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("can stay smaller"), judged::toString);
        assertFalse(judged.finds(WARNING).expectedEffect().contains("AlwaysPreTouch"), judged::toString);
    }

    /** A fixed heap that is touched at the start needs the same room as one that grows. */
    @Test
    void pretouchIsAdvisedOnlyIfTheHeapFits() {
        Jvm fixed = heap(g1(17, ASKED, "-Xms1g"), partly(PageKind.THP, Bytes.ofMiB(100), Bytes.ofMiB(100)));
        Judged crowded = judged(host(), JvmSamples.memoryLimit(fixed, 1600, 1500));
        assertEquals(List.of(), crowded.actions(WARNING));
        String text = crowded.finds(WARNING).explanation();
        assertTrue(text.endsWith(" The whole heap does not fit into the remaining memory."), text);
        assertFalse(crowded.finds(WARNING).expectedEffect().contains("AlwaysPreTouch"), crowded::toString);
        Judged hidden = judged(host(), JvmSamples.hiddenLimits(fixed));
        assertEquals(List.of(), hidden.actions(WARNING));
        assertTrue(hidden.finds(WARNING).explanation().endsWith("Unknown: memory limits."), hidden::toString);
    }

    /** What was tried without effect is not advised again. */
    @Test
    void namesTheCauseThatIsLeftAfterPretouch() {
        Jvm tried = g1(17, ASKED, "-Xms1g", "-XX:+AlwaysPreTouch");
        assertEquals(List.of(), judged(host(), tried).actions(WARNING));

        Judged scarce = judged(FactsSamples.free(host(), 511), tried);
        assertEquals(List.of(), scarce.actions(WARNING));
        String explanation = scarce.finds(WARNING).explanation();
        assertTrue(explanation.contains("memory is fragmented. Now 511 blocks"), explanation);
        assertTrue(explanation.contains("AlwaysPreTouch is set, and did not change that"), explanation);

        Judged enough = judged(FactsSamples.free(host(), 512), tried);
        assertEquals(List.of(new RestartJvm()), enough.actions(WARNING));
        assertTrue(enough.finds(WARNING).expectedEffect().contains("Enough are free"), enough::toString);

        Judged untried = judged(FactsSamples.free(host(), 511), REFUSED);
        assertEquals(List.of(), untried.actions(WARNING));
        assertTrue(untried.finds(WARNING).explanation().contains("AlwaysPreTouch does not change that"));
    }

    @Test
    void leavesAnExcludedProcessToAnotherRule() {
        Jvm denied = with(
                REFUSED,
                "status",
                known(new ProcStatus(Map.of("Name", "java", "THP_enabled", "0")), "/proc/4242/status"));
        judged(host(), denied).doesNotApply("excludes this process");
    }

    /** The value of defrag, its new value, and a phrase of the cause. */
    @ParameterizedTest
    @CsvSource({
        "never, madvise, does not compact memory",
        "defer, defer+madvise, kcompactd",
        "madvise, -, after compaction",
        "defer+madvise, -, after compaction",
        "always, -, after compaction"
    })
    void explainsMissingPagesByDefrag(String defrag, String changed, String because) {
        Host host = with(
                host(),
                "thp",
                known(
                        with(FactsSamples.policy("madvise", "inherit", "never"), "defrag", defrag),
                        "/sys/kernel/mm/transparent_hugepage"));
        Judged judged = judged(host, REFUSED);
        assertTrue(judged.finds(WARNING).explanation().contains(because), judged.toString());
        List<Action> expected = new ArrayList<>();
        if (!changed.equals("-")) {
            expected.add(new KernelFile(
                    Path.of(FOLDER + "defrag"),
                    changed,
                    defrag,
                    "page faults of memory that opts in can stall in compaction"));
        }
        expected.add(WHOLE);
        assertEquals(expected, judged.actions(WARNING));
    }

    @Test
    void missingFactsAreNamed() {
        judged(host(), with(REFUSED, "identity", denied("/tmp"))).needs("VM", Reason.DENIED);
        judged(host(), with(REFUSED, "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(host(), JvmSamples.heapDenied(REFUSED)).needs("heap", Reason.DENIED);
        judged(with(host(), "thp", denied("/sys")), REFUSED).needs("THP policy", Reason.DENIED);
        judged(host(), heap(REFUSED, JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))))
                .needs("pages that back the heap", Reason.NOT_SUPPORTED);
        judged(thp("never", "never", "-"), heap(REFUSED, JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))))
                .needs("pages that back the heap", Reason.NOT_SUPPORTED);
    }

    /** {@code --exact} reads smaps where the reads of pagemap are used up. */
    @Test
    void aSampleOfTooManyMappingsIsReadFromSmaps() {
        Bytes gib = Bytes.ofGiB(1);
        Pages half = new Pages(PageKind.THP, Bytes.ofMiB(2), Bytes.ZERO, gib);
        Pages rest = new Pages(PageKind.BASE, Bytes.ofKiB(4), Bytes.ZERO, gib);
        Backing sample = new Backing(
                gib, gib, gib, gib, List.of(half, rest), Optional.of(new Backing.Sampled(gib, Bytes.ofMiB(512))));
        Region seen = heap(REFUSED, sample).region(RegionName.HEAP);
        for (String excerpt : List.of("", Backing.Sampled.OF_TOO_MANY_READS)) {
            Fact<Backing> backing = Fact.known(sample, Source.of("/proc/4242/pagemap", excerpt));
            Region region = new Region(RegionName.HEAP, seen.location(), backing, Optional.empty(), Optional.empty());
            Judged judged = judged(host(), with(REFUSED, "regions", List.of(region)));
            judged.needs("pages that back the heap", Reason.SKIPPED);
            Missing missing = ((Outcome.Unknown) judged.outcome()).missing();
            assertEquals(
                    !excerpt.isEmpty(), missing.grant().contains("--exact, which reads smaps"), missing.toString());
            assertEquals(!excerpt.isEmpty(), missing.source().contains("four times the memory"), missing.toString());
        }
    }

    /** SapMachine 25 requests pages by a default that depends on the host. No right makes that readable. */
    @Test
    void theDefaultOfABuildIsNoMissingRight() {
        Jvm sap = g1(25);
        VmIdentity identity = with(sap.identity().known().orElseThrow(), "vendor", "SAP SE");
        Judged judged = judged(host(), with(sap, "identity", known(identity, "/tmp/hsperfdata_shop/4242")));
        judged.needs("requested pages", Reason.NOT_PRESENT);
        Missing missing = ((Outcome.Unknown) judged.outcome()).missing();
        assertTrue(missing.source().contains("builds of SAP SE"), missing.toString());
        assertTrue(missing.grant().contains("-XX:-UseLargePages"), missing.toString());
    }

    /** Only kpageflags shows sizes below the PMD size, and it needs a capability. */
    @Test
    void hiddenSmallerSizesNameTheirRight() {
        Backing hidden = on(PageKind.BASE, Bytes.ofGiB(1))
                .withSmallThp(List.of(new Pages(PageKind.THP, Bytes.ofKiB(64), Bytes.ZERO, Bytes.ofGiB(1))));
        Judged judged = judged(host(), heap(REFUSED, hidden));
        judged.needs("pages that back the heap", Reason.DENIED);
        assertEquals(
                "/proc/kpageflags",
                ((Outcome.Unknown) judged.outcome()).missing().source());
    }
}
