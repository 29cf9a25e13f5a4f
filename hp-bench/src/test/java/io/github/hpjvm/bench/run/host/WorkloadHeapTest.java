package io.github.hpjvm.bench.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadHeapTest {

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseG1GC, G1",
        "-XX:+UseParallelGC, PARALLEL",
        "-XX:+UseSerialGC, SERIAL",
        "-XX:+UseZGC, ZGC",
        "-XX:+UseShenandoahGC, SHENANDOAH"
    })
    void heapAndCollectorAreRead(String flag, Collector collector) {
        assertEquals(
                Optional.of(new WorkloadHeap(Bytes.ofMiB(512), collector)),
                WorkloadHeap.of(List.of("-Xms512m", "-Xmx512m", flag, "-XX:+AlwaysPreTouch")));
    }

    @Test
    void theLastFlagCounts() {
        assertEquals(
                Optional.of(new WorkloadHeap(Bytes.ofGiB(2), Collector.PARALLEL)),
                WorkloadHeap.of(List.of("-Xmx1g", "-XX:+UseG1GC", "-XX:+UseParallelGC", "-Xmx2g")));
    }

    /** HotSpot reads 0x40000000 as 1 GiB; it refuses the others. */
    @ParameterizedTest
    @ValueSource(strings = {"1.5g", "0x40000000", "", "x", "999999999999999t", "99999999999999999999"})
    void aSizeOfAnotherFormIsUnknown(String size) {
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of("-Xmx1g", "-XX:+UseG1GC", "-Xmx" + size)));
        assertEquals(Optional.empty(), WorkloadHeap.largest(List.of("-Xmx1g", "-Xmx" + size)));
        assertEquals(Optional.of(Bytes.ofGiB(1)), WorkloadHeap.largest(List.of("-Xmx" + size, "-Xmx1g")));
    }

    @Test
    void withoutHeapOrCollectorThereIsNoBill() {
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of()));
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of("-Xmx1g")));
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of("-XX:+UseG1GC")));
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of("-Xmx1g", "-XX:-UseG1GC")));
        assertEquals(Optional.empty(), WorkloadHeap.of(List.of("-Xmx1g", "-XX:+UseEpsilonGC")));
    }
}
