package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConflictsTest {
    private static final TargetJvm OLD = Samples.jvm("17.0.9");
    private static final TargetJvm NEW = Samples.jvm("25");

    private static List<String> conflicts(TargetJvm jvm, String own, String... variants) {
        List<Variant> list = Stream.of(variants).map(Samples::variant).toList();
        return Conflicts.find(List.of("-Xmx1g", own), list, jvm).stream()
                .map(Conflicts.Conflict::toString)
                .toList();
    }

    @Test
    void namesAContradictingFlagAndItsVariant() {
        assertEquals(
                List.of("-XX:+UseTransparentHugePages contradicts baseline, which sets -XX:-UseTransparentHugePages"),
                conflicts(OLD, "-XX:+UseTransparentHugePages", "baseline", "thp"));
        assertEquals(
                List.of("-XX:+UseTransparentHugePages contradicts hugetlb, which needs the default of that flag"),
                conflicts(OLD, "-XX:+UseTransparentHugePages", "thp", "hugetlb"));
        assertEquals(
                List.of("-XX:LargePageSizeInBytes=1g contradicts baseline, which needs the default of that flag"),
                conflicts(OLD, "-XX:LargePageSizeInBytes=1g", "baseline"));
    }

    @Test
    void aMinusFlagContradictsAVariantThatNeedsIt() {
        assertEquals(List.of(), conflicts(OLD, "-XX:-UseLargePages", "baseline"));
        assertEquals(1, conflicts(OLD, "-XX:-UseLargePages", "thp").size());
        assertEquals(
                1, conflicts(OLD, "-XX:-UseTransparentHugePages", "hugetlb").size());
        assertEquals(List.of(), conflicts(NEW, "-XX:-UseTransparentHugePages", "hugetlb"));
    }

    @Test
    void comparesAllFlagsOfAVariant() {
        assertEquals(1, conflicts(OLD, "-XX:+AlwaysPreTouch", "pretouch-off").size());
        assertEquals(List.of(), conflicts(OLD, "-XX:+AlwaysPreTouch", "baseline", "thp", "hugetlb"));
    }

    @Test
    void ignoresOtherFlags() {
        for (String own : List.of("-XX:+UseG1GC", "-XX:MaxInlineLevel=9", "-Dx=-XX:+UseLargePages", "-XX:", "-ea")) {
            assertEquals(List.of(), conflicts(OLD, own, "baseline", "thp", "hugetlb"), own);
        }
    }
}
