package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.bench.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseTest {
    @Test
    void anotherHeapReplacesThatOfTheWorkload() {
        Case subject = Samples.ofSize(1000).withHeap("-Xms128m", "-Xmx128m");
        assertEquals(List.of("-Xms128m", "-Xmx128m", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"), subject.jvmArgs());
        assertEquals(Bytes.ofMiB(128), subject.maxHeap());
    }

    @ParameterizedTest
    @CsvSource({"-Xmx1g, 1024", "-Xmx1g -Xmx64M, 64", "-Xms1g, 0", "-Xmx, 0", "-Xmxlarge, 0"})
    void theLastMaximumHeapCounts(String arguments, long mebibytes) {
        Case subject = new Case(Samples.touch(), Map.of(), Arrays.asList(arguments.split(" ")));
        assertEquals(Bytes.ofMiB(mebibytes), subject.maxHeap());
    }
}
