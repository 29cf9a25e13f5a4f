package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crash logs of JVMs that died of SIGBUS on a page of a hugetlb pool, and of some that died of something else. */
class CrashTextTest {

    private static String log(String name) {
        return Resources.text(Resources.folder("jvm/" + name + ".txt"));
    }

    private static Optional<Crash> crash(String text) {
        return HsErr.parse(text).jvm().crash();
    }

    private static Outcome judged(String text) {
        PostMortem found = HsErr.parse(text);
        Host host = Host.afterwards(found.thp(), found.memory().map(Memory::new), Source.of("hs_err"));
        Facts facts = new Facts(Instant.EPOCH, host, List.of(found.jvm()));
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
        Advice advice = Advisor.advise(facts, found.jvm());
        return advice.outcomes().stream()
                .filter(outcome -> outcome.rule().equals("HP-104"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8-later", "11-later", "17-later", "17-pretouch", "21-later", "25-later"})
    void aPageOfThePoolThatWasRefusedIsSeenAndNamed(String name) {
        String text = log("sigbus/" + name);
        Crash crash = crash(text).orElseThrow();
        assertEquals("SIGBUS", crash.signal());
        assertTrue(crash.address().orElseThrow() >= 0xf8000000L, crash.toString());
        assertEquals(Optional.of(true), crash.onPoolPage());
        Outcome.Finding finding = assertInstanceOf(Outcome.Finding.class, judged(text));
        assertEquals(Severity.CRITICAL, finding.severity());
        assertTrue(finding.summary().contains("died of SIGBUS"), finding.summary());
        assertTrue(finding.summary().contains("that was reserved for it"), finding.summary());
        assertTrue(finding.explanation().contains("hugetlb.2MB.max"), finding.explanation());
        assertTrue(finding.expectedEffect().matches("With at least [0-9]+ MiB in .*"), finding.expectedEffect());
        assertTrue(finding.evidence().toString().contains("/anon_hugepage"), finding.toString());
    }

    /** 8 died twice, and the rest of its log with it. */
    @Test
    void ofATornLogTheSignalIsKnown() {
        String text = log("sigbus/8-zero");
        assertEquals("SIGBUS", crash(text).orElseThrow().signal());
        assertEquals(Optional.empty(), crash(text).orElseThrow().onPoolPage());
        assertInstanceOf(Outcome.Unknown.class, judged(text), "the requested size is not in it");
    }

    @Test
    void withoutTheMapsItIsASuspicion() {
        String text = log("sigbus/17-later").replaceAll("(?m)^[0-9a-f]+-[0-9a-f]+ .*anon_hugepage.*$", "");
        Outcome.Finding finding = assertInstanceOf(Outcome.Finding.class, judged(text));
        assertTrue(finding.summary().contains("probable cause"), finding.summary());
    }

    /** As when a mapped file is cut, or its disk is full. */
    @Test
    void aPageOfSomethingElseIsNotBlamedOnThePool() {
        String text = log("sigbus/17-later").replace("/anon_hugepage (deleted)", "/srv/app/data.bin");
        Outcome.NotApplicable none = assertInstanceOf(Outcome.NotApplicable.class, judged(text));
        assertTrue(none.reason().contains("/srv/app/data.bin"), none.reason());
    }

    @Test
    void anotherSignalIsNotSigbus() {
        String killed = log("hs_err/17-g1").replace("-XX:+UseG1GC", "-XX:+UseG1GC -XX:+UseLargePages");
        assertEquals("SIGSEGV", crash(killed).orElseThrow().signal());
        Outcome.NotApplicable none = assertInstanceOf(Outcome.NotApplicable.class, judged(killed));
        assertTrue(none.reason().contains("SIGSEGV"), none.reason());
        String internal = killed.replace("SIGSEGV (0xb) at", "Internal Error (heap.cpp:1),");
        assertEquals("Internal Error", crash(internal).orElseThrow().signal());
    }

    @Test
    void aSavedVmInfoIsNoCrash() {
        assertEquals(Optional.empty(), VmInfo.parse(log("vm_info/17-g1")).jvm().crash());
    }

    @Test
    void survivesDamage() {
        Mutations.survive(log("sigbus/17-later"), text -> judged(text));
    }
}
