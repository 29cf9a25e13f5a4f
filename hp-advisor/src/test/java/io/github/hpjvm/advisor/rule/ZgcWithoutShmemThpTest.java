package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
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
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measured for each JDK: the modes in which a ZGC heap gets transparent huge pages. */
class ZgcWithoutShmemThpTest {
    private static final String ID = "HP-105";
    private static final String ASKED = "-XX:+UseTransparentHugePages";

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static Jvm zgc(int release, String... arguments) {
        Collector gc = release >= 24 ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
        Jvm jvm = JvmSamples.jvm(release, gc, Bytes.ofGiB(1), arguments);
        return switch (release) {
            case 17 -> JvmSamples.version(jvm, "17.0.21");
            case 21 -> JvmSamples.version(jvm, "21.0.13");
            default -> jvm;
        };
    }

    /** Measured with enabled=never and shmem_enabled=advise: 17.0.2 and 17.0.9 have huge pages, 17.0.21 has none. */
    @ParameterizedTest
    @CsvSource({"17.0.9, false", "17.0.10, true", "21.0.0, false", "21.0.1, true", "22, true", "25.0.2, false"})
    void updatesThatSwitchTheFlagOff(String version, boolean off) {
        Jvm jvm = JvmSamples.version(zgc(17, ASKED), version);
        boolean changed = judged(thp("never", "inherit", "advise"), jvm).actions(WARNING).stream()
                .anyMatch(KernelFile.class::isInstance);
        assertEquals(off, changed);
    }

    /** JDK-8319969 changed the generational ZGC alone. */
    @Test
    void generationalZgcOf22KeepsTheFlag() {
        Jvm jvm = JvmSamples.jvm(22, Collector.ZGC_GENERATIONAL, Bytes.ofGiB(1), ASKED);
        assertTrue(judged(thp("never", "inherit", "advise"), jvm).actions(WARNING).stream()
                .noneMatch(KernelFile.class::isInstance));
    }

    /** Commit 9fd154ba926b. */
    @Test
    void theLimitOfThePageCacheDependsOnTheKernel() {
        Host host = with(
                thp("madvise", "-", "advise"),
                "thp",
                known(with(policy("madvise", "-", "never"), "pmdSize", Bytes.ofMiB(512)), "/sys/kernel/mm"));
        Host large = with(host, "basePage", known(Bytes.ofKiB(64), "/proc/self/auxv"));
        judged(kernel(large, "6.6.20"), zgc(17, ASKED))
                .needs(
                        "whether shared memory of this kernel has huge pages of 512 MiB (commit 9fd154ba926b)",
                        Reason.NOT_SUPPORTED);
        assertTrue(judged(kernel(large, "6.12.1"), zgc(17, ASKED))
                .finds(WARNING)
                .summary()
                .contains("shared memory has none of 512 MiB"));
        assertTrue(judged(kernel(large, "5.15.0"), zgc(17, ASKED))
                .finds(WARNING)
                .summary()
                .contains("shmem_enabled is never"));
    }

    private static Host kernel(Host host, String release) {
        return host.withKernel(known(new Kernel(release, Optional.of("aarch64")), "/proc/sys/kernel/osrelease"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void appliesOnlyToZgcWithTheFlag() {
        judged(thp("never", "never", "never"), g1(17, ASKED)).doesNotApply("not ZGC");
        judged(thp("never", "never", "never"), zgc(21)).doesNotApply("not requested");
        judged(thp("never", "never", "never"), zgc(21, "-XX:+UseLargePages")).doesNotApply("not requested");
    }

    /** The files to be written, each as {@code name=value<was}, and a restart behind them. */
    @ParameterizedTest
    @CsvSource({
        "17, madvise, never,  shmem_enabled=advise<never",
        "21, madvise, never,  shmem_enabled=advise<never",
        "25, madvise, never,  shmem_enabled=advise<never",
        "17, always,  deny,   shmem_enabled=advise<deny",
        "25, always,  deny,   shmem_enabled=advise<deny",
        "17, never,   advise, enabled=madvise<never",
        "21, never,   advise, enabled=madvise<never",
        "17, never,   never,  shmem_enabled=advise<never enabled=madvise<never",
        "21, never,   never,  shmem_enabled=advise<never enabled=madvise<never",
        "25, never,   never,  shmem_enabled=advise<never"
    })
    void changesOnlyFilesThatDenyHugePages(int release, String enabled, String shmem, String files) {
        List<Action> expected = new ArrayList<>();
        for (String file : files.split(" ")) {
            String[] parts = file.split("[=<]");
            expected.add(
                    new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/" + parts[0]), parts[1], parts[2], ""));
        }
        expected.add(new RestartJvm());
        assertEquals(
                expected,
                judged(thp(enabled, "inherit", shmem), zgc(release, ASKED)).actions(WARNING));
    }

    /** Observed on 11: only the global file affects the heap, and no flag does. */
    @ParameterizedTest
    @CsvSource({"madvise, never", "madvise, advise", "never, never", "always, deny"})
    void before15AllSharedMemoryNeedsHugePages(String enabled, String shmem) {
        Judged judged = judged(thp(enabled, "inherit", shmem), zgc(11, ASKED));
        KernelFile file = (KernelFile) judged.actions(WARNING).get(0);
        assertEquals(Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), file.path());
        assertEquals("within_size", file.value());
        assertEquals(shmem, file.was());
        assertTrue(file.cost().contains("other processes"), file.cost());
        assertEquals(
                List.of(new RestartJvm()),
                judged.actions(WARNING).subList(1, judged.actions(WARNING).size()));
        judged(thp(enabled, "inherit", shmem), heap(zgc(11, ASKED), on(PageKind.THP, Bytes.ofGiB(1))))
                .passes();
    }

    /**
     * The file of the size applies unless it is inherit. A global deny disables all sizes, and force overrides sizes
     * that do not inherit.
     */
    @ParameterizedTest
    @CsvSource({
        "advise, never,   hugepages-2048kB/shmem_enabled=inherit<never",
        "always, never,   hugepages-2048kB/shmem_enabled=inherit<never",
        "never,  never,   shmem_enabled=advise<never hugepages-2048kB/shmem_enabled=inherit<never",
        "never,  inherit, shmem_enabled=advise<never",
        "deny,   advise,  shmem_enabled=advise<deny",
        "deny,   never,   shmem_enabled=advise<deny hugepages-2048kB/shmem_enabled=inherit<never",
        "force,  advise,  hugepages-2048kB/shmem_enabled=inherit<advise",
        "never,  advise,  ''",
        "advise, inherit, ''",
        "force,  inherit, ''"
    })
    void theFileOfTheSizeOverridesTheGlobalFile(String shmem, String ofSize, String files) {
        Bytes size = Bytes.ofMiB(2);
        ThpSize words = new ThpSize(
                size, Optional.of("inherit"), Optional.of(ofSize), Optional.empty(), Optional.empty(), Map.of());
        Host host = with(
                thp("madvise", "inherit", shmem),
                "thpSettings",
                known(new ThpSettings(Map.of(), Map.of(), List.of(words), List.of()), "/sys/kernel/mm"));
        List<Action> actions = judged(host, zgc(21, ASKED)).actions(WARNING);
        List<Action> expected = new ArrayList<>();
        for (String file : files.isEmpty() ? new String[0] : files.split(" ")) {
            String[] parts = file.split("[=<]");
            expected.add(
                    new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/" + parts[0]), parts[1], parts[2], ""));
        }
        if (!expected.isEmpty()) {
            expected.add(new RestartJvm());
        }
        assertEquals(expected, actions);
    }

    @ParameterizedTest
    @CsvSource({
        "17, madvise, advise",
        "21, always, advise",
        "25, madvise, advise",
        "25, never, advise",
        "21, madvise, always",
        "11, madvise, always"
    })
    void reportsMissingPagesOnAHostThatAllowsThem(int release, String enabled, String shmem) {
        Outcome.Finding finding =
                judged(thp(enabled, "inherit", shmem), zgc(release, ASKED)).finds(WARNING);
        assertTrue(finding.summary().contains("0 B of 1 GiB"), finding.summary());
        assertEquals(List.of(), finding.actions());
    }

    @Test
    void observedPagesDecide() {
        judged(thp("never", "never", "never"), heap(zgc(21, ASKED), on(PageKind.THP, Bytes.ofGiB(1))))
                .passes();
    }

    @Test
    void doesNotApplyToAnUntouchedHeap() {
        judged(thp("madvise", "-", "advise"), heap(zgc(21, ASKED), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ZERO)))
                .doesNotApply("resident");
    }

    @Test
    void reportsAKernelWithoutTheFile() {
        Outcome.Finding finding =
                judged(thp("madvise", "-", "-"), zgc(17, ASKED)).finds(WARNING);
        assertTrue(finding.summary().contains("no file"), finding.summary());
        assertEquals(List.of(), finding.actions());
    }

    @Test
    void missingFactsAreNamed() {
        Jvm jvm = zgc(21, ASKED);
        judged(host(), with(jvm, "identity", denied("/tmp"))).needs("VM", Reason.DENIED);
        judged(host(), with(jvm, "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(host(), JvmSamples.heapDenied(jvm)).needs("heap", Reason.DENIED);
        judged(with(host(), "thp", denied("/sys")), jvm).needs("THP policy", Reason.DENIED);
        judged(host(), heap(jvm, JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))))
                .needs("pages that back the heap", Reason.NOT_SUPPORTED);
    }
}
