package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.finding.Severity.CRITICAL;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CgroupBelowBillTest {
    private static final String ID = "HP-104";

    /** 651 pages: G1 of 17 with 1 GiB. */
    private static final long NEED = 1302;

    private static final Jvm JVM = onPool(g1(17, "-XX:+UseLargePages"));

    private static Jvm onPool(Jvm jvm) {
        return onPool(jvm, Bytes.ofMiB(2));
    }

    private static Jvm onPool(Jvm jvm, Bytes page) {
        Pages untouched = Pages.exactly(PageKind.HUGETLB, page, Bytes.ZERO);
        return JvmSamples.heap(jvm, new Backing(Bytes.ofGiB(1), List.of(untouched)));
    }

    /** The JVM whose heap is on base pages, in a group with these limits on touched and on reserved pages. */
    private static Jvm refused(GroupLimit max, GroupLimit... reserved) {
        HugetlbGroup group = new HugetlbGroup(
                Bytes.ofMiB(2), List.of(max), List.of(reserved), Optional.empty(), Optional.empty(), Optional.empty());
        return with(
                g1(17, "-XX:+UseLargePages"),
                "cgroup",
                known(
                        with(FactsSamples.groups(), "hugetlb", known(List.of(group), "/sys/fs/cgroup")),
                        "/proc/4242/cgroup"));
    }

    /** A kubelet and runc of today write both limits: the mapping fails, and the JVM runs on base pages (HP-101). */
    @Test
    void aLimitOnReservationsKeepsTheJvmFromDying() {
        judged(refused(limit("/a", 0, 0), limit("/a", 0, 0))).doesNotApply("rsvd.max");
        judged(refused(limit("/a", 64, 0), limit("/", 64, 0))).doesNotApply("rsvd.max");
        judged(onPool(refused(limit("/a", NEED - 2, 100), limit("/a", NEED - 2, 100))))
                .doesNotApply("rsvd.max");
        judged(onPool(refused(limit("/a", 64, 0), limit("/a", NEED, 0)))).finds(CRITICAL);
        judged(onPool(refused(limit("/a", 1300, 100), limit("/a/b", 1250, 0)))).finds(CRITICAL);
        judged(onPool(refused(limit("/a", 1300, 100), limit("/ab", 1300, 0)))).finds(CRITICAL);
    }

    /** A JVM that has no page of the pool cannot die of the limit before it starts anew. */
    @Test
    void aJvmWithoutPagesIsWarnedOfItsNextStart() {
        Judged judged = judged(refused(limit("/a", 0, 0)));
        assertEquals(List.of(raised("/a", NEED, 0)), judged.actions(WARNING));
        String summary = judged.finds(WARNING).summary();
        assertTrue(summary.startsWith("After a restart the JVM may die of SIGBUS"), summary);
        Jvm code = JvmSamples.code(
                refused(limit("/a", 100, 0)), JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(8)));
        String now = judged(code).finds(WARNING).summary();
        assertTrue(now.startsWith("The JVM may die") && now.contains("has reserved 240 MiB"), now);
    }

    private static Jvm inContainer(Jvm jvm, Container container) {
        Cgroup groups = jvm.cgroup().known().orElseThrow();
        return with(jvm, "cgroup", known(with(groups, "container", Optional.of(container)), "/proc/4242/cgroup"));
    }

    /** A kubelet writes the limits of a container anew when it starts. */
    @Test
    void aPodGetsAResource() {
        Container pod = new Container("containerd", Optional.of("c0ffee"), Optional.of("uid"), Optional.empty());
        PodResource resource = new PodResource("hugepages-2Mi", NEED + "Mi");
        for (Jvm jvm : List.of(
                limited(JVM, false, limit("/kubepods/c0ffee", 64, 0), limit("/kubepods", 64, 0)),
                refused(limit("/kubepods/c0ffee", 0, 0)))) {
            Outcome.Finding finding =
                    (Outcome.Finding) judged(inContainer(jvm, pod)).outcome();
            assertEquals(List.of(resource), finding.actions());
            assertTrue(finding.explanation().contains("restart the kubelet"), finding.explanation());
        }
    }

    /** The file keeps the present JVM alive; a next start of the container sets it anew. */
    @Test
    void anotherContainerIsToBeRecreated() {
        Container docker = new Container("docker", Optional.of("c0ffee"), Optional.empty(), Optional.empty());
        Judged running = judged(inContainer(limited(JVM, false, limit("/docker/c0ffee", 64, 0)), docker));
        assertEquals(List.of(raised("/docker/c0ffee", NEED, 64)), running.actions(CRITICAL));
        assertTrue(running.finds(CRITICAL).explanation().contains("recreate the container"));
        Judged later = judged(inContainer(refused(limit("/docker/c0ffee", 0, 0)), docker));
        assertEquals(
                List.of(new ContainerLimit(
                        "docker", "/sys/fs/cgroup/docker/c0ffee/hugetlb.2MB.max", String.valueOf(NEED << 20), "0")),
                later.actions(WARNING));
        assertTrue(later.finds(WARNING).explanation().contains("recreate the container"));
        Judged shared = judged(inContainer(refused(limit("/docker/c0ffee", 300, 200)), docker));
        assertEquals(
                List.of(new ContainerLimit(
                        "docker",
                        "/sys/fs/cgroup/docker/c0ffee/hugetlb.2MB.max",
                        String.valueOf((NEED + 200) << 20),
                        String.valueOf(300 << 20))),
                shared.actions(WARNING));
        String how = shared.finds(WARNING).explanation();
        assertTrue(how.contains("at least " + Bytes.ofMiB(NEED + 200) + ", or without one"), how);
        Judged above = judged(inContainer(refused(limit("/shop.slice", 0, 0)), docker));
        assertEquals(List.of(raised("/shop.slice", NEED, 0)), above.actions(WARNING));
        Container system = new Container("lxc", Optional.of("shop"), Optional.empty(), Optional.empty());
        Judged outlives = judged(inContainer(refused(limit("/lxc/shop", 0, 0)), system));
        assertEquals(List.of(raised("/lxc/shop", NEED, 0)), outlives.actions(WARNING));
    }

    private static Judged judged(Jvm jvm) {
        return Judged.by(ID, host(), jvm);
    }

    private static Action raised(String group, long toMib, long fromMib) {
        return new CgroupFile(
                "/sys/fs/cgroup" + group + "/hugetlb.2MB.max",
                String.valueOf(toMib << 20),
                String.valueOf(fromMib << 20));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutRequestForThePool() {
        judged(limited(g1(17), false, limit("/a", 2, 0))).doesNotApply("not requested");
        judged(limited(g1(17, "-XX:+UseTransparentHugePages"), false, limit("/a", 2, 0)))
                .doesNotApply("not requested");
    }

    @Test
    void passesWithoutLimit() {
        judged(JVM).passes();
        judged(g1(17, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g")).passes();
    }

    @Test
    void aLimitOnePageBelowTheBillIsCritical() {
        judged(limited(JVM, false, limit("/a", NEED, 0))).passes();
        Judged judged = judged(limited(JVM, false, limit("/a", NEED - 2, 0)));
        assertEquals(List.of(raised("/a", NEED, NEED - 2)), judged.actions(CRITICAL));
        String summary = judged.finds(CRITICAL).summary();
        assertTrue(summary.contains("allows 1300 MiB") && summary.contains("needs 1302 MiB"), summary);
    }

    /** Before 17 the bill is an interval, because it depends on how addresses are aligned. */
    @Test
    void aLimitWithinTheBillIsAWarning() {
        Bytes heap = Bytes.ofMiB(1000);
        Jvm old = onPool(JvmSamples.jvm(11, Collector.CMS, heap, "-XX:+UseLargePages"));
        PoolBill bill =
                PoolBill.of(JavaVersion.parse("11.0.2"), Collector.CMS, heap, Optional.empty(), PoolBill.PAGE_SIZE);
        long least = 2 * bill.min();
        long most = 2 * bill.max();
        assertTrue(least < most, bill.toString());
        judged(limited(old, false, limit("/a", most, 0))).passes();
        for (long mib : List.of(most - 2, least)) {
            Judged judged = judged(limited(old, false, limit("/a", mib, 0)));
            assertEquals(List.of(raised("/a", most, mib)), judged.actions(WARNING));
            Outcome.Finding finding = judged.finds(WARNING);
            assertTrue(finding.summary().contains("may die"), finding.summary());
            assertTrue(
                    finding.summary().contains("between " + Bytes.ofMiB(least) + " and " + Bytes.ofMiB(most)),
                    finding.summary());
            assertTrue(finding.explanation().contains("alignment"), finding.explanation());
        }
        Judged below = judged(limited(old, false, limit("/a", least - 2, 0)));
        assertEquals(List.of(raised("/a", most, least - 2)), below.actions(CRITICAL));
        assertTrue(below.finds(CRITICAL).summary().contains("will die"));
    }

    /** The default size is 1 GiB, and the JVM takes pages of 2 MiB where a page of 1 GiB does not fit. */
    @Test
    void smallerSizesThanTheDefaultCount() {
        Host gigantic = with(host(), "memory", FactsSamples.memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        Outcome.Finding finding =
                Judged.by(ID, gigantic, limited(JVM, false, limit("/a", 64, 0))).finds(CRITICAL);
        assertTrue(finding.summary().contains("allows 64 MiB of"), finding.summary());
        Judged.by(ID, with(host(), "memory", denied("/proc/meminfo")), limited(JVM, false, limit("/a", 64, 0)))
                .needs("memory", Reason.DENIED);
    }

    /** Kubernetes sets this limit for containers that request no huge pages; an old kubelet sets it without one on reservations. */
    @Test
    void aLimitOfZeroIsJudged() {
        assertEquals(
                List.of(raised("/a", NEED, 0)),
                judged(limited(JVM, false, limit("/a", 0, 0))).actions(CRITICAL));
    }

    @Test
    void pagesOfTheJvmCountAsAllowed() {
        Jvm touched = with(JVM, "status", status((NEED << 10) + " kB"));
        judged(limited(touched, false, limit("/a", NEED, NEED))).passes();
    }

    @Test
    void usageOfOthersReducesTheRoom() {
        Jvm touched = with(JVM, "status", status((200 << 10) + " kB"));
        assertEquals(
                List.of(raised("/a", NEED + 100, NEED)),
                judged(limited(touched, false, limit("/a", NEED, 300))).actions(CRITICAL));
    }

    @Test
    void aParentGroupCanHaveTheLowestLimit() {
        Outcome.Finding finding = judged(
                        limited(JVM, false, limit("/a/b", NEED, 0), limit("/a", NEED + 100, 200), limit("/", 9000, 0)))
                .finds(CRITICAL);
        assertEquals(List.of(raised("/a", NEED + 200, NEED + 100)), finding.actions());
        assertTrue(finding.explanation().contains("/a."), finding.explanation());
    }

    @Test
    void allLowLimitsAreRaised() {
        assertEquals(
                List.of(raised("/a/b", NEED, 64), raised("/a", NEED, 128)),
                judged(limited(JVM, false, limit("/a/b", 64, 0), limit("/a", 128, 0)))
                        .actions(CRITICAL));
    }

    @Test
    void anUnknownUsageCountsAsZero() {
        GroupLimit unread =
                new GroupLimit(Bytes.ofMiB(NEED), Optional.empty(), "/a", "/sys/fs/cgroup/a/hugetlb.2MB.max");
        judged(limited(JVM, false, unread)).passes();
    }

    /** The kernel counts the pages of its heap three times for the process, and once for the group. */
    @Test
    void aHeapOfNonGenerationalZgcCountsOnce() {
        Jvm zgc = JvmSamples.jvm(17, Collector.ZGC, Bytes.ofGiB(1), "-XX:+UseLargePages");
        Jvm touched = JvmSamples.heap(
                with(zgc, "status", status((3 * 512 + 8 << 10) + " kB")),
                JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1), Bytes.ofMiB(512)));
        // 632 pages are billed: 520 MiB are its own, 300 of the 820 in use are of others.
        assertEquals(
                List.of(raised("/a", 1564, 1264)),
                judged(limited(touched, false, limit("/a", 1264, 820))).actions(CRITICAL));
    }

    @Test
    void hiddenParentGroupsNeverPass() {
        judged(limited(JVM, true)).doesNotApply("parent groups");
        judged(limited(JVM, true, limit("/", NEED, 0))).doesNotApply("parent groups");
        judged(limited(JVM, true, limit("/", 64, 0))).finds(CRITICAL);
    }

    @Test
    void anUnknownBillIsNotJudged() {
        Jvm unknown = JvmSamples.jvm(17, Collector.CMS, Bytes.ofGiB(1), "-XX:+UseLargePages");
        judged(limited(unknown, false, limit("/a", 64, 0))).doesNotApply("is unknown");
    }

    @Test
    void missingFactsAreNamed() {
        judged(with(JVM, "identity", denied("/tmp"))).needs("VM", Reason.DENIED);
        judged(with(JVM, "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(with(JVM, "cgroup", denied("/proc/4242/cgroup"))).needs("control groups", Reason.DENIED);
        judged(with(
                        JVM,
                        "cgroup",
                        known(with(FactsSamples.groups(), "hugetlb", denied("/sys/fs/cgroup")), "/proc/4242/cgroup")))
                .needs("hugetlb limits", Reason.DENIED);
    }

    /** A JVM that names 1 GiB takes 2 MiB pages for what does not fill a page of 1 GiB: each size has its limit. */
    @Test
    void limitsOfANamedSizeCount() {
        Bytes page = Bytes.ofGiB(1);
        Host host = host().withPools(known(
                List.of(new HugePool(Bytes.ofMiB(2), 2000, 2000, 0, 0, 0), new HugePool(page, 4, 4, 0, 0, 0)),
                "/sys/kernel/mm/hugepages"));
        GroupLimit limit =
                new GroupLimit(Bytes.ZERO, Optional.of(Bytes.ZERO), "/a", "/sys/fs/cgroup/a/hugetlb.1GB.max");
        HugetlbGroup group =
                new HugetlbGroup(page, List.of(limit), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        Cgroup cgroup = with(FactsSamples.groups(), "hugetlb", known(List.of(group), "/sys/fs/cgroup"));
        Jvm jvm = with(
                onPool(g1(17, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g"), page),
                "cgroup",
                known(cgroup, "/proc/4242/cgroup"));
        Outcome.Finding finding = Judged.by(ID, host, jvm).finds(CRITICAL);
        assertTrue(finding.summary().contains("allows 0 B of 1 GiB hugetlb pages"), finding.summary());
        Jvm usual = with(JVM, "cgroup", known(cgroup, "/proc/4242/cgroup"));
        Judged.by(ID, host, usual).passes();
    }

    /** Base pages of 16 KiB: the default pool has pages of 32 MiB, and the limit is in hugetlb.32MB.max. */
    @Test
    void theLimitOfTheDefaultPageSizeCounts() {
        Bytes page = Bytes.ofMiB(32);
        Host host = with(host(), "basePage", known(Bytes.ofKiB(16), "/proc/self/auxv"))
                .withMemory(FactsSamples.memory(Bytes.ofGiB(8), page))
                .withPools(known(List.of(new HugePool(page, 100, 100, 0, 0, 0)), "/sys/kernel/mm/hugepages"));
        GroupLimit limit =
                new GroupLimit(Bytes.ofMiB(512), Optional.of(Bytes.ZERO), "/a", "/sys/fs/cgroup/a/hugetlb.32MB.max");
        HugetlbGroup group =
                new HugetlbGroup(page, List.of(limit), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        Cgroup cgroup = with(FactsSamples.groups(), "hugetlb", known(List.of(group), "/sys/fs/cgroup"));
        Jvm jvm = with(onPool(JVM, page), "cgroup", known(cgroup, "/proc/4242/cgroup"));
        Outcome.Finding finding = Judged.by(ID, host, jvm).finds(CRITICAL);
        assertTrue(finding.summary().contains("allows 512 MiB of hugetlb pages"), finding.summary());
        Jvm died = with(jvm, "crash", Optional.of(new Crash("SIGBUS", Optional.of(1L), Optional.empty())));
        String effect = Judged.by(ID, host, died).finds(CRITICAL).expectedEffect();
        assertTrue(effect.contains("hugetlb.32MB.max") && effect.contains("hugepages-32Mi"), effect);
    }
}
