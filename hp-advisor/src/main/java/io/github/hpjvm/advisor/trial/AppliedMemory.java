package io.github.hpjvm.advisor.trial;

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
        Bytes change = size(pageSize, Math.abs(pages));
        Bytes most = now.size("MemTotal").orElse(Bytes.of(Long.MAX_VALUE));
        Map<String, Bytes> sizes = new LinkedHashMap<>(now.sizes());
        for (String name : FREE) {
            sizes.computeIfPresent(
                    name,
                    (key, free) -> pages >= 0
                            ? free.minus(change.min(free))
                            : free.plusAtMost(change).min(most));
        }
        return new Memory(sizes);
    }

    /** So many pages; more than a size can hold is the largest one. */
    static Bytes size(Bytes pageSize, long pages) {
        boolean fits = pages == 0 || pageSize.value() <= Long.MAX_VALUE / pages;
        return fits ? pageSize.times(pages) : Bytes.of(Long.MAX_VALUE);
    }
}
