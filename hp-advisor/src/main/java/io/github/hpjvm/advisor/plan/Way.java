package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import java.util.List;
import java.util.Objects;

/**
 * One of the ways to huge pages for the heap, to be compared with the other.
 *
 * @param kind the pages it leads to: THP or HUGETLB
 * @param actions all that it takes, in order
 * @param price what it costs in memory, in latency and in restarts, as a sentence
 * @param objection why it does not lead there on this host; empty if it does
 * @param recommendation why it is the one to go; empty if it is not
 */
public record Way(String kind, List<Action> actions, String price, String objection, String recommendation) {

    public Way {
        Objects.requireNonNull(kind, "kind");
        actions = List.copyOf(actions);
        Objects.requireNonNull(price, "price");
        Objects.requireNonNull(objection, "objection");
        Objects.requireNonNull(recommendation, "recommendation");
    }

    public boolean isPossible() {
        return objection.isEmpty();
    }

    public boolean isRecommended() {
        return !recommendation.isEmpty();
    }
}
