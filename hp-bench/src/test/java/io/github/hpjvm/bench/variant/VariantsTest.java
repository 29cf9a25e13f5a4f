package io.github.hpjvm.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.host.HostChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {
    private static final List<String> RELEASES =
            List.of("1.8.0_504", "11.0.33-ea", "17.0.9", "21.0.9", "22", "23.0.1", "25", "28-ea");

    @Test
    void listsVariantsInTheOrderOfTables() {
        assertEquals(
                "baseline, thp, hugetlb, hugetlbfs, thp-always, thp-defrag-defer, thp-defrag-defer+madvise, thp-defrag-never, mthp-64k,"
                        + " hugetlb-1g, malloc-thp, malloc-hugetlb, pretouch-off, thp-pretouch-off, hugetlb-pretouch-off",
                Variants.names());
    }

    @Test
    void eachIsFoundByItsName() {
        for (Variant variant : Variants.all()) {
            assertEquals(Optional.of(variant), Variants.named(variant.name()));
        }
        assertEquals(Optional.empty(), Variants.named("THP"));
        assertEquals(Optional.empty(), Variants.named("baseline'"), "baseline' cannot be requested");
    }

    @Test
    void extraWorkIsFoundByNameButNotListed() {
        Variant five = Variants.named("extra5b").orElseThrow();
        assertEquals(
                List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages", "-Dhp.extra.percent=5"),
                five.arguments(Samples.jvm("21.0.9")));
        assertEquals("base pages and 5 % more work", five.describes());
        assertNotEquals(Variants.named("extra5"), Variants.named("extra5b"));
        for (String none : List.of("extra", "extra100", "extra-5", "extra5bb", "extra5B")) {
            assertEquals(Optional.empty(), Variants.named(none), none);
        }
        assertEquals(
                List.of(),
                Variants.all().stream()
                        .filter(it -> it.name().startsWith("extra"))
                        .toList());
    }

    @Test
    void namesAndDescriptionsAreOneLineAndDifferent() {
        Set<String> seen = new HashSet<>();
        for (Variant variant : Variants.all()) {
            assertTrue(seen.add(variant.name()) && seen.add(variant.describes()), variant.name());
            assertTrue(variant.name().matches("[a-z0-9+-]+"), variant.name());
            assertEquals(1, variant.describes().lines().count());
        }
    }

    @Test
    void baselineDisablesBothFlagsOnEveryRelease() {
        for (String release : RELEASES) {
            assertEquals(
                    List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages"),
                    Variants.baseline().arguments(Samples.jvm(release)),
                    release);
        }
    }

    @Test
    void theTwinIsBaselineUnderAnotherName() {
        assertEquals("baseline'", Variants.twin().name());
        assertNotEquals(Variants.baseline(), Variants.twin());
        assertEquals(PageKind.BASE, Variants.twin().asks());
        for (String release : RELEASES) {
            assertEquals(
                    Variants.baseline().arguments(Samples.jvm(release)),
                    Variants.twin().arguments(Samples.jvm(release)));
        }
    }

    /** The flag would count as a choice among the kinds of large pages, and silently disable the pool. */
    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_504", "11.0.33-ea", "17.0.21.0.3", "21.0.13.0.3"})
    void upTo21HugetlbDoesNotDisableThp(String release) {
        assertEquals(List.of("-XX:+UseLargePages"), arguments("hugetlb", release));
    }

    /** Transparent huge pages, which some vendors enable by default, take precedence over the pool. */
    @ParameterizedTest
    @ValueSource(strings = {"22", "23.0.1", "25.0.5.0.3", "28-ea"})
    void from22OnHugetlbDisablesThp(String release) {
        assertEquals(List.of("-XX:+UseLargePages", "-XX:-UseTransparentHugePages"), arguments("hugetlb", release));
    }

    @Test
    void thpSetsOnlyItsOwnFlag() {
        for (String release : RELEASES) {
            assertEquals(List.of("-XX:+UseTransparentHugePages"), arguments("thp", release));
        }
    }

    @Test
    void eachVariantNamesItsPageKind() {
        assertEquals(PageKind.BASE, Variants.baseline().asks());
        assertEquals(PageKind.THP, Samples.variant("thp").asks());
        assertEquals(PageKind.HUGETLB, Samples.variant("hugetlb").asks());
        assertEquals(PageKind.HUGETLB, Samples.variant("hugetlbfs").asks());
    }

    @Test
    void hostSettingsAreDocumentedFilesAndValues() {
        assertEquals(List.of(), Samples.variant("thp").host(Samples.PMD));
        assertEquals(List.of("echo always > /sys/kernel/mm/transparent_hugepage/enabled"), commands("thp-always"));
        assertEquals(
                List.of("echo defer+madvise > /sys/kernel/mm/transparent_hugepage/defrag"),
                commands("thp-defrag-defer+madvise"));
        assertEquals(
                List.of(
                        "echo madvise > /sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled",
                        "echo never > /sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled"),
                commands("mthp-64k"));
    }

    private static List<String> commands(String variant) {
        return Samples.variant(variant).host(Samples.PMD).stream()
                .map(HostChange::command)
                .toList();
    }

    @Test
    void thpAlwaysSetsNoFlag() {
        assertEquals(Samples.variant("baseline").arguments(Samples.jvm("21")), arguments("thp-always", "21"));
        assertEquals(Optional.empty(), Samples.variant("thp-always").decidingArgument());
        assertEquals(PageKind.THP, Samples.variant("thp-always").asks());
    }

    @Test
    void pagesOfAGigabyteNeed17AndBothPools() {
        Variant variant = Samples.variant("hugetlb-1g");
        assertEquals(List.of("-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g"), arguments("hugetlb-1g", "17.0.9"));
        assertEquals(Optional.empty(), variant.unsupportedBy(Samples.jvm("17.0.9")));
        assertTrue(variant.unsupportedBy(Samples.jvm("11.0.33")).orElseThrow().contains("variant hugetlb"));
        assertEquals(
                Map.of(Bytes.ofGiB(1), 1L, Samples.PMD, 642L - 512), variant.poolPages(Samples.bill(), Samples.HEAP));
    }

    /** Measured with JDK 17 and 21 with G1: -Xmx64m becomes a heap of 1 GiB, whose tables take 19 pages. */
    @Test
    void aRoundedHeapNeedsLargerTables() {
        PoolBill small =
                PoolBill.of(JavaVersion.parse("17"), Collector.G1, Bytes.ofMiB(64), Optional.empty(), Samples.PMD);
        Map<Bytes, Long> pages = Samples.variant("hugetlb-1g").poolPages(small, Bytes.ofMiB(64));
        assertEquals(1, pages.get(Bytes.ofGiB(1)));
        assertTrue(pages.get(Samples.PMD) >= small.max() - 32 + 19, pages.toString());
    }

    @Test
    void mallocVariantsUseTheEnvironmentOnly() {
        assertEquals(
                Map.of("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"),
                Samples.variant("malloc-thp").environment());
        assertEquals(
                Map.of("GLIBC_TUNABLES", "glibc.malloc.hugetlb=2"),
                Samples.variant("malloc-hugetlb").environment());
        for (String name : List.of("malloc-thp", "malloc-hugetlb")) {
            assertEquals(Samples.variant("baseline").arguments(Samples.jvm("21")), arguments(name, "21"));
            assertEquals(PageKind.BASE, Samples.variant(name).asks());
        }
        assertEquals(Map.of(), Samples.variant("malloc-thp").poolPages(Samples.bill(), Samples.HEAP));
        assertEquals(
                Set.of(Samples.PMD),
                Samples.variant("malloc-hugetlb")
                        .poolPages(Samples.bill(), Samples.HEAP)
                        .keySet());
    }

    @Test
    void pretouchOffOnlyRemovesPretouch() {
        for (String regime : List.of("baseline", "thp", "hugetlb")) {
            String name = regime.equals("baseline") ? "pretouch-off" : regime + "-pretouch-off";
            List<String> expected = new ArrayList<>(arguments(regime, "21"));
            expected.add("-XX:-AlwaysPreTouch");
            assertEquals(expected, arguments(name, "21"));
            assertEquals(Samples.variant(regime).asks(), Samples.variant(name).asks());
            assertEquals(
                    Samples.variant(regime).poolPages(Samples.bill(), Samples.HEAP),
                    Samples.variant(name).poolPages(Samples.bill(), Samples.HEAP));
        }
    }

    @Test
    void hugetlbfsNamesItsReplacementIfTheFlagIsUnknown() {
        Variant old = Samples.variant("hugetlbfs");
        assertEquals(Optional.empty(), old.unsupportedBy(Samples.jvm("17.0.9", "UseHugeTLBFS")));
        String why = old.unsupportedBy(Samples.jvm("25.0.5.0.3")).orElseThrow();
        assertTrue(why.contains("JDK 25") && why.contains("UseHugeTLBFS") && why.contains("variant hugetlb"), why);
        assertEquals(List.of("-XX:+UseHugeTLBFS"), arguments("hugetlbfs", "17.0.9"));
    }

    @Test
    void otherVariantsAreSupportedEverywhere() {
        for (String release : RELEASES) {
            for (String name : List.of("baseline", "thp", "hugetlb")) {
                assertEquals(Optional.empty(), Samples.variant(name).unsupportedBy(Samples.jvm(release)));
            }
        }
    }

    @Test
    void aJvmListsItsFlagsAndDefaults() {
        Map<String, String> flags = new HashMap<>();
        flags.put("UseTransparentHugePages", "true");
        flags.put("UseLargePages", "false");
        flags.put("ReservedCodeCacheSize", "251658240");
        TargetJvm base = Samples.jvm("25");
        TargetJvm jvm = new TargetJvm(
                Path.of("/opt/jdk/bin/java"), base.version(), "25+36", "SAP SE", "OpenJDK 64-Bit Server VM", flags);
        flags.clear();
        assertTrue(jvm.isOnByDefault("UseTransparentHugePages"));
        assertFalse(jvm.isOnByDefault("UseLargePages"));
        assertFalse(jvm.isOnByDefault("NoSuchFlag"));
        assertTrue(jvm.knows("UseLargePages"));
        assertFalse(jvm.knows("UseHugeTLBFS"));
        assertEquals(Optional.of(Bytes.ofMiB(240)), jvm.reservedCodeCache());
        assertEquals(Optional.empty(), base.reservedCodeCache());
        assertEquals("OpenJDK 64-Bit Server VM 25+36 (SAP SE)", jvm.toString());
        assertThrows(UnsupportedOperationException.class, () -> jvm.flags().put("x", "y"));
    }

    private static List<String> arguments(String variant, String release) {
        return Samples.variant(variant).arguments(Samples.jvm(release));
    }
}
