package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.shrinker;
import static io.github.hpjvm.advisor.FactsSamples.split;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapSplitByShrinkerTest {
    private static final String ID = "HP-112";
    private static final String ASKED = "-XX:+UseTransparentHugePages";
    private static final Bytes HEAP = Bytes.ofGiB(1);
    private static final Jvm HUGE = heap(g1(25, ASKED), on(PageKind.THP, HEAP));
    private static final Host ZERO = shrinker(host(), "1", "0");
    private static final Action STOP = new KernelFile(
            Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_none"),
            "511",
            "0",
            "khugepaged also collapses ranges that are mostly empty");

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutHugePages() {
        Judged.by(ID, ZERO, g1(25)).doesNotApply("neither requested nor granted");
        Judged.by(ID, shrinker(thp("never", "-", "never"), "1", "0"), g1(25, ASKED))
                .doesNotApply("no transparent huge pages");
    }

    /** The heap of ZGC is a memfd, and only anonymous pages are on the list of the shrinker. */
    @Test
    void doesNotApplyToSharedMemory() {
        Jvm z = heap(JvmSamples.jvm(25, Collector.ZGC_GENERATIONAL, HEAP, ASKED), on(PageKind.THP, HEAP));
        Judged.by(ID, ZERO, z).doesNotApply("shared memory");
    }

    @ParameterizedTest
    @CsvSource({"1, 511", "0, 0", "0, 511"})
    void passesIfNoUsedPageIsSplit(String enabled, String zerosAllowed) {
        Judged.by(ID, shrinker(host(), enabled, zerosAllowed), HUGE).passes();
    }

    @Test
    void passesOnAKernelWithoutShrinker() {
        Judged.by(ID, khugepaged(host()), HUGE).passes();
    }

    @Test
    void isAHintWhileMemoryIsNotShort() {
        assertEquals(List.of(), Judged.by(ID, ZERO, HUGE).actions(INFO));
        assertEquals(
                List.of(), Judged.by(ID, ZERO, memoryLimit(HUGE, 2000, 1000)).actions(INFO));
        Judged.by(ID, ZERO, heap(g1(25), on(PageKind.THP, HEAP))).finds(INFO);
    }

    @Test
    void isAWarningIfMemoryIsShortOrPagesWereSplit() {
        assertEquals(
                List.of(STOP),
                Judged.by(ID, ZERO, memoryLimit(HUGE, 2000, 1900)).actions(WARNING));
        Outcome.Finding finding = Judged.by(ID, split(ZERO, 256), HUGE).finds(WARNING);
        assertEquals(List.of(STOP), finding.actions());
        assertTrue(finding.explanation().contains("with more than 0 of 512 base pages"), finding.explanation());
        assertTrue(finding.explanation().contains("It has split 256 huge pages"), finding.explanation());
        assertTrue(finding.expectedEffect().contains("511 in max_ptes_none"), finding.expectedEffect());
    }

    /** Measured: 512 MiB touched at the start, 12 MiB left, all of them huge. */
    @Test
    void aTouchedHeapThatIsGoneIsFound() {
        Jvm touched =
                heap(g1(25, ASKED, "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"), on(PageKind.THP, HEAP, Bytes.ofMiB(12)));
        Outcome.Finding finding = Judged.by(ID, split(ZERO, 506), touched).finds(WARNING);
        assertTrue(finding.summary().contains("taken 1012 MiB of the touched heap"), finding.summary());
        assertEquals(List.of(STOP, new RestartJvm()), finding.actions());

        Host repaired = split(shrinker(host(), "1", "511"), 506);
        assertEquals(List.of(new RestartJvm()), Judged.by(ID, repaired, touched).actions(WARNING));
        Judged.by(ID, repaired, HUGE).passes();
        Judged.by(ID, split(shrinker(host(), "1", "511"), 0), touched).doesNotApply("split no huge page");
    }

    /** InitialHeapSize alone does not set MinHeapSize: this heap can have shrunk. */
    @Test
    void aHeapThatMayShrinkHasLostNothing() {
        Jvm shrunk = heap(
                g1(25, ASKED, "-XX:InitialHeapSize=1g", "-Xmx1g", "-XX:+AlwaysPreTouch"),
                on(PageKind.THP, HEAP, Bytes.ofMiB(12)));
        assertEquals(List.of(STOP), Judged.by(ID, split(ZERO, 506), shrunk).actions(WARNING));
    }

    @Test
    void leavesMissingPagesToTheRuleOfTheHeap() {
        Jvm written = heap(g1(25, ASKED), partly(PageKind.THP, Bytes.ofMiB(12), Bytes.ofMiB(220)));
        Judged.by(ID, split(ZERO, 256), written).doesNotApply("another rule");
        Judged heap = Judged.by("HP-102", split(ZERO, 256), written);
        assertEquals(List.of(STOP, new RestartJvm()), heap.actions(WARNING));
        assertTrue(heap.finds(WARNING).explanation().contains("shrink_underused"));
    }

    /** With 511 khugepaged would collapse sparse ranges of all processes. */
    @Test
    void inModeAlwaysTheShrinkerIsDisabledInstead() {
        List<Action> disabled = List.of(
                new KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/shrink_underused"),
                        "0",
                        "1",
                        "the kernel frees no zeros in huge pages of other processes"),
                new RestartJvm());
        Host always = split(shrinker(thp("always", "inherit", "never"), "1", "0"), 506);
        Outcome.Finding finding = Judged.by(ID, always, HUGE).finds(WARNING);
        assertEquals(disabled, finding.actions());
        assertTrue(finding.expectedEffect().contains("0 in shrink_underused"), finding.expectedEffect());
        Jvm touched =
                heap(g1(25, ASKED, "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"), on(PageKind.THP, HEAP, Bytes.ofMiB(12)));
        assertEquals(disabled, Judged.by(ID, always, touched).actions(WARNING));
        Jvm written = heap(g1(25, ASKED), partly(PageKind.THP, Bytes.ofMiB(12), Bytes.ofMiB(220)));
        assertEquals(disabled, Judged.by("HP-102", always, written).actions(WARNING));
        Host perSize = split(shrinker(thp("madvise", "always", "never"), "1", "0"), 506);
        assertEquals(disabled, Judged.by(ID, perSize, HUGE).actions(WARNING));
    }

    /** With base pages of 64 KiB a huge page has 8192 of them, so that a max_ptes_none of 511 splits it. */
    @Test
    void theDefaultDependsOnTheSizeOfPages() {
        Host arm = FactsSamples.with(ZERO, "basePage", FactsSamples.known(Bytes.ofKiB(64), "/proc/self/auxv"))
                .withThp(FactsSamples.known(
                        new ThpPolicy("madvise", Optional.empty(), "madvise", Optional.empty(), Bytes.ofMiB(512)),
                        "/sys/kernel/mm/transparent_hugepage"));
        Judged.by(ID, shrinker(arm, "1", "511"), HUGE).finds(INFO);
        Judged.by(ID, shrinker(arm, "1", "8191"), HUGE).passes();
    }
}
