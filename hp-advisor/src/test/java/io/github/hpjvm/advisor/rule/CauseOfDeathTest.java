package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.finding.Severity.CRITICAL;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.FailedAllocation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CauseOfDeathTest {
    private static final String ID = "HP-901";

    private static Jvm died(Crash crash) {
        return with(g1(17), "crash", Optional.of(crash));
    }

    private static Jvm without(long bytes) {
        return died(new Crash(
                "Out of Memory Error",
                Optional.empty(),
                Optional.empty(),
                Optional.of(new FailedAllocation("mmap", Bytes.of(bytes), "committing reserved memory"))));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyToAJvmThatRuns() {
        Judged.by(ID, host(), g1(17)).doesNotApply("did not die");
    }

    @Test
    void namesWhatWasRefused() {
        Host low = pool(2663, 2663, 0).withMemory(memory(Bytes.ofMiB(1800), Bytes.ofMiB(2)));
        Outcome.Finding finding = Judged.by(ID, low, without(3_126_853_632L)).finds(CRITICAL);
        assertTrue(
                finding.summary()
                        .startsWith(
                                "The JVM died because the kernel refused 2.9 GiB for committing reserved memory (mmap)"),
                finding.summary());
        assertTrue(finding.explanation().startsWith("The host had too little memory."), finding.explanation());
        assertTrue(finding.explanation().contains("2663 of 2663 pages"), finding.explanation());
        Outcome.Finding enough = Judged.by(ID, host(), without(3_126_853_632L)).finds(CRITICAL);
        assertTrue(enough.explanation().contains("vm.overcommit_memory"), enough.explanation());
        assertFalse(enough.explanation().contains("pool"), enough.explanation());
    }

    /** An excerpt of stdout has no figures of the host. */
    @Test
    void doesNotSayThatThereWasMemoryWithoutAFigure() {
        Host unknown = host().withMemory(denied("/proc/meminfo"));
        Outcome.Finding finding =
                Judged.by(ID, unknown, without(3_126_853_632L)).finds(CRITICAL);
        assertTrue(finding.explanation().startsWith("Either the host had too little memory"), finding.explanation());
    }

    @Test
    void noHeapIsLargeEnoughForAnArrayAboveTheLimit() {
        Outcome.Finding finding = Judged.by(ID, host(), outOfMemory("Requested array size exceeds VM limit"))
                .finds(CRITICAL);
        assertFalse(finding.expectedEffect().contains("-Xmx"), finding.expectedEffect());
    }

    @Test
    void theHeapOfMallocIsAnonymous() {
        Outcome.Finding finding = Judged.by(
                        ID, host(), died(new Crash("SIGBUS", Optional.of(0x7f12309e108fL), Optional.of("[heap]"))))
                .finds(CRITICAL);
        assertTrue(finding.summary().contains("anonymous memory"), finding.summary());
    }

    @Test
    void namesTheFileOfASigbus() {
        Crash crash = new Crash("SIGBUS", Optional.of(0x7f12309e108fL), Optional.of("/srv/app/app.jar"));
        Outcome.Finding finding = Judged.by(ID, host(), died(crash)).finds(CRITICAL);
        assertTrue(finding.summary().endsWith("in a mapped file: /srv/app/app.jar"), finding.summary());
    }

    private static Jvm outOfMemory(String what) {
        return died(new Crash(
                "Internal Error",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("Internal Error (debug.cpp:362): fatal error: OutOfMemory encountered: " + what),
                Optional.empty()));
    }

    @Test
    void namesTheMemoryOfTheJvmThatWasFull() {
        Outcome.Finding heap =
                Judged.by(ID, host(), outOfMemory("Java heap space")).finds(CRITICAL);
        assertTrue(heap.summary().contains("OutOfMemoryError: Java heap space"), heap.summary());
        assertTrue(heap.expectedEffect().contains("-Xmx"), heap.expectedEffect());
        Outcome.Finding metaspace =
                Judged.by(ID, host(), outOfMemory("Metaspace")).finds(CRITICAL);
        assertTrue(metaspace.expectedEffect().contains("MaxMetaspaceSize"), metaspace.expectedEffect());
        assertFalse(metaspace.expectedEffect().contains("-Xmx"), metaspace.expectedEffect());
    }

    @Test
    void leavesPagesOfThePoolToAnotherRule() {
        Crash crash = new Crash("SIGBUS", Optional.of(1L << 32), Optional.of("/anon_hugepage (deleted)"));
        Judged.by(ID, host(), died(crash)).doesNotApply("another rule");
        Judged.by(ID, host(), died(new Crash("SIGSEGV", Optional.empty(), Optional.empty())))
                .doesNotApply("SIGSEGV");
    }
}
