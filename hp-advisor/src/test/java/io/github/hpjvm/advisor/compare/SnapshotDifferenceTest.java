package io.github.hpjvm.advisor.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.compare.JvmChange.Kind;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotDifferenceTest {
    private static final Jvm BASE =
            JvmSamples.heap(JvmSamples.g1(17, "-XX:+UseLargePages"), JvmSamples.on(PageKind.BASE, Bytes.ofGiB(1)));

    @Test
    void equalSnapshotsHaveNoChange() {
        Facts captured = FleetSamples.captured();
        SnapshotDifference difference = SnapshotDifference.of(captured, captured);
        assertEquals(List.of(), difference.host());
        assertEquals(6, difference.jvms().size());
        for (JvmChange jvm : difference.jvms()) {
            assertEquals(Kind.SAME, jvm.kind());
            assertEquals(List.of(), jvm.changes());
        }
    }

    /** A compact snapshot lacks facts, and this is no change. */
    @Test
    void compactSnapshotEqualsTheFullOne() {
        Facts captured = FleetSamples.captured();
        SnapshotDifference difference = SnapshotDifference.of(captured, captured.compact());
        assertEquals(List.of(), difference.host());
        assertTrue(difference.jvms().stream().allMatch(jvm -> jvm.changes().isEmpty()));
    }

    /** A flag that has its default is not in a compact snapshot. */
    @Test
    void flagThatLeftItsDefaultIsAChangeOfCompactSnapshots() {
        Facts before = FleetSamples.captured();
        Jvm jvm = before.jvms().get(0);
        Map<String, VmFlag> flags = new TreeMap<>(jvm.flags().known().orElseThrow());
        assertEquals("default", flags.get("TieredStopAtLevel").origin());
        flags.put("TieredStopAtLevel", new VmFlag("1", "product", "command line"));
        Facts after = before.withJvms(List.of(
                FactsSamples.with(jvm, "flags", Fact.known(flags, jvm.flags().source()))));
        String name = "flag TieredStopAtLevel";
        assertTrue(changes(before, after).contains(new ValueChange(name, Optional.of("4"), Optional.of("1"))));
        ValueChange ofCompact = new ValueChange(name, Optional.of("default"), Optional.of("1"));
        assertEquals(List.of(ofCompact), changes(before.compact(), after.compact()));
        assertTrue(changes(before.compact(), after).contains(ofCompact));
    }

    private static List<ValueChange> changes(Facts before, Facts after) {
        return SnapshotDifference.of(before, after).jvms().get(0).changes();
    }

    @Test
    void showsPoolPagesAndFindings() {
        Facts before = FactsSamples.facts(FactsSamples.pool(0, 0, 0), BASE);
        Jvm restarted = FactsSamples.with(
                JvmSamples.heap(
                        JvmSamples.g1(17, "-XX:+UseLargePages", "-XX:+AlwaysPreTouch"),
                        JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))),
                "pid",
                77L);
        Facts after = FactsSamples.facts(FactsSamples.pool(651, 0, 0), restarted);
        SnapshotDifference difference = SnapshotDifference.of(before, after);
        assertTrue(difference
                .host()
                .contains(new ValueChange("pool of 2 MiB pages, total", Optional.of("0"), Optional.of("651"))));
        JvmChange jvm = difference.jvms().get(0);
        assertEquals(Kind.RESTARTED, jvm.kind());
        assertEquals(Optional.of(JvmSamples.PID), jvm.pidBefore());
        assertEquals(Optional.of(77L), jvm.pidAfter());
        assertTrue(jvm.changes()
                .contains(new ValueChange("argument -XX:+AlwaysPreTouch", Optional.empty(), Optional.of("given"))));
        assertTrue(jvm.changes().contains(new ValueChange("heap pages", Optional.of("BASE"), Optional.of("HUGETLB"))));
        assertTrue(jvm.changes().contains(new ValueChange("heap coverage", Optional.of("0 %"), Optional.of("100 %"))));
        assertTrue(
                jvm.changes().stream()
                        .anyMatch(change -> change.name().startsWith("finding HP-101")
                                && change.after().isEmpty()),
                jvm.changes().toString());
    }

    @Test
    void unknownIsNotNo() {
        Facts before = FactsSamples.facts(FactsSamples.host(), BASE);
        Facts after = FactsSamples.facts(FactsSamples.host(), JvmSamples.heapDenied(BASE));
        JvmChange jvm = SnapshotDifference.of(before, after).jvms().get(0);
        assertTrue(
                jvm.changes().contains(new ValueChange("heap pages", Optional.of("BASE"), Optional.of("unknown"))),
                jvm.changes().toString());
    }

    /** A pod that was restarted with other limits. */
    @Test
    void limitsOfControlGroupsAndOfSurplusPagesAreCompared() {
        Jvm before = JvmSamples.memoryLimit(BASE, 4096, 1024);
        Jvm after = JvmSamples.memoryLimits(
                BASE, List.of(JvmSamples.limit("/app", 2048, 1024)), List.of(JvmSamples.limit("/app", 1536, 1024)));
        List<ValueChange> memory = changes(
                FactsSamples.facts(FactsSamples.host(), before), FactsSamples.facts(FactsSamples.host(), after));
        assertTrue(
                memory.contains(new ValueChange("memory limit", Optional.of("4 GiB"), Optional.of("2 GiB"))),
                memory.toString());
        assertTrue(
                memory.contains(new ValueChange("memory delayed above", Optional.empty(), Optional.of("1.5 GiB"))),
                memory.toString());
        List<ValueChange> hugetlb = changes(
                FactsSamples.facts(
                        FactsSamples.host(), JvmSamples.limited(BASE, false, JvmSamples.limit("/a", 600, 0))),
                FactsSamples.facts(
                        FactsSamples.host(), JvmSamples.limited(BASE, false, JvmSamples.limit("/a", 300, 0))));
        assertTrue(
                hugetlb.contains(
                        new ValueChange("hugetlb 2 MiB limit", Optional.of("600 MiB"), Optional.of("300 MiB"))),
                hugetlb.toString());
        Host surplus = FactsSamples.host()
                .withPools(FactsSamples.known(
                        List.of(new HugePool(Bytes.ofMiB(2), 0, 0, 0, 0, 64)), "/sys/kernel/mm/hugepages"));
        assertTrue(SnapshotDifference.of(FactsSamples.facts(FactsSamples.host()), FactsSamples.facts(surplus))
                .host()
                .contains(new ValueChange("pool of 2 MiB pages, overcommit", Optional.of("0"), Optional.of("64"))));
    }

    @Test
    void jvmsStartAndEnd() {
        Facts captured = FleetSamples.captured();
        List<Jvm> jvms = captured.jvms();
        SnapshotDifference difference =
                SnapshotDifference.of(captured.withJvms(jvms.subList(0, 2)), captured.withJvms(jvms.subList(1, 4)));
        assertEquals(
                List.of(Kind.SAME, Kind.RESTARTED, Kind.STARTED),
                difference.jvms().stream().map(JvmChange::kind).toList());
    }

    @Test
    void startedAndEndedJvmsHaveRequestHeapAndFindings() {
        Facts without = FactsSamples.facts(FactsSamples.host(), BASE).withJvms(List.of());
        Facts with = FactsSamples.facts(FactsSamples.host(), BASE);
        JvmChange started = SnapshotDifference.of(without, with).jvms().get(0);
        assertEquals(Kind.STARTED, started.kind());
        assertTrue(
                started.changes().contains(new ValueChange("requested", Optional.empty(), Optional.of("HUGETLB"))),
                started.toString());
        assertTrue(
                started.changes().contains(new ValueChange("heap pages", Optional.empty(), Optional.of("BASE"))),
                started.toString());
        assertTrue(started.changes().stream().anyMatch(change -> change.name().startsWith("finding ")));
        JvmChange ended = SnapshotDifference.of(with, without).jvms().get(0);
        assertEquals(Kind.ENDED, ended.kind());
        assertTrue(ended.changes().contains(new ValueChange("requested", Optional.of("HUGETLB"), Optional.empty())));
        assertEquals(started.changes().size(), ended.changes().size());
    }

    /** The command line has the class path, and the JVM does not list it. */
    @Test
    void sameArgumentsOfAnotherSourceAreNoChange() {
        Jvm read = JvmSamples.g1(17, "-Xmx1g", "-cp", "/srv/lib", "--add-opens", "java.base/java.nio=ALL-UNNAMED");
        Jvm answered = JvmSamples.g1(17, "-Xmx1g", "--add-opens=java.base/java.nio=ALL-UNNAMED");
        JvmChange jvm = SnapshotDifference.of(
                        FactsSamples.facts(FactsSamples.host(), read),
                        FactsSamples.facts(FactsSamples.host(), answered))
                .jvms()
                .get(0);
        assertEquals(List.of(), jvm.changes());
    }

    /** What was set, then the pages that followed, then the findings. */
    @Test
    void changesAreInGroups() {
        Facts before = FactsSamples.facts(FactsSamples.pool(0, 0, 0), BASE);
        Facts after = FactsSamples.facts(
                FactsSamples.pool(651, 0, 0),
                JvmSamples.heap(
                        JvmSamples.g1(17, "-XX:+UseLargePages", "-XX:+AlwaysPreTouch"),
                        JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))));
        List<String> names = SnapshotDifference.of(before, after).jvms().get(0).changes().stream()
                .map(change -> change.name().replaceAll(" .*", ""))
                .distinct()
                .toList();
        assertEquals(List.of("argument", "heap", "finding"), names);
    }
}
