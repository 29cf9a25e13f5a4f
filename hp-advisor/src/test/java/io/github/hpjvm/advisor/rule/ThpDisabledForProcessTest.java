package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.thpMarks;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThpDisabledForProcessTest {
    private static final String ID = "HP-108";
    private static final String ASKED = "-XX:+UseTransparentHugePages";

    private static Judged judged(Jvm jvm) {
        return Judged.by(ID, host(), jvm);
    }

    private static Jvm status(Jvm jvm, Map<String, String> fields) {
        return with(jvm, "status", known(new ProcStatus(fields), "/proc/4242/status"));
    }

    private static Jvm excluded(Jvm jvm) {
        return status(jvm, Map.of("Name", "java", "THP_enabled", "0"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void reportsAnExcludedProcess() {
        for (Jvm jvm : List.of(g1(17, ASKED), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), ASKED))) {
            Judged judged = judged(excluded(jvm));
            assertTrue(judged.finds(WARNING).summary().contains("PR_SET_THP_DISABLE"), judged.toString());
            assertEquals(List.of(), judged.actions(WARNING), "who set it is not known");
        }
    }

    private static Judged judgedOnAlways(Jvm jvm) {
        return judgedOnAlways(ID, jvm);
    }

    private static Judged judgedOnAlways(String id, Jvm jvm) {
        ThpPolicy always =
                new ThpPolicy("always", Optional.of("inherit"), "madvise", Optional.of("never"), Bytes.ofMiB(2));
        Host host = with(host(), "thp", known(always, "/sys/kernel/mm/transparent_hugepage"));
        Kernel kernel = new Kernel("6.18.44", Optional.empty());
        return Judged.by(id, with(host, "kernel", known(kernel, "/proc/sys/kernel/osrelease")), jvm);
    }

    @Test
    void reportsAProcessThatIsExcludedExceptForAdvisedMemory() {
        Jvm jvm = thpMarks(heap(g1(25, ASKED), on(PageKind.BASE, Bytes.ofGiB(1))), Bytes.ZERO, Bytes.ZERO);
        Judged judged = judgedOnAlways(jvm);
        assertTrue(judged.finds(WARNING).explanation().contains("MemoryTHP="), judged.toString());
        assertTrue(judged.actions(WARNING).toString().contains("madvise"), judged.toString());
        judged(jvm).passes();
    }

    @Test
    void otherRulesGiveNoAdviceThatHasNoEffect() {
        Jvm excluded = excluded(heap(g1(21, ASKED), on(PageKind.BASE, Bytes.ofGiB(1))));
        for (String other : List.of("HP-102", "HP-205", "HP-405")) {
            Judged.by(other, host(), excluded).doesNotApply("excludes this process");
        }
    }

    @Test
    void passesAHeapThatIsEligibleOrAdvised() {
        Jvm base = heap(g1(25, ASKED), on(PageKind.BASE, Bytes.ofGiB(1)));
        judgedOnAlways(thpMarks(base, Bytes.ZERO, Bytes.ofGiB(1))).passes();
        judgedOnAlways(thpMarks(base, Bytes.ofGiB(1), Bytes.ofGiB(1))).passes();
        judgedOnAlways(heap(g1(21, ASKED), on(PageKind.BASE, Bytes.ofGiB(1)))).passes();
    }

    @Test
    void doesNotPassWhereOnlySmapsCanShowIt() {
        Jvm scanned = heap(g1(25, ASKED), on(PageKind.BASE, Bytes.ofGiB(8)));
        judgedOnAlways(scanned).needs("THPeligible of the heap", Reason.SKIPPED);
        judged(scanned).passes();
    }

    @Test
    void otherRulesNameNoCauseWhereOnlySmapsCanShowIt() {
        Jvm scanned = heap(g1(25, ASKED), on(PageKind.BASE, Bytes.ofGiB(8)));
        for (String other : List.of("HP-102", "HP-205")) {
            judgedOnAlways(other, scanned).needs("THPeligible of the heap", Reason.SKIPPED);
        }
        judgedOnAlways("HP-102", thpMarks(scanned, Bytes.ofGiB(8), Bytes.ZERO)).finds(WARNING);
    }

    /** Such a kernel shows THP_enabled 0 for each process. */
    @Test
    void aKernelWithoutThpExcludesNoProcess() {
        Host none = host().withThp(Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")));
        Jvm excluded = excluded(heap(g1(21, ASKED), on(PageKind.BASE, Bytes.ofGiB(1))));
        Judged.by(ID, none, excluded).doesNotApply("built without transparent huge pages");
        String summary = Judged.by("HP-102", none, excluded).finds(WARNING).summary();
        assertEquals("Transparent huge pages are requested, and this kernel was built without them", summary);
    }

    @Test
    void passesAProcessThatIsNotExcluded() {
        judged(g1(17, ASKED)).passes();
        judged(heap(excluded(g1(17, ASKED)), on(PageKind.THP, Bytes.ofGiB(1)))).passes();
    }

    @Test
    void doesNotApplyWithoutRequestOrKernelSupport() {
        judged(excluded(g1(17))).doesNotApply("not requested");
        judged(excluded(g1(17, "-XX:+UseLargePages"))).doesNotApply("not requested");
        judged(status(g1(17, ASKED), Map.of("Name", "java"))).doesNotApply("does not report");
    }

    @Test
    void missingFactsAreNamed() {
        judged(with(g1(17, ASKED), "status", denied("/proc/4242/status"))).needs("status", Reason.DENIED);
        judged(JvmSamples.heapDenied(excluded(g1(17, ASKED)))).needs("heap", Reason.DENIED);
    }
}
