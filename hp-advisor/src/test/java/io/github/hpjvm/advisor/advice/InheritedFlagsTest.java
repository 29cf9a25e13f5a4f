package io.github.hpjvm.advisor.advice;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
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
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
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
        Advice both = InheritedFlags.of(alone, HOST, List.of(SERVER, STARTER));
        assertEquals(need(SERVER), pages(alone), "the pool of 100 pages is free");
        assertEquals(need(SERVER) + need(STARTER), pages(both));
        assertEquals(alone.plan().actions().size(), both.plan().actions().size());
        assertEquals(alone.addedFlags(), both.addedFlags());
        assertEquals(1, both.notes().size() - alone.notes().size(), "the JVM itself is no heir");
        String note = both.notes().get(both.notes().size() - 1);
        assertTrue(note.contains("process 812") && note.contains(need(STARTER) + " pages"), note);
    }

    @Test
    void transparentPagesNeedNoPool() {
        Advice alone = planned(PageKind.THP);
        Advice both = InheritedFlags.of(alone, HOST, List.of(STARTER));
        assertEquals(alone.plan(), both.plan());
        assertTrue(both.notes().toString().contains("process 812"), both.notes().toString());
    }

    @Test
    void withoutHeirsOrFlagsNothingChanges() {
        Advice alone = planned(PageKind.HUGETLB);
        assertSame(alone, InheritedFlags.of(alone, HOST, List.of()));
        assertSame(alone, InheritedFlags.of(alone, HOST, List.of(SERVER)));
        assertSame(alone, InheritedFlags.of(alone, HOST, List.of(with(JvmSamples.other(VmKind.OPENJ9), "pid", 812L))));
        Jvm asks = g1(17, "-XX:+UseLargePages");
        Advice pool = Advisor.advise(facts(HOST, asks), asks);
        assertTrue(
                pool.plan().actions().stream()
                        .map(Action::setting)
                        .anyMatch(one -> one.filter(setting -> setting.store() == Setting.Store.SYSCTL)
                                .isPresent()),
                pool.plan().toString());
        assertSame(pool, InheritedFlags.of(pool, HOST, List.of(STARTER)), "no variable changes");
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
