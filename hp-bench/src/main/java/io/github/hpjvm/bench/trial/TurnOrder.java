package io.github.hpjvm.bench.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The order of the turns. A round has one turn on base pages and one on huge pages, in drawn order. Half of the rounds begin
 * with base pages, so that a drift of the load during the trial has no side.
 */
public final class TurnOrder {
    private TurnOrder() {}

    /** Draws the order of both turns of each round. */
    public static List<List<PageState>> draw(int rounds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<PageState>> order = new ArrayList<>();
        while (order.size() < rounds) {
            PageState first = random.nextBoolean() ? PageState.THP : PageState.BASE;
            order.add(List.of(first, first.other()));
            if (order.size() < rounds) {
                order.add(List.of(first.other(), first));
            }
        }
        return order;
    }
}
