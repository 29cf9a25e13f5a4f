package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.Blocks;

/** Shows restores of what earlier trials left, which may take minutes. It is called on threads of the restores. */
public interface RestoreProgress {

    /**
     * Notes that a restore begins.
     *
     * @param pid the process
     * @param blocks its blocks, of which some may have their pages already
     * @return called for each block that is done
     */
    Runnable begins(long pid, Blocks blocks);
}
