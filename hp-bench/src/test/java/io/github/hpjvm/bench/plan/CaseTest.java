package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseTest {
    @Test
    void anotherHeapReplacesThatOfTheWorkload() {
        Case subject = Samples.ofSize(1000).withHeap("-Xms128m", "-Xmx128m");
        assertEquals(List.of("-Xms128m", "-Xmx128m", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"), subject.jvmArgs());
    }
}
