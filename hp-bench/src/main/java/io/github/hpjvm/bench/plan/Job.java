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
    /** Length of a file name, which gets an ending: file systems of Linux permit 255 bytes. */
    private static final int LONGEST = 200;

    /** Characters of a variant's name that a shortened file name has. */
    private static final int OF_VARIANT = 60;

    /** Random numbers that differ for each case and round, and repeat for the same seed. */
    public Random random(long seed) {
        return new Random(31 * (31 * seed + round) + subject.toString().hashCode());
    }

    /**
     * A file name of letters, digits and a few characters that need no quoting. Round and order make it unique, so the name of
     * a case with long parameters is cut.
     */
    public String fileName() {
        String name = plain("round" + round + "-" + order + " " + subject + " " + variant.name());
        if (name.length() <= LONGEST) {
            return name;
        }
        String end = plain(" " + variant.name());
        end = end.substring(0, Math.min(end.length(), OF_VARIANT));
        return name.substring(0, LONGEST - end.length()) + end;
    }

    private static String plain(String text) {
        return text.replace("'", "2").replaceAll("[^A-Za-z0-9.=_-]+", "-");
    }
}
