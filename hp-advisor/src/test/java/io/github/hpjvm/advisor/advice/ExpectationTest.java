package io.github.hpjvm.advisor.advice;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final Bytes HEAP = Bytes.ofGiB(1);

    private static Expectation expected(Host host, Jvm jvm, RegionName region) {
        return Advisor.advise(facts(host, jvm), jvm).expected(region).orElseThrow();
    }

    private static void assertDifference(String part, PageKind kind, Host host, Jvm jvm) {
        Expectation heap = expected(host, jvm, RegionName.HEAP);
        assertEquals(Optional.of(kind), heap.forecast().kind());
        assertTrue(heap.difference().contains(part), heap.difference());
        assertEquals(part.isEmpty(), heap.difference().isEmpty(), heap.difference());
    }

    private static Jvm advised(Jvm jvm, Bytes bytes) {
        return advised(jvm, RegionName.HEAP, bytes);
    }

    private static Jvm advised(Jvm jvm, RegionName name, Bytes bytes) {
        return with(
                jvm,
                "regions",
                jvm.regions().stream()
                        .map(one -> one.name() == name ? with(one, "advised", Optional.of(bytes)) : one)
                        .map(Region.class::cast)
                        .toList());
    }

    @Test
    void expectedPagesMakeNoDifference() {
        assertDifference("", PageKind.THP, host(), heap(g1(21, THP), on(PageKind.THP, HEAP)));
        assertDifference("", PageKind.BASE, host(), g1(21));
    }

    @Test
    void aPoolThatWasTooSmall() {
        assertDifference("has enough now: restart", PageKind.HUGETLB, pool(700, 700, 0), g1(17, LARGE));
        assertDifference("", PageKind.BASE, pool(600, 600, 0), g1(17, LARGE));
    }

    @Test
    void theJvmGetsItsOwnPagesBackWithoutLocatedTables() {
        Jvm jvm = code(
                heap(g1(17, LARGE), on(PageKind.HUGETLB, HEAP, Bytes.ofMiB(100))),
                on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(8)));
        assertDifference("", PageKind.HUGETLB, pool(651, 597, 597), jvm);
    }

    @Test
    void aPoolThatWasShrunkSince() {
        Jvm jvm = heap(g1(17, LARGE), on(PageKind.HUGETLB, HEAP));
        assertDifference("a start now would not get them", PageKind.BASE, pool(512, 0, 0), jvm);
    }

    @Test
    void nothingTouchedYet() {
        Jvm jvm = heap(g1(21, THP), on(PageKind.BASE, HEAP, Bytes.ZERO));
        assertDifference("no part of it has been touched", PageKind.THP, host(), jvm);
        Jvm little = heap(g1(21, THP), on(PageKind.BASE, HEAP, Bytes.ofMiB(1)));
        assertDifference("less than one huge page", PageKind.THP, host(), little);
    }

    @Test
    void anotherModeAtTheStart() {
        assertDifference("did not call madvise", PageKind.THP, host(), g1(21, THP));
    }

    @Test
    void faultsThatFellBack() {
        Jvm jvm = advised(heap(g1(21, THP), partly(PageKind.THP, Bytes.ofMiB(512), Bytes.ofMiB(512))), HEAP);
        Host host = with(host(), "vmstat", known(new VmStat(Map.of("thp_fault_fallback", 77L)), "/proc/vmstat"));
        assertDifference("77 such faults", PageKind.THP, host, jvm);
        assertDifference("do not explain", PageKind.THP, host(), jvm);
    }

    @Test
    void aModeThatAllowedHugePagesBefore() {
        Jvm jvm = heap(g1(8), on(PageKind.THP, HEAP));
        assertDifference("or a process collapsed it", PageKind.BASE, host(), jvm);
        assertDifference(
                "huge pages when it was touched; memory", PageKind.BASE, thp("never", "inherit", "never"), jvm);
    }

    @Test
    void anOptInOfMalloc() {
        Jvm jvm = JvmSamples.located(g1(21), RegionName.NATIVE, on(PageKind.THP, HEAP));
        Expectation malloc = expected(host(), advised(jvm, RegionName.NATIVE, HEAP), RegionName.NATIVE);
        assertEquals(Optional.of(PageKind.BASE), malloc.forecast().kind());
        assertTrue(malloc.difference().contains("glibc.malloc.hugetlb=1"), malloc.difference());
        Jvm tuned = JvmSamples.environment(jvm, "GLIBC_TUNABLES", "glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1");
        String opted = expected(host(), advised(tuned, RegionName.NATIVE, HEAP), RegionName.NATIVE)
                .difference();
        assertTrue(opted.startsWith("malloc opts in: GLIBC_TUNABLES"), opted);
        Jvm without = JvmSamples.environment(jvm, "JAVA_TOOL_OPTIONS", "");
        String other = expected(host(), advised(without, RegionName.NATIVE, HEAP), RegionName.NATIVE)
                .difference();
        assertTrue(other.startsWith("the JVM or a library called madvise"), other);

        String notAdvised = expected(host(), jvm, RegionName.NATIVE).difference();
        assertTrue(notAdvised.startsWith("nothing in it called madvise; the host allowed"), notAdvised);
        String unknown = expected(host(), JvmSamples.scanned(jvm, RegionName.NATIVE), RegionName.NATIVE)
                .difference();
        assertTrue(unknown.startsWith("the host allowed"), unknown);
    }

    @Test
    void aShenandoahHeapThatFillsItsInitialSize() {
        Jvm jvm = JvmSamples.jvm(25, Collector.SHENANDOAH, HEAP, THP, "-Xms512m");
        Jvm filled = heap(jvm, partly(PageKind.THP, Bytes.ofMiB(400), Bytes.ofMiB(400)));
        assertDifference("for which the JVM opts in", PageKind.BASE, host(), advised(filled, Bytes.ofMiB(512)));
        assertDifference("nothing in it called madvise", PageKind.BASE, host(), filled);
    }

    @Test
    void unknownFactsGiveNoExpectation() {
        Jvm other = JvmSamples.other(VmKind.OPENJ9);
        assertTrue(Advisor.advise(facts(host(), other), other).expected().isEmpty());
        Jvm unread = with(
                g1(21),
                "arguments",
                known(new Arguments(List.of(), List.of("@args.txt"), "Shop"), "/proc/4242/cmdline"));
        assertTrue(Advisor.advise(facts(host(), unread), unread).expected().isEmpty());
        Jvm shrouded = heap(g1(21, LARGE), on(PageKind.HUGETLB, HEAP));
        Host blind = with(host(), "pools", FactsSamples.denied("/sys/kernel/mm/hugepages"));
        assertTrue(Advisor.advise(facts(blind, shrouded), shrouded)
                .expected(RegionName.HEAP)
                .isEmpty());
    }
}
