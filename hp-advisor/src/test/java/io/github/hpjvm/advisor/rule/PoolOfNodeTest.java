package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.size.NodeRoomTest;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolOfNodeTest {
    private static final String ID = "HP-109";
    private static final String ASKED = "-XX:+UseLargePages";
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    /** As in {@link LargePagesNotGrantedTest}. */
    private static final long NEED = 651;

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static Host nodes(long first, long second) {
        return with(
                pool(first + second, first + second, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, TWO_MIB, first, first, 0), new NodePool(1, TWO_MIB, second, second, 0)),
                        "/sys/devices/system/node"));
    }

    private static Jvm bound(String list) {
        return with(
                g1(17, ASKED),
                "status",
                known(new ProcStatus(Map.of("Name", "java", "Mems_allowed_list", list)), "/proc/4242/status"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void pagesOnTheOtherNodeAreOutOfReach() {
        Judged judged = judged(nodes(400, 400), bound("1"));
        assertEquals(
                List.of(
                        new KernelFile(
                                Path.of("/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages"),
                                String.valueOf(NEED),
                                "400",
                                TWO_MIB.times(NEED - 400) + " of this node's memory for the pool"),
                        new RestartJvm()),
                judged.actions(WARNING));
        assertTrue(
                judged.finds(WARNING).summary().contains("400 of 800 free pages are there, and it needs 651"),
                judged.toString());
        assertTrue(
                judged.finds(WARNING).expectedEffect().contains("pages of this node. Read the value back: if it is"));
    }

    /** aarch64 with base pages of 4 KiB and default_hugepagesz=32M: order 13 is above that of the buddy allocator. */
    private static Host ofGigantic(String kernel, String commandLine) {
        Bytes size = Bytes.ofMiB(32);
        Host host = with(
                with(host(), "memory", memory(Bytes.ofGiB(16), size))
                        .withPools(known(
                                List.of(new HugePool(TWO_MIB, 0, 0, 0, 0, 0), new HugePool(size, 34, 34, 0, 0, 0)),
                                "/sys/kernel/mm/hugepages")),
                "nodePools",
                known(
                        List.of(
                                new NodePool(0, size, 30, 30, 0),
                                new NodePool(1, size, 4, 4, 0),
                                new NodePool(2, size, 0, 0, 0)),
                        "/sys/devices/system/node"));
        return FactsSamples.kernel(
                with(host, "commandLine", known(KernelCommandLineFile.parse(commandLine), "/proc/cmdline")), kernel);
    }

    /** Documentation/admin-guide/kernel-parameters.txt, hugepages=: the node format. */
    @Test
    void giganticPagesOfANodeComeWithTheBoot() {
        Judged judged = judged(ofGigantic("6.1.0", "ro hugepagesz=32M hugepages=34"), bound("1"));
        List<Action> actions = judged.actions(WARNING);
        assertEquals(1, actions.size(), judged.toString());
        KernelArgument argument = (KernelArgument) actions.get(0);
        assertTrue(argument.arg().matches("hugepagesz=32M hugepages=0:30,1:[3-9][0-9]"), argument.arg());
        assertEquals(Optional.of("hugepagesz=32M hugepages=34"), argument.replaced());
        assertTrue(judged.finds(WARNING).expectedEffect().startsWith("After a reboot"), judged.toString());
        List<Action> old = judged(ofGigantic("5.10.0", "ro"), bound("1")).actions(WARNING);
        assertTrue(old.get(0) instanceof KernelFile, "this kernel has no argument for a node");
        List<Action> area =
                judged(ofGigantic("6.1.0", "ro hugetlb_cma=64G"), bound("1")).actions(WARNING);
        assertTrue(area.get(0) instanceof KernelFile, "memory is set aside for them");
        Host host = ofGigantic("6.1.0", "ro");
        Advice advice = Advisor.advise(FactsSamples.facts(host, bound("1")), bound("1"));
        assertTrue(
                advice.plan().actions().stream().anyMatch(KernelArgument.class::isInstance), advice.plan()::toString);
    }

    private static Host four(long... freeMib) {
        List<NodePool> nodes = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            nodes.add(new NodePool(node, TWO_MIB, 200, 200, 0));
        }
        return NodeRoomTest.free(
                with(pool(800, 800, 0), "nodePools", known(nodes, "/sys/devices/system/node")), freeMib);
    }

    private static List<String> written(Host host) {
        return judged(host, bound("0-1")).actions(WARNING).stream()
                .filter(KernelFile.class::isInstance)
                .map(KernelFile.class::cast)
                .map(file -> file.path().getName(4) + " " + file.value())
                .toList();
    }

    /** It lacks 251 pages, 502 MiB, on two of four nodes. */
    @Test
    void pagesThatOneNodeHasNoMemoryForAreSpread() {
        assertEquals(List.of("node0 451"), written(four(1024, 100, 9000, 9000)));
        assertEquals(List.of("node1 451"), written(four(100, 1024, 9000, 9000)));
        assertEquals(List.of("node0 254", "node1 397"), written(four(102, 390, 9000, 9000)));
        assertEquals(List.of("node0 326", "node1 325"), written(four()));
        Judged judged = judged(four(), bound("0-1"));
        assertTrue(
                judged.finds(WARNING).expectedEffect().contains("pages of these nodes. Read the value back: if it is"));
    }

    @Test
    void isReportedByOneRule() {
        Jvm jvm = bound("1");
        Advice advice = Advisor.advise(FactsSamples.facts(nodes(400, 400), jvm), jvm);
        assertFalse(
                advice.findings().stream().anyMatch(finding -> finding.rule().equals("HP-101")));
        assertEquals(2, advice.plan().steps().size(), advice.plan().toString());
        Judged.by("HP-101", nodes(400, 400), jvm).doesNotApply("another rule");
    }

    @Test
    void pagesAreAddedOnTheNodeIfAllNodesLackThem() {
        Judged judged = judged(nodes(400, 100), bound("1"));
        assertTrue(judged.finds(WARNING).summary().contains("100 of 500 free pages are there"), judged.toString());
        assertEquals(
                new KernelFile(
                        Path.of("/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages"),
                        String.valueOf(NEED),
                        "100",
                        TWO_MIB.times(NEED - 100) + " of this node's memory for the pool"),
                judged.actions(WARNING).get(0));
        Judged.by("HP-101", nodes(400, 100), bound("1")).doesNotApply("another rule");
    }

    @Test
    void doesNotApplyIfTheNodesAreNotTheCause() {
        judged(nodes(100, 700), bound("1")).doesNotApply("NUMA nodes are not the cause");
        judged(nodes(400, 400), bound("0-1")).doesNotApply("NUMA nodes are not the cause");
        judged(nodes(400, 400), g1(17)).doesNotApply("not requested");
        judged(nodes(400, 400), heap(bound("1"), on(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .passes();
        Host one = with(
                pool(800, 800, 0),
                "nodePools",
                known(List.of(new NodePool(0, TWO_MIB, 800, 800, 0)), "/sys/devices/system/node"));
        judged(one, bound("0")).doesNotApply("one NUMA node");
        judged(nodes(400, 400), g1(17, ASKED)).doesNotApply("are unknown");
    }

    /** The kernel promises pages to mappings of the whole host, so those of a node may be promised to another process. */
    @Test
    void reservedPagesAreNotFree() {
        Host reserved = nodes(400, 400).withPools(pool(800, 800, 100).pools());
        judged(reserved, bound("1")).finds(WARNING);
        Host taken = nodes(400, 400).withPools(pool(800, 800, 200).pools());
        Judged few = judged(taken, bound("1"));
        assertTrue(few.finds(WARNING).summary().contains("400 of 600 free pages are there"), few.toString());
    }

    @Test
    void anUnreadableListAllowsAllNodes() {
        judged(nodes(400, 400), bound("x")).doesNotApply("NUMA nodes are not the cause");
    }

    @Test
    void missingFactsAreNamed() {
        Host blind = with(pool(800, 800, 0), "nodePools", denied("/sys/devices/system/node"));
        judged(blind, bound("1")).needs("pools of the nodes", Reason.DENIED);
    }
}
