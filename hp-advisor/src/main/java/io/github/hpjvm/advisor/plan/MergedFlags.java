package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.text.FlagSubjects;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Merges the flag changes of several findings into one action. The worse finding comes first, and its changes stay. A later
 * flag is left out if an earlier one decides the same, or if it contradicts an earlier change: one finding adds the flag
 * and the other removes it.
 */
final class MergedFlags {
    private final Set<String> decided = new HashSet<>();
    private final Set<String> added = new LinkedHashSet<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private String cost = JvmFlag.RESTART;

    void add(JvmFlag flags) {
        for (String flag : flags.add()) {
            Set<String> subjects = FlagSubjects.of(flag);
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
}
