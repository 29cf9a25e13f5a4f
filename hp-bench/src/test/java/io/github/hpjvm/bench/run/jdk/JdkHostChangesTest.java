package io.github.hpjvm.bench.run.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkCase.Pages;
import io.github.hpjvm.bench.jdk.JdkHost;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JdkHostChangesTest {
    private static final Bytes PAGE = Bytes.ofMiB(2);
    private static final Bytes GIBIBYTE = Bytes.ofGiB(1);
    private static final long NEED = 170;

    private static JdkCase test(Pages pages, JdkHost host) {
        return new JdkCase(Collector.G1, pages, Bytes.ofMiB(64), host);
    }

    private static Prediction needs(Bytes page, Span pages) {
        PoolForecast pool = new PoolForecast(page, OptionalInt.empty(), pages, pages, Span.NONE, Span.NONE);
        return new Prediction(
                VmIdentity.of(VmKind.HOTSPOT),
                Optional.of(true),
                "",
                List.of(),
                List.of(pool),
                List.of(),
                List.of(),
                List.of());
    }

    private static HugePool pool(Bytes page, long total, long free) {
        return new HugePool(page, total, free, 0, 0, 0);
    }

    private static JdkHostChanges host(String mode, Bytes pmd, List<HugePool> now, List<HugePool> found) {
        ThpPolicy thp = new ThpPolicy(mode, Optional.of("never"), "never", Optional.of("never"), pmd);
        return new JdkHostChanges(Optional.of(thp), Optional.empty(), now, found, PAGE, Bytes.ofGiB(8));
    }

    private static List<String> changes(JdkHostChanges.Plan plan) {
        assertEquals(Optional.empty(), plan.refusal());
        return plan.changes().stream().map(HostChange::command).collect(Collectors.toList());
    }

    @Test
    void eachModeIsThatOfTheSizeToo() {
        for (Bytes pmd : List.of(Bytes.ofMiB(2), Bytes.ofMiB(32), Bytes.ofMiB(512))) {
            JdkHostChanges host = host("madvise", pmd, List.of(), List.of());
            String folder = "/sys/kernel/mm/transparent_hugepage/";
            assertEquals(
                    List.of(
                            "echo always > " + folder + "enabled",
                            "echo inherit > " + folder + "hugepages-" + pmd.value() / 1024 + "kB/enabled",
                            "echo always > " + folder + "defrag",
                            "echo advise > " + folder + "shmem_enabled"),
                    changes(host.of(test(Pages.THP, JdkHost.ALWAYS), needs(PAGE, Span.NONE))));
            assertEquals(
                    List.of(
                            "echo never > " + folder + "enabled",
                            "echo inherit > " + folder + "hugepages-" + pmd.value() / 1024 + "kB/enabled",
                            "echo madvise > " + folder + "defrag"),
                    changes(host.of(test(Pages.THP, JdkHost.NEVER), needs(PAGE, Span.NONE))));
        }
    }

    private static String pages(JdkHost host, HugePool now, HugePool found) {
        JdkHostChanges.Plan plan = host("madvise", PAGE, List.of(now), List.of(found))
                .of(test(Pages.HUGETLB, host), needs(PAGE, Span.exactly(NEED)));
        return changes(plan).stream()
                .filter(change -> change.contains("nr_hugepages"))
                .map(change -> change.replaceAll("\\D+", ""))
                .collect(Collectors.joining());
    }

    @Test
    void aPoolHasThePagesOfItsCaseBesideThoseInUse() {
        HugePool none = pool(PAGE, 0, 0);
        assertEquals("170", pages(JdkHost.POOL, none, none));
        assertEquals("31", pages(JdkHost.SHORT_POOL, none, none));
        assertEquals("", pages(JdkHost.NO_POOL, none, none));
        HugePool used = pool(PAGE, 20, 5);
        assertEquals("185", pages(JdkHost.POOL, used, used));
        assertEquals("46", pages(JdkHost.SHORT_POOL, used, used));
        // Later cases take back what an earlier case added, and no more.
        assertEquals("31", pages(JdkHost.SHORT_POOL, pool(PAGE, 170, 170), none));
        assertEquals("0", pages(JdkHost.NO_POOL, pool(PAGE, 170, 170), none));
        assertEquals("10", pages(JdkHost.MADVISE, pool(PAGE, 170, 170), pool(PAGE, 10, 10)));
    }

    @Test
    void noPoolBecomesSmallerThanItWas() {
        HugePool own = pool(PAGE, 100, 100);
        JdkHostChanges.Plan plan = host("madvise", PAGE, List.of(own), List.of(own))
                .of(test(Pages.HUGETLB, JdkHost.NO_POOL), needs(PAGE, Span.exactly(NEED)));
        assertEquals(List.of(), plan.changes());
        assertEquals(
                Optional.of("the host already has a pool of 100 pages of 2 MiB, and this case needs one of 0"),
                plan.refusal());
        // The pool of a size that the case does not use stays.
        HugePool large = pool(GIBIBYTE, 2, 2);
        assertEquals(
                1,
                host("madvise", PAGE, List.of(pool(PAGE, 0, 0), large), List.of(large))
                        .of(test(Pages.HUGETLB, JdkHost.POOL), needs(PAGE, Span.exactly(NEED)))
                        .changes()
                        .stream()
                        .filter(change -> change.command().contains("nr_hugepages"))
                        .count());
    }

    @Test
    void aPoolThatExceedsMemoryIsRefused() {
        JdkHostChanges.Plan plan = host("madvise", PAGE, List.of(pool(GIBIBYTE, 0, 0)), List.of())
                .of(test(Pages.HUGETLB_1G, JdkHost.POOL), needs(GIBIBYTE, Span.exactly(7)));
        assertEquals(Optional.of("7 more pages of 1 GiB exceed the available memory"), plan.refusal());
    }

    @Test
    void aKernelWithoutTransparentHugePagesStillHasPools() {
        JdkHostChanges host = new JdkHostChanges(
                Optional.empty(), Optional.empty(), List.of(pool(PAGE, 0, 0)), List.of(), PAGE, Bytes.ofGiB(8));
        assertTrue(host.of(test(Pages.THP, JdkHost.MADVISE), needs(PAGE, Span.NONE))
                .refusal()
                .isPresent());
        assertEquals(
                List.of("echo 170 > /proc/sys/vm/nr_hugepages"),
                changes(host.of(test(Pages.HUGETLB, JdkHost.POOL), needs(PAGE, Span.exactly(NEED)))));
    }
}
