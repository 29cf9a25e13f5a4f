package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.matrix.Case;
import java.util.List;
import java.util.Objects;

/**
 * The result of following the advice for one starting point.
 *
 * @param it the starting point
 * @param said the pages that the plan predicted: THP or HUGETLB, {@code -} if none
 * @param had the pages of the heap before
 * @param got the pages of the heap after
 * @param note why it could not be followed, or not be judged at once; may be empty
 * @param wrong all differences from the prediction
 * @param followed whether there was a JVM, a plan that can be followed without a reboot, and a second start
 */
record Followed(Case it, String said, String had, String got, String note, List<String> wrong, boolean followed) {

    Followed {
        Objects.requireNonNull(it, "it");
        wrong = List.copyOf(wrong);
    }

    static Followed not(Case it, String why) {
        return new Followed(it, "-", "-", "-", why, List.of(), false);
    }

    boolean promised() {
        return !said.equals("-");
    }

    /** Returns a line that runs it again. */
    String again() {
        return "-Dhp.efficacy.case='" + it + "'";
    }
}
