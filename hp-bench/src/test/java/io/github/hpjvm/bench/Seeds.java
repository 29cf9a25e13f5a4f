package io.github.hpjvm.bench;

import java.util.Random;
import java.util.function.Consumer;

/** Seeded random tests: {@code -Dhp.seed=N} repeats one, and a failure says which N. */
public final class Seeds {
    private Seeds() {}

    /**
     * Runs a test with a generator.
     *
     * @param otherwise the seed unless {@code hp.seed} gives one
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
