package io.github.hpjvm.bench.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AvailableMemoryTest {
    private static final Map<String, Bytes> HOST = Map.of("MemAvailable", Bytes.ofGiB(60));

    private static GroupLimit limit(int gib, Optional<Bytes> usage, String cgroup) {
        return new GroupLimit(Bytes.ofGiB(gib), usage, cgroup, "/sys/fs/cgroup" + cgroup + "/memory.max");
    }

    @Test
    void isThatOfTheHostWithoutALimit() {
        assertEquals(Bytes.ofGiB(60), AvailableMemory.of(HOST, List.of()).forForks());
        assertEquals(Bytes.ZERO, AvailableMemory.of(Map.of(), List.of()).forForks());
    }

    @Test
    void isAtMostWhatEachControlGroupPermits() {
        GroupLimit pod = limit(4, Optional.of(Bytes.ofGiB(1)), "/pod/container");
        GroupLimit node = limit(32, Optional.of(Bytes.ofGiB(30)), "/pod");
        AvailableMemory memory = AvailableMemory.of(HOST, List.of(pod, node));
        assertEquals(Bytes.ofGiB(2), memory.forForks());
        assertEquals(Bytes.ofGiB(60), memory.host());
        GroupLimit wide = limit(512, Optional.of(Bytes.ofGiB(1)), "/");
        assertEquals(Bytes.ofGiB(60), AvailableMemory.of(HOST, List.of(wide)).forForks());
    }

    @Test
    void isNothingIfTheUsageOfAGroupIsUnknown() {
        assertEquals(
                Bytes.ZERO,
                AvailableMemory.of(HOST, List.of(limit(4, Optional.empty(), "/pod")))
                        .forForks());
    }
}
