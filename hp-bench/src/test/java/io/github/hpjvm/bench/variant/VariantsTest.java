package io.github.hpjvm.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.bench.Samples;
import java.nio.file.Path;
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
    void theyComeInTheOrderOfTables() {
        assertEquals("baseline, thp, hugetlb, hugetlbfs", Variants.names());
    }

    @Test
    void eachIsFoundByItsName() {
        for (Variant variant : Variants.all()) {
            assertEquals(Optional.of(variant), Variants.named(variant.name()));
        }
        assertEquals(Optional.empty(), Variants.named("THP"));
        assertEquals(Optional.empty(), Variants.named("baseline'"), "the twin is not to be asked for");
    }

    @Test
    void extraWorkIsFoundByItsNameAndNotListed() {
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
            assertTrue(variant.name().matches("[a-z]+"), variant.name());
            assertEquals(1, variant.describes().lines().count());
        }
    }

    @Test
    void baselineSaysMinusToBothFlagsOnEveryRelease() {
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

    /** There it would count as a choice among the kinds of large pages, and switch the pool off without a word. */
    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_504", "11.0.33-ea", "17.0.21.0.3", "21.0.13.0.3"})
    void upTo21HugetlbDoesNotSayMinusToTransparentHugePages(String release) {
        assertEquals(List.of("-XX:+UseLargePages"), arguments("hugetlb", release));
    }

    /** There transparent huge pages, on by default at some vendors, win over the pool. */
    @ParameterizedTest
    @ValueSource(strings = {"22", "23.0.1", "25.0.5.0.3", "28-ea"})
    void from22OnHugetlbDoesSayMinusToTransparentHugePages(String release) {
        assertEquals(List.of("-XX:+UseLargePages", "-XX:-UseTransparentHugePages"), arguments("hugetlb", release));
    }

    @Test
    void thpAsksForTransparentHugePagesAndNothingElse() {
        for (String release : RELEASES) {
            assertEquals(List.of("-XX:+UseTransparentHugePages"), arguments("thp", release));
        }
    }

    @Test
    void eachAsksForTheKindOfPageThatMustBeSeen() {
        assertEquals(PageKind.BASE, Variants.baseline().asks());
        assertEquals(PageKind.THP, Samples.variant("thp").asks());
        assertEquals(PageKind.HUGETLB, Samples.variant("hugetlb").asks());
        assertEquals(PageKind.HUGETLB, Samples.variant("hugetlbfs").asks());
    }

    @Test
    void hugetlbfsIsUnsupportedWhereTheFlagIsUnknownAndSaysWhatToUse() {
        Variant old = Samples.variant("hugetlbfs");
        assertEquals(Optional.empty(), old.unsupportedBy(Samples.jvm("17.0.9", "UseHugeTLBFS")));
        String why = old.unsupportedBy(Samples.jvm("25.0.5.0.3")).orElseThrow();
        assertTrue(why.contains("JDK 25") && why.contains("UseHugeTLBFS") && why.contains("variant hugetlb"), why);
        assertEquals(List.of("-XX:+UseHugeTLBFS"), arguments("hugetlbfs", "17.0.9"));
    }

    @Test
    void theOthersAreSupportedEverywhere() {
        for (String release : RELEASES) {
            for (String name : List.of("baseline", "thp", "hugetlb")) {
                assertEquals(Optional.empty(), Samples.variant(name).unsupportedBy(Samples.jvm(release)));
            }
        }
    }

    @Test
    void aJvmSaysWhichFlagsItHasAndWhatTheyAreByDefault() {
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
