package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkListEntry;

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

    /** The user clears the list of an annotation. */
    @Test
    void anEmptyListReplacesTheAnnotation() {
        BenchmarkListEntry annotated = ListedBenchmark.parse(
                        "JMH S 13 org.acme.Some S 31 org.acme.generated.Some_jmhTest S 4 work S 10 Throughput E A 1 1 1 E"
                                + " I 2 10 T 3 1 s E I 2 10 T 3 1 s E I 1 2 E E L 1 6 -Xmx1g E L 1 20 -XX:MaxInlineLevel=9"
                                + " E E E E ",
                        false)
                .entry();
        assertEquals(
                List.of("-Xmx1g", "-XX:MaxInlineLevel=9"), forked(annotated).all());
        assertEquals(
                List.of(
                        "-jvmArgs",
                        "-Dhp.override=true",
                        "-jvmArgsAppend",
                        "-XX:MaxInlineLevel=9 -XX:+UseTransparentHugePages"),
                forked(annotated, "-jvmArgs", "").options(Samples.variant("thp"), JVM));
        assertEquals(
                List.of("-Xmx1g", "-Dhp.override=true"),
                forked(annotated, "-jvmArgsAppend", "").all());
        assertEquals(
                List.of("-Xmx1g", "-XX:MaxInlineLevel=9"),
                forked(annotated, "-jvmArgsPrepend", "").all());
    }

    private static ForkedJvm forked(BenchmarkListEntry benchmark, String... words) {
        return ForkedJvm.of(benchmark, JmhOptions.parse(List.of(words)).given());
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
