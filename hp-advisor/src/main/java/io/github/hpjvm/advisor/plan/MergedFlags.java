package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.text.FlagName;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The flags that several findings ask for, as one action. What comes first, from the worse finding, stands: a later flag
 * that says something else of the same matter is left out, and so is one that the earlier wanted taken out, or the
 * taking out of one that the earlier wanted in.
 */
final class MergedFlags {
    /** Two names of one flag ({@code arguments.cpp}, parse_each_vm_init_arg). */
    private static final Map<String, String> SHORT =
            Map.of("-Xmx", "MaxHeapSize", "-Xms", "InitialHeapSize", "-Xmn", "NewSize", "-Xss", "ThreadStackSize");

    /** Asks for large pages too, of another kind ({@code os_linux.cpp}, os::large_page_init). */
    private static final String THP = "-XX:+UseTransparentHugePages";

    private final Set<String> decided = new HashSet<>();
    private final Set<String> added = new LinkedHashSet<>();
    private final Set<String> removed = new LinkedHashSet<>();

    void add(Action.JvmFlag flags) {
        for (String flag : flags.add()) {
            Set<String> matters = matters(flag);
            if (!removed.contains(flag) && Collections.disjoint(decided, matters)) {
                decided.addAll(matters);
                added.add(flag);
            }
        }
        for (String flag : flags.remove()) {
            if (!added.contains(flag)) {
                removed.add(flag);
            }
        }
    }

    /** Empty if no flag is to be changed. */
    Optional<Action> action() {
        return added.isEmpty() && removed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Action.JvmFlag(List.copyOf(added), List.copyOf(removed)));
    }

    /** What a flag decides, whatever it says of it: on each there can be one answer only. */
    private static Set<String> matters(String flag) {
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
        for (Map.Entry<String, String> one : SHORT.entrySet()) {
            if (option.startsWith(one.getKey())) {
                return one.getValue();
            }
        }
        return option;
    }
}
