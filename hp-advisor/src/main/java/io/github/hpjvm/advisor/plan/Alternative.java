package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import java.util.List;
import java.util.Objects;

/**
 * A plan that leads to huge pages of one kind for the heap, to be compared with the one for the other kind.
 *
 * @param kind kind of the pages: THP or HUGETLB
 * @param actions all its actions, in the order of execution
 * @param cost its cost in memory, latency and restarts, as sentences
 * @param objection why the plan does not lead to huge pages on this host; empty if it does
 * @param recommendation why this alternative is recommended; empty if it is not
 */
public record Alternative(String kind, List<Action> actions, String cost, String objection, String recommendation) {

    public Alternative {
        Objects.requireNonNull(kind, "kind");
        actions = List.copyOf(actions);
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(objection, "objection");
        Objects.requireNonNull(recommendation, "recommendation");
    }

    public boolean isPossible() {
        return objection.isEmpty();
    }

    public boolean isRecommended() {
        return !recommendation.isEmpty();
    }

    /** The same alternative with a recommendation. */
    Alternative recommended(String why) {
        return new Alternative(kind, actions, cost, objection, why);
    }
}
