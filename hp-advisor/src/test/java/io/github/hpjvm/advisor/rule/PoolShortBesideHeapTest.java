package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** JDK 17 with G1 and 256 MiB of heap takes 252 pages: 120 of code, 128 of heap, and two bitmaps of 2. Observed. */
class PoolShortBesideHeapTest {
    private static final String ID = "HP-303";
    private static final String LARGE = "-XX:+UseLargePages";
    private static final Bytes HEAP = Bytes.ofMiB(256);

    /** The JVM with code and heap on the pool, and with that many pages of it mapped. */
    private static Jvm mapped(Collector gc, long pages) {
        Jvm jvm = jvm(17, gc, HEAP, LARGE, "-Xmx256m");
        Jvm onPool = code(heap(jvm, on(PageKind.HUGETLB, HEAP)), on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        Bytes size = Bytes.ofMiB(2).times(pages);
        return with(onPool, "hugetlb", Optional.of(List.of(new HugetlbUse(Bytes.ofMiB(2), size, size, Bytes.ZERO))));
    }

    private static Jvm unread(Jvm jvm) {
        return with(jvm, "hugetlb", Optional.empty());
    }

    private static Jvm tables(Jvm jvm, PageKind kind) {
        return located(jvm, RegionName.GC, on(kind, Bytes.ofMiB(8)));
    }

    private static Jvm mixedTables(Jvm jvm) {
        return located(jvm, RegionName.GC, partly(PageKind.HUGETLB, Bytes.ofMiB(4), Bytes.ofMiB(5)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void anotherRuleJudgesAHeapWithoutPages() {
        Judged.by(ID, pool(251, 131, 0), jvm(17, Collector.G1, HEAP)).doesNotApply("not requested");
        Judged.by(ID, pool(251, 131, 0), jvm(17, Collector.G1, HEAP, LARGE)).doesNotApply("does not back the heap");
    }

    @Test
    void passesAJvmWithAllItsPages() {
        Judged.by(ID, pool(252, 0, 0), mixedTables(mapped(Collector.G1, 252))).passes();
        Judged.by(ID, pool(252, 0, 0), tables(unread(mapped(Collector.G1, 252)), PageKind.HUGETLB))
                .passes();
    }

    /** The pool of 251 pages: one bitmap has its 2 pages, and the other has none, so that one page is left. */
    @Test
    void namesTheRegionWhoseTableHasNoPages() {
        Outcome.Finding finding = Judged.by(ID, pool(251, 1, 0), mixedTables(mapped(Collector.G1, 250)))
                .finds(INFO);
        assertEquals(
                "A part of gc is on base pages: the pool of 2 MiB pages gave the JVM 250 of 252 pages",
                finding.summary());
        assertTrue(
                finding.explanation()
                        .contains("gc requests 4 pages. Now 1 of the pool's 251 pages are available, and 1"
                                + " more is needed."),
                finding.explanation());
        assertEquals(
                List.of(
                        new Sysctl("vm.nr_hugepages", "252", "251", "2 MiB more memory for the pool"),
                        new RestartJvm()),
                finding.actions());
    }

    @Test
    void namesARegionWithoutAnyPageAlsoIfMappingsWereNotRead() {
        Jvm jvm = tables(mapped(Collector.G1, 248), PageKind.BASE);
        for (Jvm one : List.of(jvm, unread(jvm))) {
            Outcome.Finding finding = Judged.by(ID, pool(249, 1, 0), one).finds(INFO);
            assertTrue(finding.summary().startsWith("gc is on base pages: the pool"), finding.summary());
        }
    }

    /** The pool was enlarged after the JVM had started: it only has to restart. */
    @Test
    void aPoolThatIsLargeEnoughNowNeedsARestartOnly() {
        Jvm jvm = tables(mapped(Collector.G1, 248), PageKind.BASE);
        Outcome.Finding finding = Judged.by(ID, pool(300, 52, 0), jvm).finds(INFO);
        assertTrue(finding.explanation().contains("which is enough."), finding.explanation());
        assertEquals(List.of(new RestartJvm()), finding.actions());
    }

    /** Parallel has its card table on base pages in any case, so its tables alone do not show what is missing. */
    @Test
    void needsTheMappingsForATableThatIsPartlyOnThePool() {
        Judged.by(ID, pool(251, 1, 0), unread(mixedTables(mapped(Collector.G1, 250))))
                .needs("pages of the pool that the JVM has mapped", Reason.SKIPPED);
    }

    /** ZGC takes its heap page by page, after the code cache; HP-201 enlarges the pool. */
    @Test
    void leavesTheActionsForZgcToItsOwnRule() {
        Jvm jvm = jvm(17, Collector.ZGC, HEAP, LARGE);
        Jvm codeless = heap(jvm, on(PageKind.HUGETLB, Bytes.ofMiB(64)));
        Outcome.Finding finding = Judged.by(ID, pool(100, 60, 0), codeless).finds(INFO);
        assertTrue(finding.summary().startsWith("code is on base pages"), finding.summary());
        assertEquals(List.of(), finding.actions());
        Judged.by(ID, pool(252, 0, 0), code(codeless, on(PageKind.HUGETLB, Bytes.ofMiB(240))))
                .passes();
    }
}
