package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;
import java.util.Random;

/**
 * A planned fork.
 *
 * @param round from 1
 * @param order position within the round, from 1
 * @param profiler set in profiled rounds, whose scores are not compared
 */
public record Job(int round, int order, Case subject, Variant variant, Optional<Profiler> profiler) {

    /** Random numbers that differ for each case and round, and repeat for the same seed. */
    public Random random(long seed) {
        return new Random(31 * (31 * seed + round) + subject.toString().hashCode());
    }

    /** A file name of letters, digits and a few characters that need no quoting. */
    public String fileName() {
        String name = "round" + round + "-" + order + " " + subject + " " + variant.name();
        return name.replace("'", "2").replaceAll("[^A-Za-z0-9.=_-]+", "-");
    }
}
