package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Memory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a pool that grows takes from all others, and one that shrinks gives back. */
final class AppliedMemory {
    private static final List<String> FREE = List.of("MemAvailable", "MemFree");

    private AppliedMemory() {}

    /** @param pages by how many the pool grows; fewer than none if it shrinks */
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
