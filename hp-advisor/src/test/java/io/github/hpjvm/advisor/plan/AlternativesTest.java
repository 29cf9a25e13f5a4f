package io.github.hpjvm.advisor.plan;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlternativesTest {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Plan plan(Host host, Jvm jvm) {
        return Advisor.advise(facts(host, jvm), jvm).plan();
    }

    private static Alternative way(Plan plan, String kind) {
        return plan.alternatives().stream()
                .filter(way -> way.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void requestedPagesAreRecommendedAndAreThePlan() {
        Plan large = plan(host(), g1(17, LARGE));
        assertTrue(way(large, "HUGETLB").isRecommended());
        assertEquals(large.actions(), way(large, "HUGETLB").actions());
        assertTrue(way(large, "THP").isPossible());
        assertEquals(
                List.of(new JvmFlag(List.of(THP), List.of())), way(large, "THP").actions());
        Plan transparent = plan(thp("never", "never", "never"), g1(17, THP));
        assertTrue(way(transparent, "THP").isRecommended());
        assertEquals(transparent.actions(), way(transparent, "THP").actions());
        assertEquals(
                List.of(LARGE), ((JvmFlag) way(transparent, "HUGETLB").actions().get(1)).add());
    }

    @Test
    void thpIsRecommendedIfNothingIsRequested() {
        Plan plan = plan(host(), g1(21));
        assertTrue(way(plan, "THP").recommendation().startsWith("it reserves no memory"));
        assertTrue(way(plan, "HUGETLB").isPossible());
        assertTrue(way(plan, "HUGETLB").cost().contains("are reserved: not available to other processes"));
        assertEquals(plan.actions(), way(plan, "THP").actions());
    }

    /** A heap of 8 GiB and 2 GiB of available memory, with 1.5 GiB that the JVM frees: a smaller heap, or no plan. */
    @Test
    void tooLargeHeapIsToBecomeSmaller() {
        Host small = host().withMemory(memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        Plan plan = plan(small, JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), LARGE, "-Xmx8g"));
        assertEquals(List.of(), plan.actions());
        assertTrue(way(plan, "HUGETLB").objection().contains("run out of memory"), plan.toString());
        assertTrue(way(plan, "THP").objection().contains("-Xmx3072m would fit"), plan.toString());
        Plan nothing = plan(small, JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), "-Xmx8g"));
        assertEquals(List.of(), nothing.actions());
        assertEquals(1, nothing.omitted().size());
    }

    /** 1 GiB of heap fits beside the host, but the pages beside the heap do not. */
    @Test
    void impossiblePoolIsReplacedByThp() {
        Host small = host().withMemory(memory(Bytes.ofMiB(100), Bytes.ofMiB(2)));
        Plan plan = plan(small, g1(17, LARGE));
        assertFalse(way(plan, "HUGETLB").isPossible());
        assertTrue(way(plan, "HUGETLB").objection().contains("-Xmx768m would fit"), plan.toString());
        assertTrue(way(plan, "THP").isRecommended());
        assertEquals(List.of(new JvmFlag(List.of(THP), List.of())), plan.actions());
    }

    @Test
    void planIsEmptyIfNoAlternativeIsPossible() {
        Host none = host().withMemory(memory(Bytes.ofGiB(2), Bytes.ofMiB(2)))
                .withThp(denied("/sys/kernel/mm/transparent_hugepage"));
        Plan plan = plan(none, JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), LARGE, "-Xmx8g"));
        assertEquals(List.of(), plan.actions());
        assertTrue(plan.alternatives().stream().noneMatch(Alternative::isRecommended), plan.toString());
    }

    /** AlwaysPreTouch is set, the heap is fixed, and blocks are missing: what is left is a pool. */
    @Test
    void aPoolIsTheNextStepOnFragmentedMemory() {
        Jvm tried = g1(17, THP, "-Xms1g", "-XX:+AlwaysPreTouch");
        Host fragmented = free(host(), 100);
        Plan plan = plan(fragmented, tried);
        assertTrue(way(plan, "HUGETLB").recommendation().contains("too fragmented"), plan.toString());
        assertEquals(way(plan, "HUGETLB").actions(), plan.actions());
        assertTrue(way(plan, "HUGETLB").cost().contains("may allocate fewer pages"), plan.toString());

        Host failed = fragmented.withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 1L)), "/proc/vmstat"));
        Plan atBoot = plan(failed, tried);
        assertTrue(atBoot.actions().stream().anyMatch(KernelArgument.class::isInstance), atBoot.toString());

        Plan restart = plan(free(host(), 1000), tried);
        assertTrue(way(restart, "THP").isRecommended(), restart.toString());
        assertEquals(List.of(new RestartJvm()), restart.actions());
    }

    /** 17 maps the archive of class data over the last page of 512 MiB: more free blocks would not help. */
    @Test
    void aBorderInsideTheHeapIsNoFragmentation() {
        Host large = free(host(), 0)
                .withThp(known(
                        new ThpPolicy(
                                "madvise", Optional.of("inherit"), "madvise", Optional.of("never"), Bytes.ofMiB(512)),
                        "/sys/kernel/mm/transparent_hugepage"));
        Jvm half = JvmSamples.heap(
                JvmSamples.version(g1(17, THP, "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"), "17.0.19"),
                JvmSamples.partly(PageKind.THP, Bytes.ofMiB(512), Bytes.ofMiB(512)));
        Plan plan = plan(large, half);
        assertEquals(List.of(), plan.actions());
        assertTrue(way(plan, "HUGETLB").isPossible(), plan.toString());
        assertFalse(way(plan, "HUGETLB").isRecommended(), plan.toString());
    }

    @Test
    void aPartOfThePoolStopsZgc() {
        Host fragmented = free(thp("madvise", "inherit", "advise"), 100);
        Plan plan = plan(fragmented, JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1)));
        assertTrue(way(plan, "HUGETLB").cost().contains("ZGC does not start with a part"), plan.toString());
    }

    @Test
    void shmemModeIsPartOfTheAlternativeForZgc() {
        Jvm zgc = JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), THP);
        Plan plan = plan(thp("madvise", "inherit", "never"), zgc);
        assertTrue(way(plan, "THP").isPossible(), plan.toString());
        assertTrue(way(plan, "THP").actions().get(0).toString().contains("shmem_enabled"), plan.toString());
        assertEquals(plan.actions(), way(plan, "THP").actions());
    }

    /** The advice of 11 does not reach its heap: the word for all shared memory does, and the JVM keeps its flag. */
    @Test
    void thpIsPossibleForZgcOf11() {
        Jvm zgc = JvmSamples.jvm(11, Collector.ZGC, Bytes.ofGiB(1), "-XX:+UseZGC", THP, "-Xms1g", "-Xmx1g");
        Plan plan = plan(thp("madvise", "inherit", "never"), zgc);
        assertTrue(way(plan, "THP").isRecommended(), plan.toString());
        assertTrue(plan.actions().get(0).toString().contains("within_size"), plan.toString());
        assertEquals(new RestartJvm(), plan.actions().get(1));
        assertEquals(2, plan.actions().size());
        Jvm silent = JvmSamples.jvm(11, Collector.ZGC, Bytes.ofGiB(1), "-XX:+UseZGC");
        assertEquals(
                List.of(), plan(thp("madvise", "inherit", "advise"), silent).alternatives());
    }

    /** A group with a low limit of an impossible pool: a JVM that leaves the pool needs no higher limit. */
    @Test
    void poolLimitIsNotRaisedIfThePoolIsLeft() {
        Host small = host().withMemory(memory(Bytes.ofMiB(100), Bytes.ofMiB(2)));
        Jvm limited = JvmSamples.limited(g1(17, LARGE), false, JvmSamples.limit("/app", 64, 0));
        Plan plan = plan(small, limited);
        assertTrue(way(plan, "THP").isRecommended(), plan.toString());
        assertEquals(List.of(new JvmFlag(List.of(THP), List.of())), plan.actions());
        assertTrue(
                plan.omitted().stream()
                        .anyMatch(
                                one -> one.rule().equals("HP-104") && one.why().contains("no page of the pool")),
                plan.toString());
        Plan pooled = plan(host(), limited);
        assertTrue(pooled.actions().stream().anyMatch(CgroupFile.class::isInstance), pooled.toString());
    }

    /** Its resource for huge pages would leave the pod pending on a node without them. */
    @Test
    void aPodThatLeavesThePoolRequestsNoPages() {
        Host small = host().withMemory(memory(Bytes.ofMiB(100), Bytes.ofMiB(2)));
        Container pod = new Container("containerd", Optional.of("c0ffee"), Optional.of("uid"), Optional.empty());
        Jvm limited = JvmSamples.limited(g1(17, LARGE), false, JvmSamples.limit("/kubepods/c0ffee", 64, 0));
        Cgroup groups = with(limited.cgroup().known().orElseThrow(), "container", Optional.of(pod));
        Jvm inPod = with(limited, "cgroup", known(groups, "/proc/4242/cgroup"));
        assertEquals(
                List.of(new JvmFlag(List.of(THP), List.of())),
                plan(small, inPod).actions());
        Container podman = new Container("podman", Optional.of("c0ffee"), Optional.empty(), Optional.empty());
        Cgroup others = with(limited.cgroup().known().orElseThrow(), "container", Optional.of(podman));
        Jvm inPodman = with(limited, "cgroup", known(others, "/proc/4242/cgroup"));
        assertEquals(
                List.of(new JvmFlag(List.of(THP), List.of())),
                plan(small, inPodman).actions());
        assertTrue(
                plan(host(), inPod).actions().stream().anyMatch(PodResource.class::isInstance),
                plan(host(), inPod)::toString);
    }

    /** A JVM gets gigantic pages only if its arguments name them: a host of that default size has a pool of 2 MiB as well. */
    @Test
    void giganticPagesAreNeverProposed() {
        Host gigantic = host().withMemory(memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        Alternative way = way(plan(gigantic, g1(21)), "HUGETLB");
        assertTrue(way.actions().stream().noneMatch(KernelArgument.class::isInstance), way.toString());
        JvmFlag flags = (JvmFlag) way.actions().get(way.actions().size() - 1);
        assertEquals(List.of(LARGE, "-XX:LargePageSizeInBytes=2m"), flags.add());
        assertTrue(way.isPossible(), way.toString());
    }

    /** ZGC of 17 refuses pages that are not 2 MiB ("Incompatible large page size configured"); others read the flag alone. */
    @Test
    void zgcOf17NamesItsPageSize() {
        for (Bytes usual : List.of(Bytes.ofMiB(32), Bytes.ofMiB(512), Bytes.ofGiB(1))) {
            Host large = host().withMemory(memory(Bytes.ofGiB(16), usual))
                    .withPools(known(
                            List.of(new HugePool(Bytes.ofMiB(2), 0, 0, 0, 0, 0), new HugePool(usual, 0, 0, 0, 0, 0)),
                            "/sys/kernel/mm/hugepages"));
            for (int release : List.of(17, 21)) {
                Jvm zgc = JvmSamples.jvm(release, Collector.ZGC, Bytes.ofGiB(1));
                Alternative way = way(plan(large, zgc), "HUGETLB");
                assertTrue(way.isPossible(), way.toString());
                JvmFlag flags = (JvmFlag) way.actions().get(way.actions().size() - 1);
                assertEquals(
                        release == 17 ? List.of(LARGE, "-XX:LargePageSizeInBytes=2m") : List.of(LARGE), flags.add());
                Tenant tenant = JvmTenant.of(zgc, large);
                assertEquals("", tenant.unknown());
                assertEquals(String.join(" ", flags.add()), tenant.asIf());
            }
        }
    }

    @Test
    void healthyJvmHasNoAlternatives() {
        Jvm healthy = JvmSamples.heap(g1(17, LARGE), JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        assertEquals(List.of(), plan(pool(660, 0, 0), healthy).alternatives());
        assertEquals(List.of(), plan(host(), JvmSamples.vanished()).alternatives());
    }
}
