package io.github.hpjvm.bench.counters;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The kinds of cores that have an event. On a CPU with two kinds, perf names the PMU of each: {@code cpu_core/cycles/} and
 * {@code cpu_atom/cycles/}. The count of an event that one kind lacks is a part of the event, which would look like a small
 * count.
 */
final class CoreKinds {
    private static final String NOT_SUPPORTED = "<not supported>";

    private final Set<String> all = new HashSet<>();
    private final Map<String, Set<String>> having = new HashMap<>();

    /**
     * Adds a line of perf.
     *
     * @param name as perf prints it
     * @param count number, {@code <not counted>} or {@code <not supported>}
     */
    void add(String name, String count) {
        String[] parts = name.split("/");
        if (parts.length > 1) {
            all.add(parts[0]);
            Set<String> kinds = having.computeIfAbsent(PerfEvents.plain(name), event -> new HashSet<>());
            if (!count.strip().equals(NOT_SUPPORTED)) {
                kinds.add(parts[0]);
            }
        }
    }

    /** Returns whether a kind of core does not have the event. Lines without a PMU are of events that all kinds have. */
    boolean isPartial(String event) {
        Set<String> kinds = having.get(event);
        return kinds != null && kinds.size() < all.size();
    }

    /** Returns whether perf named a PMU. */
    boolean known() {
        return !all.isEmpty();
    }
}
