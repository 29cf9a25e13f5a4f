package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.FailedAllocation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.term.Bytes;
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
        Host host = Host.afterwards(found.thp(), found.memory().map(Memory::new), found.pools(), Source.of("hs_err"));
        Facts facts = new Facts(Instant.EPOCH, host, List.of(found.jvm()));
        assertEquals(facts, FactsJson.read(FactsJson.write(facts)));
        Advice advice = Advisor.advise(facts, found.jvm());
        return advice.outcomes().stream()
                .filter(outcome -> outcome.rule().equals("HP-104"))
                .findFirst()
                .orElseThrow();
    }

    /** 8, 17 and 25 write these heads alike; the signal of a crash has no message. */
    @Test
    void readsTheMessageOfAnInternalError() {
        String head = """
                #
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  Internal Error (debug.cpp:362), pid=28986, tid=28987
                #  fatal error: OutOfMemory encountered: Java heap space
                #
                # JRE version: OpenJDK Runtime Environment (17.0.21+1) (build 17.0.21.0.3+1-1-Debian)
                """;
        assertEquals(
                Optional.of("Internal Error (debug.cpp:362): fatal error: OutOfMemory encountered: Java heap space"),
                crash(head).orElseThrow().error());
        String signal = """
                #
                #  SIGSEGV (0xb) at pc=0x00007f0a685cf894, pid=28920, tid=28931
                #
                # JRE version: OpenJDK Runtime Environment (17.0.21+1) (build 17.0.21.0.3+1-1-Debian)
                """;
        assertEquals(
                Optional.of("SIGSEGV (0xb) at pc=0x00007f0a685cf894"),
                crash(signal).orElseThrow().error());
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

    /** The head of logs of 8u91 and 17: the JVM died when it committed its heap. */
    @Test
    void theRefusedMemoryIsRead() {
        String head = "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n"
                + "# Native memory allocation (mmap) failed to map 2060255232 bytes for committing reserved memory.\n"
                + "#  Out of Memory Error (os_linux.cpp:2630), pid=20879, tid=0x00007f5834c00700\n#\n";
        String of8 = head + "# JRE version:  (8.0_91-b14) (build )\n"
                + "# Java VM: OpenJDK 64-Bit Server VM (25.91-b14 mixed mode linux-amd64 compressed oops)\n";
        Crash crash = crash(of8).orElseThrow();
        assertEquals("Out of Memory Error", crash.signal());
        assertEquals(
                Optional.of(new FailedAllocation("mmap", Bytes.of(2060255232L), "committing reserved memory")),
                crash.allocation());
        assertEquals(
                "1.8.0_91",
                HsErr.parse(of8)
                        .jvm()
                        .identity()
                        .known()
                        .orElseThrow()
                        .release()
                        .orElseThrow()
                        .text());
        String of8Later = head + "# Java VM: OpenJDK 64-Bit Server VM (25.504-b01 mixed mode linux-amd64)\n";
        assertEquals(
                8,
                HsErr.parse(of8Later)
                        .jvm()
                        .identity()
                        .known()
                        .orElseThrow()
                        .release()
                        .orElseThrow()
                        .feature());
        String malloc = head.replace(
                "(mmap) failed to map 2060255232 bytes for committing reserved memory.",
                "(malloc) failed to allocate 1048592 bytes. Error detail: Chunk::new");
        assertEquals(
                Optional.of(new FailedAllocation("malloc", Bytes.of(1048592), "")),
                crash(malloc + "# Java VM: OpenJDK 64-Bit Server VM (21.0.4+7-LTS, mixed mode)\n")
                        .orElseThrow()
                        .allocation());
    }

    /** The pool of the log's own /proc/meminfo. */
    @Test
    void thePoolOfALogIsRead() {
        String log =
                "# Java VM: OpenJDK 64-Bit Server VM (17.0.9+9, mixed mode)\n/proc/meminfo:\nMemTotal: 24000000 kB\n"
                        + "HugePages_Total:    2663\nHugePages_Free:     2600\nHugePages_Rsvd:        3\nHugepagesize:       2048 kB\n\n";
        assertEquals(
                List.of(new HugePool(Bytes.ofMiB(2), 2663, 2600, 3, 0, 0)),
                HsErr.parse(log).pools().known().orElseThrow());
        assertTrue(HsErr.parse(log.replace("HugePages_Total", "HugePages_X"))
                .pools()
                .known()
                .isEmpty());
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
