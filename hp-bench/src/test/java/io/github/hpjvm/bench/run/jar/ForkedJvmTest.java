package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForkedJvmTest {
    private static final TargetJvm JVM = Samples.jvm("17.0.9");

    @Test
    void appendsTheVariantAfterExistingArguments() {
        ForkedJvm forked = new ForkedJvm(
                List.of("-server"), Optional.of(List.of("-Xmx1g", "-Da=b c")), List.of("-XX:MaxInlineLevel=9"));
        assertEquals(
                List.of(
                        "-jvmArgsPrepend",
                        "-server",
                        "-jvmArgs",
                        "-Xmx1g \"-Da=b c\"",
                        "-jvmArgsAppend",
                        "-XX:MaxInlineLevel=9 -XX:+UseTransparentHugePages"),
                forked.options(Samples.variant("thp"), JVM));
    }

    @Test
    void omitsListsThatAreNotGiven() {
        assertEquals(
                List.of("-jvmArgsAppend", "-XX:+UseLargePages"),
                new ForkedJvm(List.of(), Optional.empty(), List.of()).options(Samples.variant("hugetlb"), JVM));
    }

    @Test
    void overriddenOmitsContradictions() {
        ForkedJvm forked = new ForkedJvm(
                List.of(), Optional.of(List.of("-Xmx1g")), List.of("-XX:+UseTransparentHugePages", "-ea"));
        assertEquals(
                List.of(
                        "-jvmArgsPrepend",
                        "-Dhp.override=true",
                        "-jvmArgs",
                        "-Xmx1g -ea -XX:+UseLargePages",
                        "-jvmArgsAppend",
                        "-Dhp.override=true"),
                forked.overridden(Samples.variant("hugetlb"), JVM));
        assertEquals(forked.options(Samples.variant("thp"), JVM), forked.overridden(Samples.variant("thp"), JVM));
    }
}
