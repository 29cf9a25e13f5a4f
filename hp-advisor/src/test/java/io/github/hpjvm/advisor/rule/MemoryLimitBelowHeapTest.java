package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.GroupView;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryLimitBelowHeapTest {
    private static final String ID = "HP-206";
    private static final String THP = "-XX:+UseTransparentHugePages";

    /** 1 GiB of heap with 256 MiB resident, in a process of 1.5 GiB. */
    private static Jvm growing(String... more) {
        List<String> arguments = new ArrayList<>(List.of(THP));
        arguments.addAll(List.of(more));
        return heap(g1(17, arguments.toArray(String[]::new)), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(256)));
    }

    /** A charge for a page of the pool that fails is SIGBUS (cgroup-v2.rst). */
    @Test
    void judgesAHeapOnThePoolIfTheLimitCoversIt() {
        Jvm pooled = JvmSamples.heap(
                JvmSamples.g1(17, "-XX:+UseLargePages"),
                JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1), Bytes.ofMiB(100)));
        Jvm charged = JvmSamples.chargedForPools(JvmSamples.memoryLimit(pooled, 512, 300));
        Outcome.Finding finding =
                Judged.by("HP-206", FactsSamples.host(), charged).finds(Severity.CRITICAL);
        assertTrue(finding.summary().contains("SIGBUS"), finding.summary());
        assertTrue(finding.explanation().contains("memory_hugetlb_accounting"), finding.explanation());
        Judged.by("HP-206", FactsSamples.host(), JvmSamples.memoryLimit(pooled, 512, 300))
                .doesNotApply("does not cover hugetlb pages");
        Judged.by("HP-206", FactsSamples.host(), JvmSamples.chargedForPools(JvmSamples.memoryLimit(pooled, 4000, 300)))
                .passes();
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutLimitOrHugePages() {
        Judged.by(ID, host(), growing()).passes();
        Judged.by(ID, host(), memoryLimit(g1(17), 800, 100)).doesNotApply("not requested");
        Judged.by(ID, host(), memoryLimit(g1(17, "-XX:+UseLargePages"), 800, 100))
                .doesNotApply("does not cover hugetlb pages");
    }

    @Test
    void heapAndOtherMemoryMustFit() {
        Judged.by(ID, host(), memoryLimit(growing(), 2304, 1536)).passes();
        Judged.by(ID, host(), memoryLimit(growing(), 2303, 1536)).finds(INFO);
        Judged.by(ID, host(), memoryLimit(growing(), 1024, 1000)).finds(WARNING);
        Judged.by(ID, host(), memoryLimit(growing(), 1025, 1000)).finds(INFO);
    }

    @Test
    void advisesASmallerHeapDownToAMinimum() {
        assertEquals(
                List.of(new JvmFlag(List.of("-Xmx684m"), List.of("-Xmx1g"))),
                Judged.by(ID, host(), memoryLimit(growing("-Xmx1g", "-Xms64m"), 2000, 1536))
                        .actions(INFO));
        assertEquals(
                List.of(new JvmFlag(List.of("-Xmx684m", "-Xms684m"), List.of("-Xmx1g", "-Xms1g"))),
                Judged.by(ID, host(), memoryLimit(growing("-Xmx1g", "-Xms1g"), 2000, 1536))
                        .actions(INFO));
        assertEquals(
                List.of(),
                Judged.by(ID, host(), memoryLimit(growing(), 1024, 1000)).actions(WARNING));
    }

    @Test
    void saysThatTheJvmDoesNotSeeTheLimit() {
        Jvm limited = memoryLimit(growing(), 1024, 1000);
        GroupView none = new GroupView(false, Optional.empty(), Optional.empty());
        Cgroup groups = with(limited.cgroup().known().orElseThrow(), "view", Optional.of(none));
        Jvm hidden = with(limited, "cgroup", known(groups, "/proc/4242/cgroup"));
        String text = "does not see this limit";
        assertTrue(Judged.by(ID, host(), hidden).finds(WARNING).explanation().contains(text));
        assertFalse(Judged.by(ID, host(), limited).finds(WARNING).explanation().contains(text));
    }

    /** A snapshot can contain the largest number. */
    @Test
    void anUnlimitedHeapIsTooLarge() {
        VmIdentity vm = growing().identity().known().orElseThrow();
        VmIdentity boundless = with(vm, "maxHeap", Optional.of(Bytes.of(Long.MAX_VALUE)));
        Jvm jvm = with(growing(), "identity", known(boundless, "/tmp/hsperfdata_shop/4242"));
        Judged.by(ID, host(), memoryLimit(jvm, 2000, 1536)).finds(WARNING);
    }

    @Test
    void missingFactsAreNamed() {
        Judged.by(ID, host(), with(growing(), "cgroup", denied("/proc/4242/cgroup")))
                .needs("control groups", Reason.DENIED);
    }

    /** Above memory.high the kernel delays the process, and does not kill it. */
    @Test
    void aLimitThatDelaysCountsToo() {
        GroupLimit high = JvmSamples.limit("/app", 1024, 900);
        Outcome.Finding finding = Judged.by(ID, host(), JvmSamples.memoryLimits(growing(), List.of(), List.of(high)))
                .finds(WARNING);
        assertTrue(finding.summary().startsWith("memory.high of the control group is 1 GiB"), finding.summary());
        assertFalse(finding.explanation().contains("kernel kills"), finding.explanation());
        GroupLimit wide = JvmSamples.limit("/app", 3000, 900);
        Judged.by(ID, host(), JvmSamples.memoryLimits(growing(), List.of(), List.of(wide)))
                .passes();
        Judged.by(ID, host(), JvmSamples.memoryLimits(growing(), List.of(wide), List.of(high)))
                .finds(WARNING);
        Jvm light = JvmSamples.status(growing("-Xmx1g"), "VmRSS", "524288 kB");
        GroupLimit max = JvmSamples.limit("/app", 1200, 500);
        GroupLimit lower = JvmSamples.limit("/app", 1000, 500);
        assertEquals(
                List.of(new JvmFlag(List.of("-Xmx706m"), List.of("-Xmx1g"))),
                Judged.by(ID, host(), JvmSamples.memoryLimits(light, List.of(max), List.of(lower)))
                        .actions(INFO));
    }

    /** VmRSS counts the heap of the non-generational ZGC once for each mapping that touched it. */
    @Test
    void theViewsOfAZgcHeapCountOnce() {
        Jvm zgc = heap(
                JvmSamples.jvm(17, Collector.ZGC, Bytes.ofGiB(1), THP),
                on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(1024)));
        Jvm views = JvmSamples.status(JvmSamples.status(zgc, "VmRSS", "3670016 kB"), "RssShmem", "3145728 kB");
        assertEquals(Optional.of(Bytes.ofMiB(1536)), views.resident());
        Judged.by(ID, host(), memoryLimit(views, 1600, 1500)).passes();
        Jvm one = JvmSamples.status(zgc, "RssShmem", "1048576 kB");
        assertEquals(Optional.of(Bytes.ofMiB(1536)), one.resident());
        assertEquals(
                Optional.of(Bytes.ofMiB(1536)), JvmSamples.heapDenied(views).resident());
        Jvm g1 = JvmSamples.status(growing(), "RssShmem", "1048576 kB");
        assertEquals(Optional.of(Bytes.ofMiB(1536)), g1.resident());
    }
}
