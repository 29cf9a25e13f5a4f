package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The memory of a host after a pool has grown, which takes memory from it, or has shrunk. */
final class AppliedMemory {
    private static final List<String> FREE = List.of("MemAvailable", "MemFree");

    private AppliedMemory() {}

    /** @param pages number of pages by which the pool grows; negative if it shrinks */
    static Memory of(Memory now, Bytes pageSize, long pages) {
        Bytes change = pageSize.times(Math.abs(pages));
        Bytes most = now.size("MemTotal").orElse(Bytes.of(Long.MAX_VALUE));
        Map<String, Bytes> sizes = new LinkedHashMap<>(now.sizes());
        for (String name : FREE) {
            sizes.computeIfPresent(
                    name,
                    (key, free) -> pages >= 0
                            ? free.minus(change.min(free))
                            : free.plus(change).min(most));
        }
        return new Memory(sizes);
    }
}
