package io.github.hpjvm.bench.run.slice;

import java.util.List;
import java.util.Optional;

/** A fork, or a server under a load, that takes turns with others. */
public interface Player {
    /**
     * Lets the fork run, and waits until it waits again.
     *
     * @return one entry per iteration; empty if the fork is lost: it has ended, or has exceeded its time limit
     */
    Optional<List<Iteration>> turn(int number, int iterations);
}
