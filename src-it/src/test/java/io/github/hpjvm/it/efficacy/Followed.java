package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.matrix.Case;
import java.util.List;
import java.util.Objects;

/**
 * What came of it when the advice for one starting point was followed.
 *
 * @param it the starting point
 * @param said what the plan promised: THP or HUGETLB, {@code -} if nothing
 * @param had what the heap was on before
 * @param got what it is on since
 * @param note why it could not be followed, or not be judged at once; may be empty
 * @param wrong all that is not as it was said
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

    /** A line by which it can be run again. */
    String again() {
        return "-Dhp.efficacy.case='" + it + "'";
    }
}
