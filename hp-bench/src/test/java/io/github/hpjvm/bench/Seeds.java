package io.github.hpjvm.bench;

import java.util.Random;
import java.util.function.Consumer;

/** Runs random tests with a seed: {@code -Dhp.seed=N} repeats one, and a failure contains N. */
public final class Seeds {
    private Seeds() {}

    /**
     * Runs a test with a generator.
     *
     * @param otherwise default seed, which {@code hp.seed} replaces
     */
    public static void with(long otherwise, Consumer<Random> test) {
        long seed = Long.getLong("hp.seed", otherwise);
        try {
            test.accept(new Random(seed));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("with -Dhp.seed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
