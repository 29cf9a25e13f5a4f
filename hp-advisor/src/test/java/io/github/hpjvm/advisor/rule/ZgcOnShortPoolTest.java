package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.finding.Severity.CRITICAL;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZgcOnShortPoolTest {
    private static final String ID = "HP-201";
    private static final Jvm GROWING = started(512, "-XX:+UseZGC", "-XX:+UseLargePages");

    /** A heap of up to 1 GiB on the pool, with the given committed size, half of it touched. */
    private static Jvm started(long mib, String... arguments) {
        Jvm jvm = jvm(21, Collector.ZGC_GENERATIONAL, Bytes.ofGiB(1), arguments);
        return with(
                heap(jvm, on(PageKind.HUGETLB, Bytes.ofMiB(mib), Bytes.ofMiB(mib / 2))),
                "status",
                status(mib * 1024 + " kB"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyToOtherCollectors() {
        Judged.by(ID, pool(10, 10, 0), g1(17, "-XX:+UseLargePages")).doesNotApply("not ZGC");
        Judged.by(ID, pool(10, 10, 0), jvm(21, Collector.ZGC, Bytes.ofGiB(1))).doesNotApply("not requested");
        Judged.by(ID, pool(10, 10, 0), jvm(21, Collector.ZGC, Bytes.ofGiB(1), "-XX:+UseLargePages"))
                .doesNotApply("does not back the heap");
    }

    /** A heap of 512 pages that holds 256. */
    @Test
    void passesAPoolWithEnoughPages() {
        Judged.by(ID, pool(700, 256, 0), GROWING).passes();
        Outcome.Finding finding = Judged.by(ID, pool(700, 255, 0), GROWING).finds(CRITICAL);
        assertTrue(finding.summary().contains("needs 1 more page of 2 MiB"), finding.summary());
        assertEquals(
                List.of(new Sysctl("vm.nr_hugepages", "701", "700", "2 MiB more memory for the pool")),
                finding.actions());
    }

    /** Observed on 11 with -Xms128m -Xmx128m: 92 MiB are mapped, and 128 MiB have their pages. */
    @Test
    void passesAHeapAtItsMaximum() {
        Judged.by(ID, pool(185, 0, 0), started(1024, "-XX:+UseZGC", "-XX:+UseLargePages"))
                .passes();
        Judged.by(ID, pool(185, 0, 0), started(736, "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms1g"))
                .passes();
        Judged.by(ID, pool(185, 0, 0), started(736, "-XX:+UseZGC", "-XX:+UseLargePages"))
                .finds(CRITICAL);
    }

    /** Measured on 21 with -Xms128m -Xmx1g and a pool of 400 pages: 184 are taken, few are touched. */
    @Test
    void committedMemoryHasItsPages() {
        Jvm young = code(
                started(128, "-XX:+UseZGC", "-XX:+UseLargePages"),
                on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(6)));
        Outcome.Finding finding = Judged.by(ID, pool(400, 216, 0), young).finds(CRITICAL);
        assertTrue(finding.summary().contains("232 more pages"), finding.summary());
        Judged.by("HP-106", "2M pool", pool(400, 216, 0), young).doesNotApply("another rule");
    }

    @Test
    void overcommitIsAWarning() {
        Host host = with(
                host(),
                "pools",
                known(List.of(new HugePool(Bytes.ofMiB(2), 300, 0, 0, 0, 1000)), "/sys/kernel/mm/hugepages"));
        Judged.by(ID, host, GROWING).finds(WARNING);
    }

    /** Where the kernel has failed to allocate a page of a pool, the same attempt is not repeated. */
    @Test
    void aFragmentedHostGetsThePoolAtBoot() {
        Host failed =
                with(pool(300, 0, 0), "vmstat", known(new VmStat(Map.of("htlb_buddy_alloc_fail", 3L)), "/proc/vmstat"));
        Outcome.Finding finding = Judged.by(ID, failed, GROWING).finds(CRITICAL);
        assertEquals(List.of(new KernelArgument("hugepagesz=2M hugepages=556")), finding.actions());
        assertTrue(finding.explanation().contains("has failed 3 times"), finding.explanation());
        assertTrue(finding.expectedEffect().startsWith("After a reboot"), finding.expectedEffect());
    }

    @Test
    void aHostWithoutMemoryHasNoAction() {
        Host poor = with(pool(300, 0, 0), "memory", memory(Bytes.ofMiB(600), Bytes.ofMiB(2)));
        assertEquals(List.of(), Judged.by(ID, poor, GROWING).actions(CRITICAL));
    }
}
