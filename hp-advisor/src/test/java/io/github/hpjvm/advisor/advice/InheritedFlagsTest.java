package io.github.hpjvm.advisor.advice;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.skipped;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InheritedFlagsTest {
    private static final Host HOST = pool(100, 100, 0);
    private static final Jvm SERVER = g1(17);
    private static final Jvm STARTER = with(g1(17), "pid", 812L);

    private static Advice planned(PageKind kind) {
        return ChosenPages.of(facts(HOST, SERVER), SERVER, kind).advice();
    }

    private static Advice beside(Advice advice, Host host, Jvm... others) {
        return InheritedFlags.of(advice, host, List.of(others)).advice();
    }

    private static long pages(Advice advice) {
        return advice.plan().actions().stream()
                .flatMap(action -> action.setting().stream())
                .filter(setting -> setting.pool().isPresent())
                .mapToLong(setting -> Long.parseLong(setting.value()))
                .sum();
    }

    private static long need(Jvm jvm) {
        return JvmTenant.of(jvm, HOST.forAdvice()).need().values().stream()
                .mapToLong(pages -> pages)
                .sum();
    }

    @Test
    void thePoolHasPagesForEachJvmOfTheService() {
        Advice alone = planned(PageKind.HUGETLB);
        Advice both = beside(alone, HOST, SERVER, STARTER);
        assertEquals(need(SERVER), pages(alone), "the pool of 100 pages is free");
        assertEquals(need(SERVER) + need(STARTER), pages(both));
        assertEquals(alone.plan().actions().size(), both.plan().actions().size());
        assertEquals(alone.addedFlags(), both.addedFlags());
        assertEquals(1, both.notes().size() - alone.notes().size(), "the JVM itself is no heir");
        String note = both.notes().get(both.notes().size() - 1);
        assertTrue(note.contains("process 812") && note.contains(need(STARTER) + " pages"), note);
    }

    private static List<String> pools(Advice advice) {
        return advice.plan().actions().stream()
                .filter(action -> action.flags().isEmpty())
                .map(Action::command)
                .toList();
    }

    private static Advice planned(Host host, Jvm jvm) {
        return ChosenPages.of(facts(host, jvm), jvm, PageKind.HUGETLB).advice();
    }

    /** 2 GiB are available and 3 GiB come back: enough for 1 GiB of heap, but not for 4 GiB more. */
    @Test
    void thePlanStaysWhereTheHostHasNoMemoryForAll() {
        Host small = HOST.withMemory(memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        Jvm large = with(jvm(17, Collector.G1, Bytes.ofGiB(4)), "pid", 812L);
        Advice alone = planned(small, SERVER);
        Advice both = beside(alone, small, large);
        assertEquals(alone.plan(), both.plan());
        assertEquals(
                Optional.of("the host has no memory for its pages"),
                InheritedFlags.of(alone, small, List.of(large)).whyAlone());
        assertEquals(
                Optional.empty(), InheritedFlags.of(alone, HOST, List.of(large)).whyAlone());
        assertEquals(
                Optional.empty(), InheritedFlags.of(alone, small, List.of()).whyAlone());
        String notes = both.notes().toString();
        assertTrue(
                notes.contains("process 812 (com.example.Shop): the host has no memory for its pages. Give the"),
                notes);
        assertTrue(notes.contains("flags to process 4242 alone: on its command line, not in a variable."), notes);
    }

    @Test
    void thePlanStaysWhereTheNeedOfTheJvmIsUnknown() {
        Jvm unknown = with(SERVER, "arguments", skipped("/proc/4242/cmdline"));
        Advice advice = new Advice(
                unknown,
                planned(PageKind.HUGETLB).requested(),
                Map.of(),
                List.of(),
                planned(PageKind.HUGETLB).plan(),
                List.of());
        InheritedFlags.Beside both = InheritedFlags.of(advice, HOST, List.of(STARTER));
        assertEquals(advice.plan(), both.advice().plan());
        String why =
                "the pool has no pages for it, because the need of process 4242 is unknown: its VM or its arguments are"
                        + " unknown";
        assertEquals(Optional.of(why), both.whyAlone());
        String notes = both.advice().notes().toString();
        assertTrue(notes.contains("812 (com.example.Shop): " + why), notes);
    }

    /** The default page is 1 GiB, so the plan names 2 MiB: no JVM takes pages of 1 GiB. */
    @Test
    void thePoolHasThePageSizeThatTheFlagsName() {
        Host gigantic = HOST.withMemory(memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        Advice alone = planned(gigantic, SERVER);
        assertTrue(alone.addedFlags().contains("-XX:LargePageSizeInBytes=2m"), alone.addedFlags()::toString);
        Advice both = beside(alone, gigantic, STARTER);
        assertEquals(1, pools(alone).size(), pools(alone)::toString);
        assertEquals(1, pools(both).size(), pools(both)::toString);
        assertTrue(pools(both).get(0).contains("hugepages-2048kB"), pools(both)::toString);
        assertEquals(need(SERVER) + need(STARTER), pages(both));
    }

    /** The host has free blocks for one JVM, so that both get their pages at boot: a later write would take pages away. */
    @Test
    void aPoolAtBootReplacesTheWrite() {
        Host failed = free(HOST, need(SERVER))
                .withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 1L)), "/proc/vmstat"));
        Advice alone = planned(failed, SERVER);
        assertTrue(pools(alone).toString().contains("vm.nr_hugepages=" + need(SERVER)), pools(alone)::toString);
        Advice both = beside(alone, failed, STARTER);
        assertEquals(
                List.of("add to the kernel's command line and reboot: hugepagesz=2M hugepages="
                        + (need(SERVER) + need(STARTER))),
                pools(both));
        assertEquals("a1", both.plan().steps().get(0).id());
    }

    /** Node 0 has no page; the pages of node 1 are for none of them. */
    @Test
    void thePagesAreOnTheNodesOfTheJvms() {
        Bytes page = Bytes.ofMiB(2);
        Host nodes = with(
                pool(2000, 2000, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, page, 0, 0, 0), new NodePool(1, page, 2000, 2000, 0)),
                        "/sys/devices/system/node"));
        Jvm server = bound(SERVER);
        Advice alone = planned(nodes, server);
        Advice both = beside(alone, nodes, bound(STARTER));
        String file = "node0/hugepages/hugepages-2048kB/nr_hugepages";
        assertEquals(1, pools(alone).size(), pools(alone)::toString);
        assertEquals(1, pools(both).size(), pools(both)::toString);
        assertTrue(pools(both).get(0).contains(file), pools(both)::toString);
        assertEquals(need(SERVER), pages(alone));
        assertEquals(need(SERVER) + need(STARTER), pages(both));
    }

    private static Jvm bound(Jvm jvm) {
        Map<String, String> fields =
                Map.of("Name", "java", "VmRSS", "1572864 kB", "HugetlbPages", "0 kB", "Mems_allowed_list", "0");
        return with(jvm, "status", known(new ProcStatus(fields), "/proc/4242/status"));
    }

    @Test
    void transparentPagesNeedNoPool() {
        Advice alone = planned(PageKind.THP);
        Advice both = beside(alone, HOST, STARTER);
        assertEquals(alone.plan(), both.plan());
        assertTrue(both.notes().toString().contains("process 812"), both.notes().toString());
    }

    @Test
    void withoutHeirsOrFlagsNothingChanges() {
        Advice alone = planned(PageKind.HUGETLB);
        assertSame(alone, beside(alone, HOST));
        assertSame(alone, beside(alone, HOST, SERVER));
        assertSame(alone, beside(alone, HOST, with(JvmSamples.other(VmKind.OPENJ9), "pid", 812L)));
        Jvm asks = g1(17, "-XX:+UseLargePages");
        Advice pool = Advisor.advise(facts(HOST, asks), asks);
        assertTrue(
                pool.plan().actions().stream()
                        .map(Action::setting)
                        .anyMatch(one -> one.filter(setting -> setting.store() == Setting.Store.SYSCTL)
                                .isPresent()),
                pool.plan().toString());
        assertSame(pool, beside(pool, HOST, STARTER), "no variable changes");
    }

    private static Jvm asks(long pid) {
        return with(g1(17, "-XX:+UseLargePages"), "pid", pid);
    }

    /** JDK_JAVA_OPTIONS of the unit has the flag already, and the pool is empty, as after a boot. */
    @Test
    void thePoolHasPagesForEachJvmThatHasTheFlag() {
        Host empty = pool(0, 0, 0);
        Jvm server = asks(4242);
        Advice alone = Advisor.advise(facts(empty, server), server);
        assertEquals(List.of(), alone.addedFlags());
        assertTrue(InheritedFlags.concern(alone));
        assertEquals(need(server), pages(alone));
        Advice both = beside(alone, empty, asks(812), with(g1(17), "pid", 813L));
        assertEquals(need(server) + need(asks(812)), pages(both));
        assertEquals(alone.notes().size() + 1, both.notes().size(), "813 takes no pages");
        String note = both.notes().get(both.notes().size() - 1);
        assertEquals(
                "The same service also starts process 812 (com.example.Shop): the pool has " + need(asks(812))
                        + " pages for it.",
                note);
    }

    @Test
    void thePoolOfTheFlagStaysWhereTheHostHasNoMemoryForAll() {
        Host small = pool(0, 0, 0).withMemory(memory(Bytes.ofGiB(4), Bytes.ofMiB(2)));
        Jvm server = asks(4242);
        Jvm large = with(jvm(17, Collector.G1, Bytes.ofGiB(40), "-XX:+UseLargePages"), "pid", 812L);
        Advice alone = Advisor.advise(facts(small, server), server);
        assertEquals(need(server), pages(alone));
        InheritedFlags.Beside both = InheritedFlags.of(alone, small, List.of(large));
        assertEquals(alone.plan(), both.advice().plan());
        assertEquals(Optional.empty(), both.whyAlone(), "it has the flag already");
        String notes = both.advice().notes().toString();
        assertTrue(notes.endsWith("812 (com.example.Shop): the host has no memory for its pages.]"), notes);
    }

    @Test
    void theSmallestHeapIsThatOfAnotherJvm() {
        Advice alone = planned(PageKind.HUGETLB);
        Jvm small = with(jvm(17, Collector.G1, Bytes.ofMiB(128)), "pid", 813L);
        assertEquals(
                Optional.of(Bytes.ofMiB(128)), InheritedFlags.smallestHeap(alone, List.of(STARTER, small, SERVER)));
        assertEquals(Optional.empty(), InheritedFlags.smallestHeap(alone, List.of(SERVER)));
    }

    /** Measured on 17.0.15 and 25.0.3 with -Xms256m -Xmx128m before them: -XX:InitialHeapSize=64m alone is refused. */
    @ParameterizedTest
    @CsvSource({
        "-Xms64m, COMMAND_LINE, true",
        "-Xms64m, UNDERSCORE_JAVA_OPTIONS, true",
        "-Xms64m, JDK_JAVA_OPTIONS, false",
        "-XX:InitialHeapSize=64m, COMMAND_LINE, false",
        "-XX:InitialHeapSize=64m -XX:MinHeapSize=32m, COMMAND_LINE, true"
    })
    void anInitialHeapOfItsOwnOverridesTheVariable(String flags, ArgumentOrigin origin, boolean own) {
        List<Argument> arguments = Stream.of(flags.split(" "))
                .map(flag -> new Argument(flag, origin))
                .toList();
        Jvm small = with(jvm(17, Collector.G1, Bytes.ofMiB(128)), "pid", 813L)
                .withArguments(known(new Arguments(arguments, List.of(), "Starter"), "/proc/813/cmdline"));
        assertEquals(
                own ? Optional.empty() : Optional.of(Bytes.ofMiB(128)),
                InheritedFlags.smallestHeap(planned(PageKind.HUGETLB), List.of(small)));
    }
}
