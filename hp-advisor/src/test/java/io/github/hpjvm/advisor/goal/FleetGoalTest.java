package io.github.hpjvm.advisor.goal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetGoalTest {
    private static FleetRow row(long pid, String kind, Double coverage, String rule) {
        return new FleetRow(
                "a.json",
                "a",
                "2026-11-27T00:00:00Z",
                pid,
                "Main",
                21,
                "21.0.9",
                "x",
                "G1",
                1L << 30,
                "THP",
                kind,
                coverage,
                1L << 30,
                rule,
                null,
                null,
                null,
                null,
                Map.of(),
                null,
                null,
                null,
                null,
                null);
    }

    private static FleetGoal goal(String text) {
        return new FleetGoal(Requirement.parse(text, List.of(RegionName.HEAP)));
    }

    @ParameterizedTest
    @CsvSource({
        "thp, THP, 1.0, true", "thp, THP, , true", "thp, MIXED, 0.94, false", "thp, HUGETLB, 1.0, false",
        "thp, BASE, 0.0, false", "thp, , , open", "any, MIXED, 0.96, true", "any, MIXED, 0.94, false",
        "any, MIXED, , open", "any, HUGETLB, , true", "any=90, MIXED, 0.9, true", "any=91, MIXED, 0.9, false",
        "thp=90, MIXED, 0.95, open", "thp=90, MIXED, 0.89, false", "thp=98, THP, 0.97, false",
                "thp=97, THP, 0.97, true",
        "hugetlb=10, THP, 1.0, false", "any=99, THP, , open"
    })
    void kindAndCoverageDecide(String text, String kind, Double coverage, String holds) {
        FleetGoal goal = goal(text);
        goal.add(List.of(row(1, kind, coverage, null)));
        assertEquals(holds, goal.answer().holds().map(String::valueOf).orElse("open"));
    }

    /** As a JVM alone: a young heap shows nothing, unless the JVM requests no huge pages. */
    @ParameterizedTest
    @CsvSource({
        "THP, BASE, 20, open",
        "THP, BASE, 200, false",
        "HUGETLB, BASE, 20, open",
        ", BASE, 20, open",
        "NONE, BASE, 20, false",
        "THP, THP, 20, true"
    })
    void aYoungHeapIsOpen(String requested, String kind, long mib, String holds) {
        FleetGoal goal = goal("thp");
        FleetRow row = FactsSamples.with(row(1, kind, kind.equals("BASE") ? 0.0 : 1.0, null), "requested", requested);
        goal.add(List.of(FactsSamples.with(row, "heapResidentBytes", mib << 20)));
        assertEquals(holds, goal.answer().holds().map(String::valueOf).orElse("open"));
    }

    @Test
    void hostileNamesStayOnOneLine() {
        FleetGoal goal = goal("thp");
        FleetRow row = row(1, "BASE", 0.0, null);
        goal.add(List.of(FactsSamples.with(row, "host", "a\n--require thp holds\u001b[2J")));
        String reason = goal.answer().reason();
        assertEquals(1, reason.lines().count(), reason);
        assertEquals(-1, reason.indexOf('\u001b'), reason);
    }

    /** A collector that may read no JVM writes a snapshot without one: that is no proof. */
    @Test
    void withoutAJvmItIsUnknown() {
        FleetGoal goal = goal("thp");
        goal.add(List.of());
        assertEquals(Optional.empty(), goal.answer().holds());
        assertEquals(
                "--require thp is open: the snapshots have no JVM.",
                goal.answer().reason());
        goal.add(List.of(row(1, "THP", 1.0, null)));
        assertEquals(Optional.of(true), goal.answer().holds());
        assertEquals(
                "--require thp: 1 of 1 JVM holds it, 0 do not, 0 are unknown; 1 snapshot has no JVM.",
                goal.answer().reason());
    }

    @Test
    void eachJvmCountsOnceAndTheFirstFailureIsNamed() {
        FleetGoal goal = goal("thp");
        goal.add(List.of(row(1, "THP", 1.0, "HP-1"), row(1, "THP", 1.0, "HP-2"), row(2, "MIXED", 0.437, null)));
        goal.add(List.of(row(1, null, null, null), row(3, "BASE", 0.0, null)));
        assertEquals(
                "--require thp: 1 of 4 JVMs hold it, 2 do not, 1 is unknown; first PID 2 of a (MIXED, 43 %).",
                goal.answer().reason());
    }
}
