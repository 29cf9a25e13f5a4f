package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.action.Action;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What to change, in order: the host first, the JVM's flags next, its restart last. An action that several findings ask
 * for is in it once. Of two that write different values to the same place, the one of the worse finding stays.
 */
public record Plan(List<Step> steps) {

    public Plan {
        steps = List.copyOf(steps);
    }

    /** @param findings the worst first */
    public static Plan of(List<Outcome.Finding> findings) {
        Set<Action> wanted = new LinkedHashSet<>();
        for (Outcome.Finding finding : findings) {
            for (Action action : finding.actions()) {
                if (wanted.stream().noneMatch(other -> place(other).equals(place(action)))) {
                    wanted.add(action);
                }
            }
        }
        List<Action> ordered = new ArrayList<>(wanted);
        ordered.sort((a, b) -> Integer.compare(rank(a), rank(b)));
        boolean restarts = ordered.stream().anyMatch(Action.JvmFlag.class::isInstance);
        if (restarts) {
            ordered.removeIf(Action.RestartJvm.class::isInstance);
        }
        List<Step> steps = new ArrayList<>();
        for (Action action : ordered) {
            steps.add(new Step("a" + (steps.size() + 1), action));
        }
        return new Plan(steps);
    }

    /** The ids of a finding's actions that are in this plan. */
    public List<String> idsOf(Outcome.Finding finding) {
        return steps.stream()
                .filter(step -> finding.actions().stream()
                        .anyMatch(action -> place(action).equals(place(step.action()))))
                .map(Step::id)
                .toList();
    }

    /** What an action changes, whatever the value. */
    private static String place(Action action) {
        if (action instanceof Action.Sysctl sysctl) {
            return "sysctl " + sysctl.key();
        }
        if (action instanceof Action.KernelFile file) {
            return "file " + file.path();
        }
        if (action instanceof Action.CgroupFile file) {
            return "file " + file.file();
        }
        if (action instanceof Action.PodResource resource) {
            return "resource " + resource.name();
        }
        if (action instanceof Action.JvmFlag flag) {
            return "flag " + flag.add() + flag.remove();
        }
        return "restart";
    }

    private static int rank(Action action) {
        if (action instanceof Action.RestartJvm) {
            return 2;
        }
        return action instanceof Action.JvmFlag ? 1 : 0;
    }
}
