package io.github.hpjvm.bench.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * The pages that a process gets back in a turn on base pages. Since Linux 6.12 a split frees base pages that are full of zeros
 * (try_to_map_unused_to_zeropage in {@code mm/migrate.c}, commit b1f202060afe), and the next write to each is a page fault.
 * Neither huge pages nor the pages before the trial have these faults, so their cost is not one of base pages.
 */
public final class Refills {
    /** CPU time of a fault, which clears a page: 0.5 to 1 µs on hardware, more on a virtual machine. */
    private static final double FAULT_SECONDS = 1e-6;

    /** Share of the CPU time of a turn that these faults may be. */
    private static final double MOST = 0.01;

    private Refills() {}

    /**
     * Marks the turns on base pages whose cost contains too many of these faults. The turn on huge pages of the same round shows how
     * many faults the process has anyway.
     */
    public static List<TrialTurn> marked(List<TrialTurn> turns) {
        List<TrialTurn> marked = new ArrayList<>(turns);
        for (TrialTurn huge : turns) {
            if (huge.state() == PageState.THP) {
                marked.replaceAll(turn -> turn.state() == PageState.BASE && turn.round() == huge.round()
                        ? turn.withRefilled(refilled(turn, huge))
                        : turn);
            }
        }
        return marked;
    }

    private static long refilled(TrialTurn base, TrialTurn huge) {
        long more = base.faults() - Math.round(huge.faults() * (base.seconds() / huge.seconds()));
        return more * FAULT_SECONDS > MOST * base.cpuSeconds() ? more : 0;
    }
}
