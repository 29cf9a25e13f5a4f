package io.github.hpjvm.advisor.facts;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The policy for transparent huge pages of one size, and what became of it.
 *
 * @param pageSize the size
 * @param enabled the word of {@code hugepages-<size>kB/enabled}; empty if there is no such file
 * @param shmemEnabled the word of {@code hugepages-<size>kB/shmem_enabled}; empty if there is no such file
 * @param effective what holds for anonymous memory: {@code always}, {@code madvise} or {@code never}; empty if this
 *     size is not offered for it or not known
 * @param effectiveShmem what holds for shared memory without a mount of its own - shared anonymous mappings, memfd,
 *     System V: {@code always}, {@code within_size}, {@code advise} or {@code never}; empty as above
 * @param stats the counters of {@code stats/} by name, of the whole host since it was booted; {@code nr_*} are what is
 *     there now
 */
public record ThpSize(
        Bytes pageSize,
        Optional<String> enabled,
        Optional<String> shmemEnabled,
        Optional<String> effective,
        Optional<String> effectiveShmem,
        Map<String, Long> stats) {

    private static final String INHERIT = "inherit";

    public ThpSize {
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(enabled, "enabled");
        Objects.requireNonNull(shmemEnabled, "shmemEnabled");
        Objects.requireNonNull(effective, "effective");
        Objects.requireNonNull(effectiveShmem, "effectiveShmem");
        stats = Collections.unmodifiableMap(new TreeMap<>(stats));
    }

    /**
     * What holds for anonymous memory: the word for the size, unless that is {@code inherit}
     * (thp_vma_allowable_orders in {@code include/linux/huge_mm.h}).
     */
    public static String effective(String enabled, String global) {
        return enabled.equals(INHERIT) ? global : enabled;
    }

    /**
     * What holds for shared memory (shmem_allowable_huge_orders in {@code mm/shmem.c}): a global {@code deny} refuses
     * every size, a global {@code force} is for the sizes that inherit it and refuses all others, and else the word for
     * the size counts, unless that is {@code inherit}.
     */
    public static String effectiveShmem(String shmemEnabled, String global) {
        return switch (global) {
            case "deny" -> "never";
            case "force" -> shmemEnabled.equals(INHERIT) ? "always" : "never";
            default -> shmemEnabled.equals(INHERIT) ? global : shmemEnabled;
        };
    }
}
