package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.time.Patience;

/**
 * How much is read to find what the huge pages of a process cost in memory.
 *
 * @param heap bytes of the heap to compare with zero
 * @param other bytes of each other region
 * @param millis time limit for all regions
 * @param zerosAllowed {@code max_ptes_none}
 */
public record CostBudget(Bytes heap, Bytes other, long millis, long zerosAllowed) {

    /** Time for 96 MiB, the most that a sample of six regions has, is 50 to 100 ms. */
    private static final long MILLIS = 500;

    /** Time for a reading of everything, which the user asked for: 1 to 2 GiB a second. */
    private static final long LONG_MILLIS = 10_000;

    /** Returns the budget of a sample. */
    public static CostBudget sample(long zerosAllowed) {
        return new CostBudget(Bytes.ofMiB(64), Bytes.ofMiB(8), Patience.with(MILLIS), zerosAllowed);
    }

    /** Returns the budget of a reading of everything. */
    public static CostBudget all(long zerosAllowed) {
        Bytes most = Bytes.of(Long.MAX_VALUE);
        return new CostBudget(most, most, Patience.with(LONG_MILLIS), zerosAllowed);
    }

    /** Returns what a sample within this budget is, and what compares more. */
    String ofSample() {
        boolean all = heap.value() == Long.MAX_VALUE;
        long seconds = (all ? millis : Patience.with(LONG_MILLIS)) / 1000;
        return "a sample with 95 % confidence"
                + (all
                        ? ": " + seconds + " s did not suffice, or the sizes of its pages are bounds"
                        : "; --exact compares what it can in " + seconds + " s");
    }
}
