package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdlePoolTest {
    private static final String ID = "HP-106";
    private static final String COST = "programs that start later find no available pages in the pool";
    private static final Jvm HEALTHY = heap(g1(17, "-XX:+UseLargePages"), on(PageKind.HUGETLB, Bytes.ofGiB(1)));

    /** By readings that are an hour apart and equal. */
    private static Judged judged(Host host, Jvm jvm) {
        return judged("2M pool", host, jvm);
    }

    private static Judged judged(String subject, Host host, Jvm jvm) {
        return Judged.by(ID, subject, confirmed(host, jvm, 3600), jvm);
    }

    private static Facts confirmed(Host host, Jvm jvm, long seconds) {
        Facts now = FactsSamples.facts(host, jvm);
        return now.with(PoolHistory.of(
                now, List.of(PoolReadings.of(new Facts(now.takenAt().minusSeconds(seconds), host, List.of())))));
    }

    @Test
    void aSingleReadingIsNoReasonToReturnPages() {
        Host host = pool(128, 128, 0);
        Judged once = Judged.by(ID, "2M pool", host, g1(17));
        assertEquals(List.of(), once.actions(INFO));
        assertTrue(once.finds(INFO).expectedEffect().contains("--observed"), once::toString);
        assertEquals(
                List.of(),
                Judged.by(ID, "2M pool", confirmed(host, g1(17), 3599), g1(17)).actions(INFO));
        assertEquals(lowered(0, 128), judged(host, g1(17)).actions(WARNING));
    }

    /** The pages that were unused at all readings count. */
    @Test
    void usedPagesOfAnEarlierReadingStay() {
        Facts now = FactsSamples.facts(pool(1000, 1000, 0), g1(17));
        Facts earlier = new Facts(now.takenAt().minusSeconds(7200), pool(1000, 300, 0), List.of());
        Facts later = new Facts(now.takenAt().minusSeconds(600), pool(1000, 500, 100), List.of());
        PoolHistory history = PoolHistory.of(now, List.of(PoolReadings.of(earlier), PoolReadings.of(later)));
        assertEquals(7200, history.seconds());
        assertEquals(
                lowered(700, 1000),
                Judged.by(ID, "2M pool", now.with(history), g1(17)).actions(WARNING));
        Facts full = new Facts(now.takenAt().minusSeconds(7200), pool(1000, 100, 0), List.of());
        Judged.by(ID, "2M pool", now.with(PoolHistory.of(now, List.of(PoolReadings.of(full)))), g1(17))
                .passes();
    }

    @Test
    void doesNotApplyDuringACampaignAndInAPod() {
        Facts facts = FactsSamples.facts(pool(128, 128, 0), g1(17));
        Judged.by(ID, "2M pool", facts.with(PoolHistory.single(true)), g1(17)).doesNotApply("campaign");
        Container pod = new Container("containerd", Optional.empty(), Optional.of("uid"), Optional.empty());
        Jvm inPod = with(
                g1(17),
                "cgroup",
                FactsSamples.known(with(FactsSamples.groups(), "container", Optional.of(pod)), "/proc/4242/cgroup"));
        judged(pool(128, 128, 0), inPod).doesNotApply("Kubernetes");
    }

    private static Host pools(HugePool... pools) {
        return with(host(), "pools", FactsSamples.known(List.of(pools), "/sys/kernel/mm/hugepages"));
    }

    private static HugePool idle(Bytes size, long pages) {
        return new HugePool(size, pages, pages, 0, 0, 0);
    }

    private static List<Action> lowered(long to, long from) {
        return List.of(new Sysctl("vm.nr_hugepages", String.valueOf(to), String.valueOf(from), COST));
    }

    @Test
    void doesNotApplyToAnEmptyPool() {
        judged(host(), g1(17)).doesNotApply("empty");
        Judged.by(ID, with(host(), "pools", denied("/sys")), g1(17)).needs("hugetlb pools", Reason.DENIED);
        Judged.by(ID, pools(), g1(17)).doesNotApply("no hugetlb pool");
    }

    @Test
    void passesSmallHeadroom() {
        judged(pool(651, 0, 0), HEALTHY).passes();
        judged(pool(651 + 127, 127, 0), HEALTHY).passes();
        judged(pool(127, 127, 0), g1(17)).passes();
    }

    @Test
    void reservedPagesAreNotIdle() {
        judged(pool(1000, 1000, 900), HEALTHY).passes();
    }

    @Test
    void aPoolThatIsUsedInPartIsAnInfo() {
        assertEquals(
                lowered(651, 651 + 128),
                judged(pool(651 + 128, 128, 0), HEALTHY).actions(INFO));
        assertEquals(lowered(600, 1000), judged(pool(1000, 500, 100), HEALTHY).actions(INFO));
    }

    @Test
    void anUnusedPoolIsAWarning() {
        Judged judged = judged(pool(128, 128, 0), g1(17));
        assertEquals(lowered(0, 128), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).summary().contains("256 MiB"), judged.toString());
    }

    /** Before 17 a JVM may take a few pages more the next time: they are left to it. */
    @Test
    void keepsPagesThatTheJvmMayTakeAtTheNextStart() {
        Jvm old = heap(g1(8, "-XX:+UseLargePages"), on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        PoolBill bill =
                PoolBill.of(JavaVersion.parse("8"), Collector.G1, Bytes.ofGiB(1), Optional.empty(), PoolBill.PAGE_SIZE);
        long spread = bill.max() - bill.min();
        assertTrue(spread > 0, bill.toString());
        judged(pool(640 + 127 + spread, 127 + spread, 0), old).passes();
        assertEquals(
                lowered(640 + spread, 1000),
                judged(pool(1000, 1000 - 640, 0), old).actions(INFO));
    }

    /**
     * If a flag cancels a request for the pool, its pages stay for the JVM. A request for other pages holds no pool.
     */
    @Test
    void cancelledFlagsHoldThePoolOnlyIfTheyRequestIt() {
        judged(pool(300, 300, 0), g1(17, "-XX:+UseLargePages", "-XX:-UseTransparentHugePages"))
                .doesNotApply("another rule");
        assertEquals(
                lowered(0, 300),
                judged(pool(300, 300, 0), g1(17, "-XX:-UseLargePages", "-XX:+UseTransparentHugePages"))
                        .actions(WARNING));
    }

    @Test
    void doesNotApplyIfTheJvmRequestsThePool() {
        judged(pool(600, 600, 0), g1(17, "-XX:+UseLargePages")).doesNotApply("another rule");
        judged(pool(600, 600, 0), JvmSamples.heapDenied(g1(17, "-XX:+UseLargePages")))
                .doesNotApply("another rule");
    }

    @Test
    void anotherDefaultSizeUsesTheFileOfThePool() {
        Host gigantic = with(pool(128, 128, 0), "memory", memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        assertEquals(
                List.of(new KernelFile(
                        Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"), "0", "128", COST)),
                judged(gigantic, g1(17)).actions(WARNING));
    }

    /** The page sizes of x86-64, and those of aarch64 with base pages of 4 KiB and of 64 KiB. */
    @Test
    void givesOneOutcomeForEachPageSize() {
        List<HugePool> pools = List.of(
                idle(Bytes.ofKiB(64), 8192),
                idle(Bytes.ofMiB(2), 0),
                idle(Bytes.ofMiB(32), 4),
                idle(Bytes.ofMiB(512), 1),
                idle(Bytes.ofGiB(1), 2),
                idle(Bytes.ofGiB(16), 1));
        Host host = pools(pools.toArray(HugePool[]::new));
        Judged.by(ID, "2M pool", host, g1(17)).doesNotApply("pool of 2 MiB pages is empty");
        Judged.by(ID, "32M pool", host, g1(17)).passes();
        for (String subject : List.of("64K pool", "512M pool", "1G pool", "16G pool")) {
            String size = subject.replaceAll("(\\d+)([KMG]) pool", "$1 $2iB pages");
            Outcome.Finding finding = judged(subject, host, g1(17)).finds(WARNING);
            assertTrue(finding.summary().contains(size), finding.summary());
        }
        assertEquals(
                List.of(new KernelFile(
                        Path.of("/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages"), "0", "2", COST)),
                judged("1G pool", host, g1(17)).actions(WARNING));
    }

    @Test
    void poolsAreJudgedSeparately() {
        Host host = pools(new HugePool(Bytes.ofMiB(2), 651, 0, 0, 0, 0), idle(Bytes.ofGiB(1), 1));
        Judged.by(ID, "2M pool", host, HEALTHY).passes();
        judged("1G pool", host, HEALTHY).finds(WARNING);
    }

    /** From 17 on a JVM that names a size takes smaller ones too; one that names none does not want the larger. */
    @Test
    void aJvmHoldsThePoolsOfItsPageSizes() {
        Host host = pools(idle(Bytes.ofMiB(2), 200), idle(Bytes.ofGiB(1), 1));
        Jvm gigantic = g1(17, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g");
        Judged.by(ID, "2M pool", host, gigantic).doesNotApply("another rule");
        judged("1G pool", host, gigantic).doesNotApply("another rule");
        Jvm usual = g1(17, "-XX:+UseLargePages");
        Judged.by(ID, "2M pool", host, usual).doesNotApply("another rule");
        judged("1G pool", host, usual).finds(WARNING);
        Jvm old = g1(11, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g");
        judged("1G pool", host, old).finds(WARNING);
        Jvm onSmaller = heap(gigantic, on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        judged("1G pool", host, onSmaller).doesNotApply("another rule");
        judged("2M pool", host, onSmaller).finds(WARNING);
    }

    @Test
    void judgesUnrequestablePoolsWithoutArguments() {
        Jvm unread = with(g1(17), "arguments", denied("/proc/4242/cmdline"));
        Judged.by(ID, "2M pool", pools(idle(Bytes.ofMiB(2), 200), idle(Bytes.ofGiB(1), 0)), unread)
                .needs("arguments", Reason.DENIED);
        Judged.by(ID, "1G pool", pools(idle(Bytes.ofMiB(2), 200), idle(Bytes.ofGiB(1), 0)), unread)
                .doesNotApply("empty");
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }
}
