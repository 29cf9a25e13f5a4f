package io.github.hpjvm.it.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.matrix.Observation.End;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The judge finds every difference, and only those; the text of a case is the case. */
class JudgeIT {
    private static final Bytes PAGE = Bytes.ofMiB(2);
    private static final Bytes HEAP = Bytes.ofMiB(128);
    private static final Case CASE = Case.of(17, "pool=600", "-XX:+UseG1GC", "-Xmx128m");

    private PageKind kind = PageKind.HUGETLB;
    private boolean fitsHugePage = true;
    private Collector gc = Collector.G1;
    private Bytes maxHeap = HEAP;
    private long atStart = 184;
    private long filled = 184;
    private End end = End.FILLED;
    private Set<WarningCode> warnings = Set.of(WarningCode.FLAG_DEPRECATED);
    private String said = "";

    private static RegionForecast region(RegionName name, Optional<PageKind> kind) {
        return new RegionForecast(name, kind, PAGE, When.AT_START, "why", "source");
    }

    private static Prediction prediction(Optional<PageKind> heap, Risk... risks) {
        Span span = new Span(183, 185);
        return new Prediction(
                new VmIdentity(VmKind.HOTSPOT, Optional.empty(), "", "", Optional.of(Collector.G1), Optional.of(HEAP)),
                Optional.of(true),
                "",
                List.of(region(RegionName.HEAP, heap), region(RegionName.CODE, Optional.of(PageKind.HUGETLB))),
                List.of(new PoolForecast(PAGE, OptionalInt.empty(), span, span, span, span)),
                List.of(new Warning(WarningCode.FLAG_DEPRECATED, "deprecated")),
                List.of(risks),
                List.of());
    }

    private Observation observation() {
        Seen code = new Seen(Optional.of(PageKind.HUGETLB), PAGE, Bytes.ZERO, Bytes.ZERO, PAGE, true, true);
        Seen heap = new Seen(Optional.of(kind), PAGE, Bytes.ZERO, Bytes.ZERO, HEAP, true, fitsHugePage);
        return new Observation(
                end,
                "",
                Optional.of(gc),
                Optional.of(maxHeap),
                Optional.of(heap),
                Optional.of(code),
                Optional.of(kind),
                Map.of(PAGE, atStart),
                Map.of(PAGE, filled),
                warnings,
                List.of(),
                said);
    }

    private List<Dimension> differences(Prediction prediction) {
        return Judge.compare(prediction, observation()).stream()
                .filter(verdict -> !verdict.agrees())
                .map(Verdict::dimension)
                .toList();
    }

    private List<Dimension> differences() {
        return differences(prediction(Optional.of(PageKind.HUGETLB)));
    }

    @Test
    void correctPredictionAgrees() {
        assertEquals(List.of(), differences());
    }

    @Test
    void findsEachDifference() {
        kind = PageKind.BASE;
        gc = Collector.SERIAL;
        maxHeap = PAGE;
        atStart = 182;
        warnings = Set.of();
        assertEquals(
                Set.of(Dimension.HEAP, Dimension.COLLECTOR, Dimension.MAX_HEAP, Dimension.POOL, Dimension.WARNINGS),
                Set.copyOf(differences()));
    }

    @Test
    void memoryBeforeTheFirstHugePageIsNotCompared() {
        kind = PageKind.BASE;
        fitsHugePage = false;
        assertEquals(List.of(), differences(prediction(Optional.of(PageKind.THP))));
        fitsHugePage = true;
        assertEquals(List.of(Dimension.HEAP), differences(prediction(Optional.of(PageKind.THP))));
        fitsHugePage = false;
        assertEquals(List.of(Dimension.HEAP), differences(), "only THP needs a whole huge page there");
    }

    @Test
    void findsOnePageMoreThanPredicted() {
        filled = 186;
        assertEquals(List.of(Dimension.POOL), differences());
    }

    @Test
    void findsRefusal() {
        end = End.REFUSED;
        assertEquals(List.of(Dimension.STARTS), differences());
    }

    @Test
    void deathMustBePredicted() {
        end = End.CRASHED;
        assertEquals(List.of(Dimension.RISKS), differences());
        Risk risk = new Risk(RiskCode.SIGBUS_CGROUP_MAX, "text");
        assertEquals(List.of(), differences(prediction(Optional.of(PageKind.HUGETLB), risk)));
    }

    @Test
    void endOfThePoolMustBePredicted() {
        end = End.OUT_OF_MEMORY;
        assertEquals(List.of(), differences(), "a program that wants too much");
        said = "Forced to lower max Java heap size from 512M(100%) to 80M(16%)";
        assertEquals(List.of(Dimension.RISKS), differences());
    }

    @Test
    void unknownDoesNotAgree() {
        List<Verdict> verdicts = Judge.compare(prediction(Optional.empty()), observation());
        Verdict heap = verdicts.stream()
                .filter(verdict -> verdict.dimension() == Dimension.HEAP)
                .findFirst()
                .orElseThrow();
        assertTrue(heap.open());
        assertEquals(false, heap.agrees());
    }

    @Test
    void summaryNamesTheCase() {
        kind = PageKind.BASE;
        Result result = new Result(
                CASE,
                Optional.of(observation()),
                Optional.of(prediction(Optional.of(PageKind.HUGETLB))),
                "",
                1,
                Optional.empty());
        MatrixSummary summary = new MatrixSummary(List.of(result), new KnownDisagreements(List.of()));
        assertEquals(1, summary.unexpected().size());
        assertTrue(summary.unexpected().get(0).endsWith("-Dhp.matrix.case='" + CASE + "'"), summary::toString);
    }

    @Test
    void caseEqualsItsText() {
        List<Case> cases = new Draw(1, List.of("8", "11", "17", "21", "25")).cases(300);
        cases.forEach(it -> assertEquals(it, Case.parse(it.toString())));
        assertEquals(cases, new Draw(1, List.of("8", "11", "17", "21", "25")).cases(300));
        assertNotEquals(cases, new Draw(2, List.of("8", "11", "17", "21", "25")).cases(300));
        assertThrows(IllegalArgumentException.class, () -> Case.parse("17 | pages=600 | -Xmx1g"));
        assertThrows(IllegalArgumentException.class, () -> Case.parse("17 | -Xmx1g"));
    }

    @Test
    void edgesCanBeRead() {
        List<Case> edges = Edges.of(List.of("8", "11", "17", "21", "25"));
        assertTrue(edges.size() >= 60, () -> edges.size() + " edges");
        assertEquals(edges.size(), Set.copyOf(edges).size(), "none is there twice");
        assertTrue(!KnownDisagreements.read().all().isEmpty());
    }
}
