package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * One fork to be made.
 *
 * @param round from 1
 * @param order place within the round, from 1
 * @param profiler set in rounds that profile, whose scores are not compared
 */
public record Job(int round, int order, Case subject, Variant variant, Optional<Profiler> profiler) {

    /** A name for files: letters, digits and a few marks that need no quoting. */
    public String fileName() {
        String name = "round" + round + "-" + order + " " + subject + " " + variant.name();
        return name.replace("'", "2").replaceAll("[^A-Za-z0-9.=_-]+", "-");
    }
}
