package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.environment;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.scanned;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectBuffersOnBasePagesTest {
    private static final String ID = "HP-504";
    private static final Jvm BUFFERS =
            located(g1(17, "-XX:+UseTransparentHugePages"), RegionName.NATIVE, on(PageKind.BASE, Bytes.ofGiB(1)));

    /** glibc madvises only if the global file says madvise. */
    @Test
    void theTunableHasNoEffectInOtherGlobalModes() {
        for (String global : List.of("always", "never")) {
            Judged.by(ID, FactsSamples.thp(global, "madvise", "never"), BUFFERS).doesNotApply("which is " + global);
        }
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void enablesTheTunableOfMalloc() {
        assertEquals(
                List.of(new Environment("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")),
                Judged.by(ID, host(), BUFFERS).actions(INFO));
        assertEquals(
                List.of(new Environment("GLIBC_TUNABLES", "glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1")),
                Judged.by(ID, host(), environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.arena_max=2"))
                        .actions(INFO));
    }

    /** Measured with glibc 2.36 and blocks of 50 kB: 0 of 600 MiB huge with hugetlb=1, 602 with arena_max=1 beside it. */
    @Test
    void namesTheCauseThatIsLeftAfterTheTunable() {
        Jvm without = advised(environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"), Bytes.ofKiB(28));
        Judged arenas = Judged.by(ID, host(), without);
        assertEquals(
                List.of(new Environment("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1")),
                arenas.actions(INFO));
        assertTrue(arenas.finds(INFO).summary().contains("although glibc.malloc.hugetlb=1 is set"));

        String one = "glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1";
        Judged other = Judged.by(ID, host(), advised(environment(BUFFERS, "GLIBC_TUNABLES", one), Bytes.ZERO));
        assertEquals(List.of(), other.actions(INFO));
        assertTrue(other.finds(INFO).explanation().contains("another malloc"));

        Judged advised = Judged.by(ID, host(), advised(without, Bytes.ofGiB(2)));
        assertEquals(List.of(), advised.actions(INFO));
        assertTrue(advised.finds(INFO).explanation().contains("no free block"));
    }

    /** glibc opts in for blocks of the PMD size; above 32 MiB it does not since 2.44 (MAX_THP_PAGESIZE). */
    @ParameterizedTest
    @ValueSource(ints = {2, 32, 512})
    void aBlockHasThePmdSize(int mib) {
        Host host = with(
                host(),
                "thp",
                known(with(policy("madvise", "-", "never"), "pmdSize", Bytes.ofMiB(mib)), "/sys/kernel/mm"));
        Jvm tunable = advised(environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"), Bytes.ofKiB(28));
        if (mib == 512) {
            Judged.by(ID, host, BUFFERS).doesNotApply("of 512 MiB for allocations of this size only");
            Judged.by(ID, host, tunable).doesNotApply("since 2.44 for none");
            return;
        }
        String size = mib + " MiB or more";
        assertTrue(Judged.by(ID, host, BUFFERS).finds(INFO).explanation().contains("allocations of " + size));
        assertTrue(Judged.by(ID, host, tunable).finds(INFO).explanation().contains("blocks of " + size));
    }

    /** glibc 2.43 opts in without the tunable ("malloc: Enable 2MB THP by default on Aarch64"). */
    @Test
    void namesTheDefaultOnAarch64() {
        Host arm = host().withKernel(known(new Kernel("6.12.0", Optional.of("aarch64")), "/proc/sys/kernel/osrelease"));
        assertTrue(Judged.by(ID, arm, BUFFERS)
                .finds(INFO)
                .explanation()
                .contains("glibc 2.43 and newer opts in by default"));
        Judged advised = Judged.by(ID, arm, advised(BUFFERS, Bytes.ofMiB(64)));
        assertTrue(advised.finds(INFO).summary().contains("although malloc opts in by default"));
    }

    @Test
    void isUnknownAfterTheTunableIfTheOptInIsUnknown() {
        Jvm scanned = scanned(environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"), RegionName.NATIVE);
        Judged.by(ID, host(), scanned).needs("memory that malloc advised for huge pages", Reason.SKIPPED);
    }

    private static Jvm advised(Jvm jvm, Bytes bytes) {
        return with(
                jvm,
                "regions",
                jvm.regions().stream()
                        .map(region -> region.name() == RegionName.NATIVE
                                ? with(region, "advised", Optional.of(bytes))
                                : region)
                        .toList());
    }

    /** Only glibc reads GLIBC_TUNABLES. */
    @Test
    void onlyGlibcHasTheTunable() {
        Judged.by(ID, host(), BUFFERS.withMalloc(Optional.of(Malloc.MUSL))).doesNotApply("malloc is that of musl");
        Judged.by(ID, host(), BUFFERS.withMalloc(Optional.of(Malloc.OTHER))).doesNotApply("another library");
        Judged.by(ID, host(), BUFFERS.withMalloc(Optional.empty())).needs("the library of malloc", Reason.NOT_PRESENT);
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), environment(BUFFERS, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=2"))
                .doesNotApply("has a setting");
        Judged.by(ID, thp("always", "-", "never"), BUFFERS).doesNotApply("always mode");
        Judged.by(ID, host(), g1(17)).doesNotApply("not requested");
        Judged.by(ID, host(), g1(17, "-XX:+UseLargePages")).doesNotApply("cannot be distinguished");
        Judged.by(ID, host(), located(BUFFERS, RegionName.NATIVE, on(PageKind.BASE, Bytes.ofMiB(1023))))
                .passes();
        Judged.by(ID, host(), located(BUFFERS, RegionName.NATIVE, on(PageKind.THP, Bytes.ofGiB(2))))
                .passes();
    }
}
