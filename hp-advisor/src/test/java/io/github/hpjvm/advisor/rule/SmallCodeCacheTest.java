package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallCodeCacheTest {
    private static final String ID = "HP-501";
    private static final String LARGE = "-XX:+UseLargePages";

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @ParameterizedTest
    @CsvSource({"15m, true", "16383k, true", "16m, false", "240m, false"})
    void eightPagesAreEnough(String size, boolean tooSmall) {
        Judged judged = Judged.by(ID, pool(520, 8, 0), g1(17, LARGE, "-XX:ReservedCodeCacheSize=" + size));
        if (tooSmall) {
            assertEquals(
                    List.of(new JvmFlag(
                            List.of("-XX:ReservedCodeCacheSize=16m"), List.of("-XX:ReservedCodeCacheSize=" + size))),
                    judged.actions(INFO));
        } else {
            judged.passes();
        }
    }

    /** Seen in -Xlog:pagesize: base pages for 33, 63 and 241 MiB on 11.0.33 and 17.0.9. */
    @ParameterizedTest
    @CsvSource({
        "17.0.9, 33, 34",
        "11.0.33, 241, 242",
        "21.0.1, 63, 0",
        "17.0.21, 33, 0",
        "17.0.9, 34, 0",
        "1.8.0_504, 33, 0"
    })
    void someVersionsRequireAWholeNumberOfPages(String version, int mib, int advised) {
        String given = "-XX:ReservedCodeCacheSize=" + mib + "m";
        Jvm jvm = JvmSamples.version(g1(JavaVersion.parse(version).feature(), LARGE, given), version);
        Judged judged = Judged.by(ID, pool(520, 300, 0), jvm);
        if (advised == 0) {
            judged.passes();
            return;
        }
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:ReservedCodeCacheSize=" + advised + "m"), List.of(given))),
                judged.actions(INFO));
        assertTrue(judged.finds(INFO).summary().contains("requires a multiple of 2 MiB"));
    }

    @Test
    void theFinalValueOverridesTheArguments() {
        Jvm jvm = with(
                g1(17, LARGE),
                "flags",
                known(Map.of("ReservedCodeCacheSize", new VmFlag("8388608", "product", "ergonomic")), "jcmd"));
        Judged.by(ID, pool(520, 8, 0), jvm).finds(INFO);
        Judged.by(ID, host(), g1(17, LARGE)).passes();
        Judged.by(ID, host(), g1(17, "-XX:ReservedCodeCacheSize=8m")).doesNotApply("not requested");
    }

    /** Measured: 12 MiB on 17, page_size=4K in the log, and hg and AnonHugePages in smaps. */
    @Test
    void doesNotApplyToTransparentHugePages() {
        Judged.by(ID, host(), g1(17, "-XX:+UseTransparentHugePages", "-XX:ReservedCodeCacheSize=12m"))
                .doesNotApply("not requested");
    }

    @Test
    void aPoolWithoutPagesHasNoAction() {
        Jvm pooled = g1(17, "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=8m");
        assertEquals(List.of(), Judged.by(ID, pool(520, 7, 0), pooled).actions(INFO));
        assertEquals(1, Judged.by(ID, pool(520, 8, 0), pooled).actions(INFO).size());
    }

    /** A host whose default hugetlb page has that size, with eight free pages in each of these pools. */
    private static Host defaultPage(int mib, int... pools) {
        List<HugePool> all = IntStream.of(pools)
                .mapToObj(size -> new HugePool(Bytes.ofMiB(size), 8, 8, 0, 0, 0))
                .toList();
        Host host = with(host(), "pools", known(all, "/sys/kernel/mm/hugepages"));
        return with(host, "memory", memory(Bytes.ofGiB(32), Bytes.ofMiB(mib)));
    }

    /**
     * Base pages of 16 KiB have pools of 32 and 2 MiB, base pages of 64 KiB of 512 and 2 MiB: JDK 8 and 11 use the default
     * size alone, of which their largest code cache may have no room for eight pages.
     */
    @Test
    void thePageHasTheSizeOfThePool() {
        String small = "-XX:ReservedCodeCacheSize=48m";
        Judged on32 = Judged.by(ID, defaultPage(32, 2, 32), g1(11, LARGE, small));
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:ReservedCodeCacheSize=256m"), List.of(small))), on32.actions(INFO));
        assertTrue(on32.finds(INFO).summary().contains("from 256 MiB on"));
        assertTrue(Judged.by(ID, defaultPage(32, 32), g1(11, LARGE))
                .finds(INFO)
                .summary()
                .startsWith("The code cache of the default size stays on base pages"));
        Judged.by(ID, defaultPage(32, 32), g1(11, LARGE, "-XX:ReservedCodeCacheSize=256m"))
                .passes();

        Judged on512 = Judged.by(ID, defaultPage(512, 2, 512), g1(11, LARGE, "-XX:ReservedCodeCacheSize=2g"));
        assertEquals(List.of(), on512.actions(INFO));
        assertTrue(on512.finds(INFO).explanation().contains("accepts no code cache above 2 GiB"));
    }

    /** From 17 on the pool of 2 MiB suffices, from 27 on only if it has a page (HugetlbSizes). */
    @Test
    void smallerPagesServeTheCode() {
        String small = "-XX:ReservedCodeCacheSize=48m";
        Judged.by(ID, defaultPage(512, 2, 512), g1(21, LARGE, small)).passes();
        Judged.by(ID, defaultPage(32, 2, 32), g1(17, LARGE)).passes();
        Judged tiny = Judged.by(ID, defaultPage(512, 2, 512), g1(21, LARGE, "-XX:ReservedCodeCacheSize=8m"));
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:ReservedCodeCacheSize=16m"), List.of("-XX:ReservedCodeCacheSize=8m"))),
                tiny.actions(INFO));
        Host empty = with(
                defaultPage(32, 32),
                "pools",
                known(
                        List.of(
                                new HugePool(Bytes.ofMiB(2), 0, 0, 0, 0, 0),
                                new HugePool(Bytes.ofMiB(32), 8, 8, 0, 0, 0)),
                        "/sys/kernel/mm/hugepages"));
        Judged.by(ID, empty, g1(25, LARGE, small)).passes();
        assertTrue(
                Judged.by(ID, empty, g1(27, LARGE, small)).finds(INFO).summary().contains("256 MiB"));
    }

    /** Both options set ReservedCodeCacheSize, and the last one counts. */
    @Test
    void theOtherOptionIsRemovedToo() {
        Jvm jvm = with(
                g1(17, LARGE, "-Xmaxjitcodesize8m"),
                "flags",
                known(Map.of("ReservedCodeCacheSize", new VmFlag("8388608", "product", "command line")), "jcmd"));
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:ReservedCodeCacheSize=16m"), List.of("-Xmaxjitcodesize8m"))),
                Judged.by(ID, pool(520, 8, 0), jvm).actions(INFO));
    }
}
