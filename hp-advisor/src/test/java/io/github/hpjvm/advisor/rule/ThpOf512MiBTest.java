package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.size;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThpOf512MiBTest {
    private static final String ID = "HP-602";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Host aarch64(ThpSize... sizes) {
        ThpPolicy policy =
                new ThpPolicy("madvise", Optional.empty(), "madvise", Optional.of("never"), Bytes.ofMiB(512));
        Host host = with(host(), "thp", known(policy, "/sys/kernel/mm/transparent_hugepage"));
        return khugepaged(with(host, "basePage", known(Bytes.ofKiB(64), "/proc/self/auxv")), Map.of(), sizes);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void severityDependsOnTheHeapSize() {
        Jvm small = jvm(21, Collector.G1, Bytes.ofMiB(1022), THP);
        assertEquals(List.of(), Judged.by(ID, aarch64(), small).actions(WARNING));
        Judged.by(ID, aarch64(), jvm(21, Collector.G1, Bytes.ofGiB(1), THP)).finds(INFO);
        String text = Judged.by(ID, aarch64(), small).finds(WARNING).explanation();
        assertTrue(text.contains("base pages of 64 KiB"), text);
    }

    @Test
    void newerKernelsSupportTwoMiB() {
        Jvm small = jvm(21, Collector.G1, Bytes.ofMiB(800), THP);
        assertEquals(
                List.of(
                        new KernelFile(
                                Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled"),
                                "inherit",
                                "never",
                                ""),
                        new RestartJvm()),
                Judged.by(ID, aarch64(size(2048, "never")), small).actions(WARNING));
        assertEquals(
                List.of(), Judged.by(ID, aarch64(size(2048, "inherit")), small).actions(WARNING));
    }

    /** JDK-8319969: where enabled is always, 22 and newer do not advise, so a size for advised memory is of no use. */
    @Test
    void aSizeForAdvisedMemoryIsOpenOnlyToAJvmThatAdvises() {
        ThpPolicy always = new ThpPolicy("always", Optional.empty(), "madvise", Optional.of("never"), Bytes.ofMiB(512));
        Host host = aarch64(size(2048, "madvise")).withThp(known(always, "/sys/kernel/mm/transparent_hugepage"));
        assertEquals(
                List.of(),
                Judged.by(ID, host, jvm(21, Collector.G1, Bytes.ofMiB(800), THP))
                        .actions(WARNING));
        assertEquals(
                new KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled"),
                        "inherit",
                        "madvise",
                        ""),
                Judged.by(ID, host, jvm(25, Collector.G1, Bytes.ofMiB(800), THP))
                        .actions(WARNING)
                        .get(0));
    }

    /** The kernel takes the largest enabled size that fits, so that the mode of 2 MiB alone changes nothing. */
    @Test
    void theSizeOf512MiBIsDisabledAsWell() {
        Host inherits = with(
                aarch64(size(2048, "never")),
                "thp",
                known(
                        new ThpPolicy(
                                "madvise", Optional.of("inherit"), "madvise", Optional.of("never"), Bytes.ofMiB(512)),
                        "/sys/kernel/mm/transparent_hugepage"));
        Jvm small = jvm(21, Collector.G1, Bytes.ofMiB(512), THP);
        List<Action> actions = Judged.by(ID, inherits, small).actions(WARNING);
        assertEquals(
                new KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-524288kB/enabled"),
                        "never",
                        "inherit",
                        "no process gets pages of 512 MiB"),
                actions.get(1));
        String text = Judged.by(ID, inherits, small).finds(WARNING).explanation();
        assertTrue(text.contains("-Xmx100m becomes 512 MiB"), text);
    }

    /** JDK-8310233: earlier the heap was aligned to the default size of hugetlb pages, which is 2 MiB here. */
    @Test
    void onlyAReleaseThatReadsTheSizeRoundsTheHeap() {
        for (String version : List.of("17.0.9", "17.0.10", "21.0.0", "25.0.2")) {
            Jvm small = JvmSamples.version(jvm(17, Collector.G1, Bytes.ofMiB(800), THP), version);
            String text = Judged.by(ID, aarch64(), small).finds(WARNING).explanation();
            assertEquals(List.of("17.0.10", "25.0.2").contains(version), text.contains("-Xmx100m becomes"), text);
        }
    }

    /** LargePageSizeInBytes has no effect before 17. */
    @Test
    void namesTheWayToTwoMiBOfTheRelease() {
        for (int release : List.of(8, 11)) {
            String older = Judged.by(ID, aarch64(), jvm(release, Collector.G1, Bytes.ofMiB(800), THP))
                    .finds(WARNING)
                    .expectedEffect();
            assertTrue(older.contains("default_hugepagesz=2M"), older);
        }
        String newer = Judged.by(ID, aarch64(), jvm(17, Collector.G1, Bytes.ofMiB(800), THP))
                .finds(WARNING)
                .expectedEffect();
        assertTrue(newer.contains("-XX:LargePageSizeInBytes=2m"), newer);
    }

    /** Neither file has an effect on the heap of ZGC. */
    @Test
    void aHeapInSharedMemoryIsNotJudged() {
        for (Collector z : List.of(Collector.ZGC, Collector.ZGC_GENERATIONAL)) {
            Judged.by(ID, aarch64(size(2048, "never")), jvm(21, z, Bytes.ofMiB(900), THP))
                    .doesNotApply("shared memory");
        }
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), g1(17, THP)).doesNotApply("is 2 MiB here");
        Judged.by(ID, aarch64(), g1(17)).doesNotApply("not requested");
    }
}
