package io.github.hpjvm.it.efficacy;

import java.util.List;
import java.util.Random;

/**
 * A pool that another program uses, and a JVM for which it is too small.
 *
 * @param pool its pages
 * @param overcommit how many more there may be
 * @param held how many the other has mapped
 * @param touched how many of them it has touched
 * @param release of the JVM
 * @param arguments of the JVM
 * @param limited whether the JVM is in a control group with low limits
 */
record Tenancy(
        long pool, long overcommit, long held, long touched, int release, List<String> arguments, boolean limited) {

    private static final List<Integer> RELEASES = List.of(8, 11, 17, 21, 25);
    private static final List<String> COLLECTORS = List.of("-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC");

    /**
     * Returns the case whose sizes were computed by hand: the other has 300 of 420, the JVM takes 120 for its code
     * alone.
     */
    static Tenancy wellKnown() {
        return new Tenancy(
                420,
                0,
                300,
                300,
                17,
                List.of("-XX:+UseG1GC", "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=240m", "-Xms512m", "-Xmx512m"),
                false);
    }

    /**
     * Returns a drawn case: the other has touched all, some or none of its pages; the pool is full, was enlarged, or
     * has some left.
     */
    static Tenancy drawn(Random random) {
        long held = 20 + random.nextInt(300);
        long touched = random.nextInt(3) == 0 ? held : random.nextInt((int) held + 1);
        int heap = 64 + random.nextInt(400);
        boolean surplus = random.nextInt(3) == 0;
        boolean limited = random.nextInt(4) == 0;
        long beside = limited ? 0 : random.nextInt(140);
        long pool = surplus ? held / 2 : held + beside;
        return new Tenancy(
                pool,
                surplus ? held - pool + random.nextInt(30) : 0,
                held,
                touched,
                RELEASES.get(random.nextInt(RELEASES.size())),
                List.of(
                        COLLECTORS.get(random.nextInt(COLLECTORS.size())),
                        "-XX:+UseLargePages",
                        "-Xms" + heap + "m",
                        "-Xmx" + heap + "m"),
                limited && !surplus);
    }
}
