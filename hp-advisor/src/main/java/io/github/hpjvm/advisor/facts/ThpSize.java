package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The policy for transparent huge pages of one size, and their counters.
 *
 * @param pageSize the size
 * @param enabled mode in {@code hugepages-<size>kB/enabled}; empty if there is no such file
 * @param shmemEnabled mode in {@code hugepages-<size>kB/shmem_enabled}; empty if there is no such file
 * @param effective effective mode for anonymous memory: {@code always}, {@code madvise} or {@code never}; empty if this
 *     size is not offered for it or not known
 * @param effectiveShmem effective mode for shared memory without a mount of its own - shared anonymous mappings, memfd,
 *     System V: {@code always}, {@code within_size}, {@code advise} or {@code never}; empty as above
 * @param stats the counters of {@code stats/} by name, of the whole host since boot; {@code nr_*} are present
 *     numbers
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
     * The effective mode for anonymous memory: the mode of the size, unless that is {@code inherit}
     * (thp_vma_allowable_orders in {@code include/linux/huge_mm.h}).
     */
    public static String effective(String enabled, String global) {
        return enabled.equals(INHERIT) ? global : enabled;
    }

    /**
     * The effective mode for shared memory (shmem_allowable_huge_orders in {@code mm/shmem.c}). A global {@code deny} refuses
     * each size. A global {@code force} applies to the sizes that inherit it, and refuses all others. Else the mode of the
     * size counts, unless that is {@code inherit}.
     */
    public static String effectiveShmem(String shmemEnabled, String global) {
        return switch (global) {
            case "deny" -> "never";
            case "force" -> shmemEnabled.equals(INHERIT) ? "always" : "never";
            default -> shmemEnabled.equals(INHERIT) ? global : shmemEnabled;
        };
    }
}
