package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.text.FlagName;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Merges the flag changes of several findings into one action. The worse finding comes first, and its changes stay. A later
 * flag is left out if an earlier one decides the same, or if it contradicts an earlier change: one finding adds the flag
 * and the other removes it.
 */
final class MergedFlags {
    /** Options and the flags that they set ({@code arguments.cpp}, parse_each_vm_init_arg). */
    private static final Map<String, String> OPTIONS =
            Map.of("-Xmx", "MaxHeapSize", "-Xms", "InitialHeapSize", "-Xmn", "NewSize", "-Xss", "ThreadStackSize");

    /** A flag that sets UseLargePages as well ({@code os_linux.cpp}, os::large_page_init). */
    private static final String THP = "-XX:+UseTransparentHugePages";

    private final Set<String> decided = new HashSet<>();
    private final Set<String> added = new LinkedHashSet<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private String cost = JvmFlag.RESTART;

    void add(JvmFlag flags) {
        for (String flag : flags.add()) {
            Set<String> subjects = subjects(flag);
            if (!removed.contains(flag) && Collections.disjoint(decided, subjects)) {
                decided.addAll(subjects);
                added.add(flag);
                cost = cost.equals(JvmFlag.RESTART) ? flags.cost() : cost;
            }
        }
        for (String flag : flags.remove()) {
            if (!added.contains(flag)) {
                removed.add(flag);
            }
        }
    }

    /** The merged action; empty if no flag changes. */
    Optional<Action> action() {
        return added.isEmpty() && removed.isEmpty()
                ? Optional.empty()
                : Optional.of(new JvmFlag(List.copyOf(added), List.copyOf(removed), cost));
    }

    /** The subjects that a flag decides with any value: the plan may decide each of them once. */
    private static Set<String> subjects(String flag) {
        if (flag.equals(THP)) {
            return Set.of("UseTransparentHugePages", "UseLargePages");
        }
        String name = FlagName.of(flag).orElseGet(() -> ofOption(flag));
        return isCollector(flag) ? Set.of(name, "the collector") : Set.of(name);
    }

    private static boolean isCollector(String flag) {
        return flag.startsWith("-XX:+Use") && flag.endsWith("GC");
    }

    private static String ofOption(String option) {
        for (Map.Entry<String, String> one : OPTIONS.entrySet()) {
            if (option.startsWith(one.getKey())) {
                return one.getValue();
            }
        }
        return option;
    }
}
