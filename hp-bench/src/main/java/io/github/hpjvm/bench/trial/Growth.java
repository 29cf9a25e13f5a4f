package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.stats.SignedRank;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Growth of the regions that lasts. The blocks of a trial are chosen at its begin, so no turn counts while the growth is there.
 *
 * @param words what has grown, as a clause
 * @param answered whether the turns before have an answer
 */
public record Growth(String words, boolean answered) {
    /** Number of turns in a row, which are two rounds: one collection may give the memory back. */
    static final int TURNS = 4;

    /** What the user can do. */
    public static final String REMEDY = "Repeat the trial when the heap has its size";

    /**
     * Returns the growth that lasts; empty if there is none, or if it becomes less.
     *
     * @param found the turns before the first change
     * @param turns the others
     */
    public static Optional<Growth> lasting(List<TrialTurn> found, List<TrialTurn> turns) {
        List<TrialTurn> all = Stream.concat(found.stream(), turns.stream()).toList();
        List<TrialTurn> last = all.subList(Math.max(0, all.size() - TURNS), all.size());
        if (last.size() < TURNS
                || !last.stream().allMatch(TrialTurn::isGrown)
                || last.get(TURNS - 1).grown() < last.get(0).grown()) {
            return Optional.empty();
        }
        boolean answered = Gain.of(turns).ratio().rounds() >= SignedRank.FEWEST
                || FoundGain.of(found, turns).isPresent();
        return Optional.of(new Growth(last.get(TURNS - 1).grownWords(), answered));
    }

    /** Why the trial ends, as a clause. */
    public String reason() {
        return words + ", so no further round would count"
                + (answered ? "; the answer is that of the rounds before" : ". " + REMEDY);
    }
}
