package io.github.hpjvm.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.Samples;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceGateTest {
    private static final String MADVISE =
            "/sys/kernel/mm/transparent_hugepage/enabled is madvise," + " hugepages-2048kB/enabled is inherit";

    private Fact<ThpPolicy> thp = Samples.thp("madvise", "inherit");
    private Optional<HugePool> pool = Optional.of(Samples.pool(700, 690));
    private Optional<Long> freeBlocks = Optional.of(5L);
    private boolean denied;
    private String shared = "inherit";

    // Copies of real forks.

    @ParameterizedTest
    @CsvSource({
        "8-baseline, BASE", "8-thp, THP", "8-hugetlb, HUGETLB",
        "11-baseline, BASE", "11-thp, THP", "11-hugetlb, HUGETLB",
        "17-baseline, BASE", "17-thp, THP", "17-hugetlb, HUGETLB",
        "21-baseline, BASE", "21-thp, THP", "21-hugetlb, HUGETLB",
        "25-baseline, BASE", "25-thp, THP", "25-hugetlb, HUGETLB",
        "28-baseline, BASE", "28-thp, THP", "28-hugetlb, HUGETLB"
    })
    void aRealForkThatGotItsPagesIsRealised(String name, PageKind kind) {
        PageEvidence evidence = judge(variantOf(name), Forks.captured(name));
        assertTrue(evidence.realised(), () -> evidence.reason().orElse("?"));
        assertEquals(Optional.of(kind), evidence.kind());
        assertTrue(evidence.heapBytes().compareTo(Bytes.ofMiB(1022)) >= 0, () -> "heap " + evidence.heapBytes());
        assertTrue(evidence.heapBytes().compareTo(Samples.HEAP) <= 0, () -> "heap " + evidence.heapBytes());
        if (kind == PageKind.BASE) {
            assertEquals(Bytes.ZERO, evidence.hugeBytes());
        } else {
            assertTrue(evidence.hugeBytes().compareTo(Bytes.ofMiB(1020)) >= 0, () -> "huge " + evidence.hugeBytes());
        }
        assertEquals(Optional.empty(), evidence.reason());
        assertEquals(Optional.empty(), evidence.fix());
        assertEquals(List.of(), evidence.notes());
    }

    @ParameterizedTest
    @CsvSource({
        "17-baseline, thp", "17-baseline, hugetlb", "17-thp, baseline", "17-thp, hugetlb", "17-hugetlb, baseline",
        "17-hugetlb, thp", "8-baseline, thp", "8-baseline, hugetlb", "28-thp, baseline", "28-hugetlb, thp"
    })
    void aForkWithOtherPagesIsNotRealised(String name, String variant) {
        PageEvidence evidence = judge(variant, Forks.captured(name));
        assertFalse(evidence.realised());
        assertTrue(evidence.reason().isPresent());
    }

    @Test
    void theTwinIsJudgedAsBaseline() {
        assertTrue(judge("baseline'", Forks.captured("21-baseline")).realised());
        assertFalse(judge("baseline'", Forks.captured("21-thp")).realised());
    }

    // Pages of 1 GiB.

    @Test
    void aHeapOnPagesOfAGigabyteIsRealised() {
        assertTrue(judge("hugetlb-1g", Forks.captured("17-hugetlb-1g")).realised());
        assertTrue(judge("hugetlb", Forks.captured("17-hugetlb-1g")).realised(), "a hugetlb pool is a hugetlb pool");
    }

    @Test
    void aHeapOnSmallerHugePagesIsNotRealised() {
        pool = Optional.of(new HugePool(Bytes.ofGiB(1), 2, 0, 0, 0, 0));
        PageEvidence evidence = judge("hugetlb-1g", Forks.captured("17-hugetlb"));
        assertFalse(evidence.realised());
        assertReason(
                "requested hugetlb pool of 1 GiB pages, the heap has hugetlb pages of 2 MiB (1 GiB of 1 GiB huge);"
                        + " the pool of 1 GiB pages has no available pages; this JVM needs 642",
                evidence);
        assertFix("echo 3 | sudo tee /sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", evidence);
    }

    // Folios below the PMD size.

    @Test
    void foliosCountedByTheHostAreRealised() {
        PageEvidence evidence = folios("17-mthp-64k", OptionalLong.of(16_400));
        assertTrue(evidence.realised(), () -> evidence.reason().orElse("?"));
        assertEquals(Optional.of(PageKind.THP), evidence.kind());
        assertEquals(evidence.heapBytes(), evidence.hugeBytes());
        assertTrue(evidence.notes().stream().anyMatch(it -> it.contains("anon_fault_alloc")), evidence.toString());
        assertTrue(
                evidence.notes()
                        .contains("forked with madvise in"
                                + " /sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled"),
                evidence.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "17-mthp-64k, 15000, the host faulted 937.5 MiB in folios of 64 KiB during the fork",
        "17-thp, 20000, of the heap has pages of the PMD size",
        "17-hugetlb, 20000, of the heap has pages of the PMD size"
    })
    void tooFewFoliosOrOtherPagesAreNotRealised(String name, long folios, String why) {
        PageEvidence evidence = folios(name, OptionalLong.of(folios));
        assertFalse(evidence.realised());
        assertTrue(evidence.reason().orElseThrow().contains(why), evidence.toString());
    }

    @Test
    void aKernelThatDoesNotCountFoliosProvesNothing() {
        PageEvidence evidence = folios("17-mthp-64k", OptionalLong.empty());
        assertFalse(evidence.realised());
        assertTrue(evidence.reason().orElseThrow().contains("does not count folios of 64 KiB"), evidence.toString());
    }

    private PageEvidence folios(String name, OptionalLong folios) {
        HostView host =
                new HostView(thp, Samples.thpSettings(shared), pool, Optional.of(Samples.bill()), freeBlocks, denied);
        return new EvidenceGate(Samples.variant("mthp-64k"), host)
                .judge(ForkCopy.parse(Forks.captured(name)), "", folios);
    }

    // Memory outside the heap.

    @Test
    void mallocOnThePoolIsSeenOutsideTheHeap() {
        PageEvidence evidence = judge("malloc-hugetlb", Forks.captured("17-malloc-hugetlb"));
        assertTrue(evidence.realised(), () -> evidence.reason().orElse("?"));
        assertEquals(Optional.of(PageKind.BASE), evidence.kind(), "the heap's");
        assertEquals(
                List.of(
                        "forked with GLIBC_TUNABLES=glibc.malloc.hugetlb=2",
                        "about 32 MiB outside the heap: hugetlb pages"),
                evidence.notes());
    }

    @Test
    void mallocOnBasePagesIsNotRealised() {
        pool = Optional.of(Samples.pool(256, 256));
        PageEvidence evidence = judge("malloc-hugetlb", Forks.captured("17-baseline"));
        assertFalse(evidence.realised());
        assertTrue(evidence.reason().orElseThrow().contains("has 256 available pages"), evidence.toString());
        assertTrue(evidence.reason().orElseThrow().contains("glibc before 2.35"), evidence.toString());
    }

    @Test
    void reportsATunableWithoutLargeAllocations() {
        PageEvidence evidence = judge("malloc-thp", Forks.captured("17-malloc-thp"));
        assertFalse(evidence.realised());
        assertReason(
                "requested malloc on transparent huge pages, no memory outside the heap has transparent huge pages; malloc"
                        + " requests them, but this workload allocates no block that is large enough",
                evidence);
    }

    @Test
    void mallocOnTransparentHugePagesIsSeenOutsideTheHeap() {
        String copy = Forks.edit(
                Forks.captured("17-malloc-thp"),
                "after",
                "/proc/self/smaps",
                smaps -> smaps.replaceFirst("(?s)(\\[heap].*?AnonHugePages: +)0 kB", "$165536 kB"));
        PageEvidence evidence = judge("malloc-thp", copy);
        assertTrue(evidence.realised(), () -> evidence.reason().orElse("?"));
        assertTrue(
                evidence.notes().contains("about 64 MiB outside the heap: transparent huge pages"),
                evidence.toString());
    }

    @Test
    void aHeapOnHugePagesIsNoTestOfMalloc() {
        assertFalse(judge("malloc-hugetlb", Forks.captured("17-hugetlb")).realised());
    }

    // Transparent huge pages.

    @Test
    void hugePagesLostDuringTheRunAreNotRealised() {
        PageEvidence evidence = judge("thp", Forks.zero(Forks.captured("28-thp"), "after", "AnonHugePages"));
        assertFalse(evidence.realised());
        assertEquals(Optional.of(PageKind.BASE), evidence.kind());
        assertEquals(Samples.HEAP, evidence.heapBytes());
        assertEquals(Bytes.ZERO, evidence.hugeBytes());
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge, after the right pages before"
                        + " the first measured iteration); the mode permits them (" + MADVISE
                        + "); 5 blocks of that size were free",
                evidence);
        assertFix("echo 1 | sudo tee /proc/sys/vm/compact_memory", evidence);
    }

    @ParameterizedTest
    @CsvSource({
        "inherit, /sys/kernel/mm/transparent_hugepage/shmem_enabled is never,"
                + " echo advise | sudo tee /sys/kernel/mm/transparent_hugepage/shmem_enabled",
        "advise, the mode permits them, echo 1 | sudo tee /proc/sys/vm/compact_memory"
    })
    void aHeapInSharedMemoryHasItsOwnModes(String word, String why, String fix) {
        shared = word;
        String copy = thpThatGotNothing().replaceAll("(?m)^c0000000-(\\w+) rw-p", "c0000000-$1 rw-s");
        PageEvidence evidence = judge("thp", copy);
        assertTrue(evidence.reason().orElseThrow().contains(why), evidence.toString());
        assertFix(fix, evidence);
        assertFix("echo 1 | sudo tee /proc/sys/vm/compact_memory", judge("thp", thpThatGotNothing()));
    }

    @Test
    void aHeapInSharedMemoryNeedsTheGlobalModeToo() {
        thp = Samples.thp("never", "inherit");
        String copy = thpThatGotNothing().replaceAll("(?m)^c0000000-(\\w+) rw-p", "c0000000-$1 rw-s");
        assertFix(
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
                        + " && echo advise | sudo tee /sys/kernel/mm/transparent_hugepage/shmem_enabled",
                judge("thp", copy));
    }

    @Test
    void anObservedProgramHasSamplesInsteadOfIterations() {
        String copy = Forks.zero(Forks.captured("28-thp"), "after", "AnonHugePages")
                + "==== before heap\nc0000000-100000000\n==== after heap\nc0000000-100000000\n";
        String lost = judge("thp", copy).reason().orElseThrow();
        assertTrue(lost.contains("after the right pages in the first sample)"), lost);
        String unseen = judge("thp", Forks.without(copy, "after", "/proc/self/smaps"))
                .reason()
                .orElseThrow();
        assertEquals("the fork wrote no heap range or no smaps in the last sample", unseen);
    }

    @Test
    void lateHugePagesAreNotRealised() {
        PageEvidence evidence = judge("thp", Forks.zero(Forks.captured("28-thp"), "before", "AnonHugePages"));
        assertFalse(evidence.realised());
        assertEquals(Bytes.ZERO, evidence.hugeBytes(), "the worse moment is shown");
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge); the mode permits them ("
                        + MADVISE + "); 5 blocks of that size were free",
                evidence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void showsTheWorseOfTwoMoments(String moment) {
        PageEvidence thp = judge("thp", Forks.heapField(Forks.captured("28-thp"), moment, "AnonHugePages", 1046528));
        assertTrue(thp.realised());
        assertEquals(Bytes.ofMiB(1022), thp.hugeBytes());
        PageEvidence base =
                judge("baseline", Forks.heapField(Forks.captured("28-baseline"), moment, "AnonHugePages", 4096));
        assertTrue(base.realised());
        assertEquals(Bytes.ofMiB(4), base.hugeBytes());
    }

    @Test
    void halfAHeapOfHugePagesIsMixed() {
        PageEvidence evidence = judge("thp", Forks.heapField(Forks.captured("28-thp"), "AnonHugePages", 524288));
        assertFalse(evidence.realised());
        assertEquals(Optional.of(PageKind.MIXED), evidence.kind());
        assertEquals(Bytes.ofMiB(512), evidence.hugeBytes());
        assertTrue(evidence.reason().orElseThrow().contains("the heap has mixed pages (512 MiB of 1 GiB huge)"));
    }

    @ParameterizedTest
    @CsvSource({"1046528, true", "997376, true", "993280, false"})
    void ninetyFivePerCentAreEnough(long hugeKib, boolean realised) {
        PageEvidence evidence = judge("thp", Forks.heapField(Forks.captured("28-thp"), "AnonHugePages", hugeKib));
        assertEquals(realised, evidence.realised());
    }

    /** 22 of 1024 MiB do not change the kind of the heap, but are too many for a baseline. */
    @Test
    void aBaselineWithAFewHugePagesIsMixed() {
        PageEvidence evidence =
                judge("baseline", Forks.heapField(Forks.captured("28-baseline"), "AnonHugePages", 22 * 1024));
        assertFalse(evidence.realised());
        assertEquals(Optional.of(PageKind.MIXED), evidence.kind());
        assertTrue(evidence.reason().orElseThrow().contains("the heap has mixed pages"), evidence.toString());
    }

    /** Memory is not compacted where enough blocks are free. */
    @Test
    void noFixIsKnownIfEnoughBlocksAreFree() {
        freeBlocks = Optional.of(512L);
        assertEquals(Optional.empty(), judge("thp", thpThatGotNothing()).fix());
        freeBlocks = Optional.of(511L);
        assertFix("echo 1 | sudo tee /proc/sys/vm/compact_memory", judge("thp", thpThatGotNothing()));
    }

    @Test
    void underNeverTheFixIsTheGlobalFile() {
        thp = Samples.thp("never", null);
        freeBlocks = Optional.empty();
        PageEvidence evidence = judge("thp", thpThatGotNothing());
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge);"
                        + " /sys/kernel/mm/transparent_hugepage/enabled is never",
                evidence);
        assertFix("echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled", evidence);
    }

    @Test
    void underNeverThatIsInheritedTheFixIsTheGlobalFileToo() {
        thp = Samples.thp("never", "inherit");
        assertFix(
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
                judge("thp", thpThatGotNothing()));
    }

    @Test
    void theFixIsTheFileOfTheSizeIfItOverridesTheGlobalOne() {
        thp = Samples.thp("madvise", "never");
        PageEvidence evidence = judge("thp", thpThatGotNothing());
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge);"
                        + " /sys/kernel/mm/transparent_hugepage/enabled is madvise, hugepages-2048kB/enabled is"
                        + " never",
                evidence);
        assertFix("echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled", evidence);
    }

    /** The kernel permits them, but HotSpot from 17 on reads the global mode and does not opt in. */
    @Test
    void theGlobalNeverPreventsThpDespiteTheSize() {
        thp = Samples.thp("never", "madvise");
        assertFix(
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
                judge("thp", thpThatGotNothing()));
    }

    @Test
    void theFixChangesBothFilesIfBothAreNever() {
        thp = Samples.thp("never", "never");
        assertFix(
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled && echo madvise | sudo tee"
                        + " /sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled",
                judge("thp", thpThatGotNothing()));
    }

    @Test
    void aKernelWithoutThpHasNoFix() {
        thp = Samples.noThp();
        PageEvidence evidence = judge("thp", thpThatGotNothing());
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge); the kernel has no"
                        + " transparent huge pages, or /sys is not readable",
                evidence);
        assertEquals(Optional.empty(), evidence.fix());
    }

    @Test
    void aHeapMergedWithASmallNeighbourHasAKind() {
        // 1 GiB of heap and 4 MiB beside it, with 2 MiB on base pages: huge pages back at least 1022 MiB of the heap
        String copy = Forks.merged(Forks.captured("28-thp"), "bfe00000-100200000", 1052672, 1050624);
        PageEvidence evidence = judge("thp", copy);
        assertTrue(evidence.realised(), () -> evidence.reason().orElse("?"));
        assertEquals(Optional.of(PageKind.THP), evidence.kind());
        assertEquals(Bytes.ofMiB(1022), evidence.hugeBytes());
    }

    @Test
    void aHeapMergedWithALargeNeighbourHasNoKind() {
        String copy = Forks.merged(Forks.captured("28-thp"), "c0000000-140000000", 2097152, 1048576);
        PageEvidence evidence = judge("thp", copy);
        assertFalse(evidence.realised());
        assertEquals(Optional.empty(), evidence.kind());
        assertTrue(
                evidence.reason()
                        .orElseThrow()
                        .startsWith(
                                "requested transparent huge pages, the heap has pages of unknown kind (between 0 B and"
                                        + " 1 GiB huge); "),
                evidence.reason()::toString);
        assertFalse(judge("baseline", copy).realised(), "it may be huge");
    }

    // Base pages.

    @Test
    void aBaselineWithTwoPerCentHugeIsNotRealised() {
        thp = Samples.thp("always", "inherit");
        PageEvidence evidence = judge("baseline", baselineWithHuge(22));
        assertFalse(evidence.realised());
        assertEquals(Optional.of(PageKind.MIXED), evidence.kind());
        assertEquals(Bytes.ofMiB(22), evidence.hugeBytes());
        assertReason(
                "requested base pages, the heap has mixed pages (22 MiB of 1 GiB huge);"
                        + " /sys/kernel/mm/transparent_hugepage/enabled is always, hugepages-2048kB/enabled is"
                        + " inherit and PR_SET_THP_DISABLE was not set",
                evidence);
        assertFix("echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled", evidence);
    }

    @ParameterizedTest
    @CsvSource({"10, true", "12, false"})
    void onePerCentIsTheMostThatABaselineMayHave(long mib, boolean realised) {
        assertEquals(realised, judge("baseline", baselineWithHuge(mib)).realised());
    }

    @Test
    void theFixIsTheFileOfTheSizeIfItIsAlways() {
        thp = Samples.thp("never", "always");
        assertFix(
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled",
                judge("baseline", baselineWithHuge(22)));
    }

    @Test
    void aHugeBaselineUnderMadviseHasNoFix() {
        denied = true;
        PageEvidence evidence = judge("baseline", baselineWithHuge(22));
        assertReason("requested base pages, the heap has mixed pages (22 MiB of 1 GiB huge); " + MADVISE, evidence);
        assertEquals(Optional.empty(), evidence.fix());
    }

    @Test
    void aBaselineUnderPrctlHasANote() {
        thp = Samples.thp("always", null);
        denied = true;
        PageEvidence evidence = judge("baseline", Forks.captured("17-baseline"));
        assertTrue(evidence.realised());
        assertEquals(
                List.of("forked under PR_SET_THP_DISABLE, because a THP mode of this host is always"),
                evidence.notes());
    }

    // The pool.

    @ParameterizedTest
    @CsvSource({"0, 0, 642", "100, 100, 642", "700, 100, 1242", "642, 641, 643"})
    void theFixAddsExactlyTheMissingPages(long total, long free, long wanted) {
        pool = Optional.of(Samples.pool(total, free));
        PageEvidence evidence = judge("hugetlb", hugetlbThatGotNothing());
        assertFalse(evidence.realised());
        assertEquals(Optional.of(PageKind.BASE), evidence.kind());
        assertEquals(Bytes.ZERO, evidence.hugeBytes());
        assertReason(
                "requested hugetlb pool, the heap has base pages (0 B of 1 GiB huge); the pool of 2 MiB pages has "
                        + (free == 0 ? "no" : free) + " available page" + (free == 1 ? "" : "s")
                        + "; this JVM needs 642",
                evidence);
        assertFix("sudo sysctl -w vm.nr_hugepages=" + wanted, evidence);
    }

    @Test
    void reservedPagesAreNotAvailable() {
        pool = Optional.of(new HugePool(Samples.PMD, 700, 690, 60, 0, 0));
        assertFix("sudo sysctl -w vm.nr_hugepages=712", judge("hugetlb", hugetlbThatGotNothing()));
    }

    @Test
    void aSufficientPoolHasNoFix() {
        PageEvidence evidence = judge("hugetlb", hugetlbThatGotNothing());
        assertTrue(evidence.reason().orElseThrow().endsWith("has 690 available pages; this JVM needs 642"));
        assertEquals(Optional.empty(), evidence.fix());
    }

    @Test
    void reportsAKernelWithoutAPool() {
        pool = Optional.empty();
        PageEvidence evidence = judge("hugetlb", hugetlbThatGotNothing());
        assertTrue(evidence.reason().orElseThrow().endsWith("; the kernel has no hugetlb pool of this page size"));
        assertEquals(Optional.empty(), evidence.fix());
    }

    /** HotSpot's warnings after a later reservation failed: 8 and 11, 17, 21 and newer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OpenJDK 64-Bit Server VM warning: Failed to reserve large pages memory req_addr: 0x00007f0000000000"
                        + " bytes: 2097152 (errno = 12).",
                "OpenJDK 64-Bit Server VM warning: Failed to reserve and commit memory. req_addr: 0x00007f0000000000"
                        + " bytes: 2097152 page size: 2097152 (errno = 12).",
                "[0.015s][warning][pagesize] Failed to reserve and commit memory using large pages. req_addr:"
                        + " 0x00007f0000000000 bytes: 2097152"
            })
    void aPoolOnePageShortIsRealisedWithANote(String warning) {
        PageEvidence evidence =
                judge("hugetlb", Forks.captured("21-hugetlb"), "# Fork: 1 of 1\n" + warning + "\n" + warning + "\n");
        assertTrue(evidence.realised());
        assertEquals(1, evidence.notes().size(), "said once: " + evidence.notes());
        String note = evidence.notes().get(0);
        assertTrue(note.startsWith("a reservation outside the heap got base pages: "), note);
        assertTrue(note.contains("2097152") && !note.contains("0x0000"), note);
    }

    @Test
    void ignoresOtherOutput() {
        String output = "# WARNING: JMH lock is ignored by user request\n[0.001s][warning][gc] something else\n"
                + "Failed to reserve a table\n";
        assertEquals(
                List.of(),
                judge("hugetlb", Forks.captured("21-hugetlb"), output).notes());
    }

    @Test
    void aRunThatIsNotRealisedHasAReasonInsteadOfNotes() {
        String warning =
                "OpenJDK 64-Bit Server VM warning: Failed to reserve and commit memory. req_addr: 0x1 bytes: 2";
        assertEquals(
                List.of(), judge("hugetlb", hugetlbThatGotNothing(), warning).notes());
    }

    // Copies that lack something.

    @Test
    void thereIsNoEvidenceWithoutAHeapRange() {
        String copy = Forks.edit(
                Forks.captured("21-thp"), "before", "GC.heap_info", text -> " ZHeap used 12M, capacity 1024M\n");
        assertUnseen("the fork wrote no heap range or no smaps before the first measured iteration", copy);
    }

    @Test
    void thereIsNoEvidenceWithoutSmaps() {
        String copy = Forks.without(Forks.captured("21-thp"), "before", "/proc/self/smaps");
        assertUnseen("the fork wrote no heap range or no smaps before the first measured iteration", copy);
    }

    @Test
    void thereIsNoEvidenceWithoutTheLastCopy() {
        String copy = Forks.without(Forks.captured("21-thp"), "after", "/proc/self/smaps");
        assertUnseen("the fork wrote no heap range or no smaps after the last measured iteration", copy);
        assertUnseen(
                "the fork wrote no heap range or no smaps after the last measured iteration",
                Forks.without(Forks.captured("21-thp"), "after", "GC.heap_info"));
    }

    @Test
    void thereIsNoEvidenceInAnEmptySmaps() {
        PageEvidence evidence =
                judge("thp", Forks.edit(Forks.captured("21-thp"), "after", "/proc/self/smaps", it -> ""));
        assertFalse(evidence.realised());
        assertEquals(Optional.empty(), evidence.kind());
    }

    private void assertUnseen(String reason, String copy) {
        for (String variant : List.of("baseline", "thp", "hugetlb")) {
            PageEvidence evidence = judge(variant, copy);
            assertFalse(evidence.realised());
            assertEquals(Optional.empty(), evidence.kind());
            assertReason(reason, evidence);
        }
    }

    // Flags that never arrived.

    @Test
    void aRemovedThpFlagIsTheReasonWithoutAFix() {
        PageEvidence evidence = judge("thp", Forks.captured("28-baseline"));
        assertReason(
                "requested transparent huge pages, the heap has base pages (0 B of 1 GiB huge);"
                        + " -XX:+UseTransparentHugePages did not reach the JVM: a program in between removed"
                        + " it",
                evidence);
        assertEquals(Optional.empty(), evidence.fix(), "no setting of the host would help");
    }

    @Test
    void aRemovedHugetlbFlagIsTheReasonDespiteAShortPool() {
        pool = Optional.of(Samples.pool(0, 0));
        PageEvidence evidence = judge("hugetlb", Forks.captured("28-baseline"));
        assertReason(
                "requested hugetlb pool, the heap has base pages (0 B of 1 GiB huge); -XX:+UseLargePages did not reach the"
                        + " JVM: a program in between removed it",
                evidence);
        assertEquals(Optional.empty(), evidence.fix());
    }

    @Test
    void reportsTheRemovedOldFlagByItsName() {
        PageEvidence evidence = judge("hugetlbfs", Forks.captured("17-baseline"));
        assertTrue(
                evidence.reason().orElseThrow().contains("; -XX:+UseHugeTLBFS did not reach"),
                evidence.reason()::toString);
    }

    @Test
    void theHostIsTheReasonIfArgumentsAreUnknown() {
        String copy = Forks.without(Forks.captured("28-baseline"), "ready", "arguments");
        PageEvidence evidence = judge("thp", copy);
        assertTrue(evidence.reason().orElseThrow().contains("; the mode permits them ("));
        assertFix("echo 1 | sudo tee /proc/sys/vm/compact_memory", evidence);
    }

    @Test
    void flagsAloneAreNoEvidence() {
        String copy = Forks.edit(
                Forks.captured("28-thp"), "ready", "arguments", it -> it.replace("-XX:+UseTransparentHugePages\n", ""));
        assertTrue(judge("thp", copy).realised(), "the pages are there, whatever the flags");
    }

    private static String thpThatGotNothing() {
        String copy = Forks.captured("28-thp");
        return Forks.zero(Forks.zero(copy, "before", "AnonHugePages"), "after", "AnonHugePages");
    }

    private static String baselineWithHuge(long mib) {
        return Forks.heapField(Forks.captured("28-baseline"), "AnonHugePages", mib * 1024);
    }

    private static String hugetlbThatGotNothing() {
        return Forks.edit(
                Forks.captured("28-baseline"),
                "ready",
                "arguments",
                it -> it.replace("-XX:-UseLargePages", "-XX:+UseLargePages"));
    }

    private static String variantOf(String name) {
        return name.substring(name.indexOf('-') + 1);
    }

    private PageEvidence judge(String variant, String copy) {
        return judge(variant, copy, "");
    }

    private PageEvidence judge(String variant, String copy, String output) {
        HostView host =
                new HostView(thp, Samples.thpSettings(shared), pool, Optional.of(Samples.bill()), freeBlocks, denied);
        return new EvidenceGate(Samples.variant(variant), host)
                .judge(ForkCopy.parse(copy), output, OptionalLong.empty());
    }

    private static void assertReason(String expected, PageEvidence evidence) {
        assertEquals(expected, evidence.reason().orElse("(none)"));
    }

    private static void assertFix(String expected, PageEvidence evidence) {
        assertEquals(expected, evidence.fix().orElse("(none)"));
    }
}
