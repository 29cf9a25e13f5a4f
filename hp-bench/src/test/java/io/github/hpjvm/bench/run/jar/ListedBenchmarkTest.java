package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** Lines that the annotation processors of JMH 1.21 and 1.37 wrote of sample 27, and one of netty's. */
class ListedBenchmarkTest {
    private static final String OLD = "JMH S 43 org.openjdk.jmh.samples.JMHSample_27_Params S 67"
            + " org.openjdk.jmh.samples.generated.JMHSample_27_Params_bench_jmhTest S 5 bench S 11 AverageTime E A 1 1 1 E"
            + " I 1 5 T 3 1 s E I 1 5 T 3 1 s E I 1 1 E E E E E M 2 3 arg 5 1 1 2 31 2 65 3 101 3 103 9 certainty 7 1 0 1 1"
            + " 1 2 1 4 1 8 2 16 2 32 U 11 NANOSECONDS E E ";
    private static final String NEW = "JMH S 43 org.openjdk.jmh.samples.JMHSample_27_Params S 71"
            + " org.openjdk.jmh.samples.jmh_generated.JMHSample_27_Params_bench_jmhTest S 5 bench S 11 AverageTime E A 1 1 1"
            + " E I 1 5 T 3 1 s E I 1 5 T 3 1 s E I 1 1 E E E E E M 2 3 arg 5 8 xAA===== 8 zAQMAA== 8 2AQNAA== 8 xAAMAEDA 8"
            + " xAAMAMDA 9 certainty 7 8 wAA===== 8 xAA===== 8 yAA===== 8 0AA===== 8 4AA===== 8 xAgNAA== 8 zAgMAA== U 11"
            + " NANOSECONDS E E ";
    private static final Map<String, List<String>> PARAMS = Map.of(
            "arg", List.of("1", "31", "65", "101", "103"), "certainty", List.of("0", "1", "2", "4", "8", "16", "32"));

    @Test
    void readsBothEncodingsOfValues() {
        for (ListedBenchmark one : List.of(ListedBenchmark.parse(OLD, false), ListedBenchmark.parse(NEW, true))) {
            assertEquals(PARAMS, one.params());
            assertEquals(
                    "org.openjdk.jmh.samples.JMHSample_27_Params.bench",
                    one.entry().getUsername());
            assertEquals(Mode.AverageTime, one.entry().getMode());
            assertEquals(5, one.entry().getMeasurementIterations().get());
        }
    }

    /** A later version of a benchmark may have other values. */
    @Test
    void theValuesOfTheUserAreThoseOfBothJars() {
        ListedBenchmark base = ListedBenchmark.parse(NEW, true);
        ListedBenchmark head =
                new ListedBenchmark(base.entry(), Map.of("arg", List.of("9"), "certainty", List.of("0", "1", "7")));
        assertEquals(Optional.empty(), base.withValuesOf(head));
        assertEquals(
                Map.of("arg", List.of("31", "9"), "certainty", List.of("0", "1")),
                chosen(base, "arg=31,9")
                        .withValuesOf(chosen(head, "arg=31,9"))
                        .orElseThrow()
                        .params());
        assertEquals(PARAMS, chosen(base, "other=1").params());
    }

    /** Without a line, the user would believe that all values were compared. */
    @Test
    void valuesOfOneJarOnlyAreNamed() {
        BenchmarkListEntry entry = ListedBenchmark.parse(NEW, true).entry();
        JarSelection.Listed base = listed("/base.jar", entry, "1", "2", "3", "4");
        List<String> notes = new ArrayList<>();
        assertEquals(
                Map.of("size", List.of("2", "3")),
                base.inBoth(listed("/head.jar", entry, "3", "2", "9"), notes)
                        .get(0)
                        .params());
        String name = "org.openjdk.jmh.samples.JMHSample_27_Params.bench";
        assertEquals(
                List.of(name + " with size=1, size=4, not in /head.jar", name + " with size=9, not in /base.jar"),
                notes);
        notes.clear();
        base.inBoth(listed("/head.jar", entry, "1", "2", "3", "4"), notes);
        assertEquals(List.of(), notes);
    }

    private static JarSelection.Listed listed(String jar, BenchmarkListEntry entry, String... sizes) {
        List<ListedBenchmark> all = List.of(new ListedBenchmark(entry, Map.of("size", List.of(sizes))));
        return new JarSelection.Listed(new JmhJar(Path.of(jar), "org.openjdk.jmh.Main", all), all);
    }

    private static ListedBenchmark chosen(ListedBenchmark one, String values) {
        return JarSelection.chosen(one, JmhOptions.parse(List.of("-p", values)).given())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void readsJvmArgumentsOfAnnotations() {
        String line = "JMH S 13 org.acme.Some S 31 org.acme.generated.Some_jmhTest S 4 work S 10 Throughput E A 1 1 1 E"
                + " I 2 10 T 3 1 s E I 2 10 T 3 1 s E I 1 2 E E L 1 6 -Xmx1g E L 1 20 -XX:MaxInlineLevel=9 E E E E ";
        ListedBenchmark one = ListedBenchmark.parse(line, false);
        assertEquals(List.of("-Xmx1g"), one.entry().getJvmArgs().get());
        assertEquals(
                List.of("-XX:MaxInlineLevel=9"), one.entry().getJvmArgsAppend().get());
        assertFalse(one.entry().getJvmArgsPrepend().hasValue());
        assertEquals(Map.of(), one.params());
    }

    @ParameterizedTest
    @ValueSource(strings = {"JMH ", "JMH S 99 short", "JMH S x", "something else"})
    void refusesOtherLines(String line) {
        assertThrows(IllegalStateException.class, () -> ListedBenchmark.parse(line, false));
    }
}
