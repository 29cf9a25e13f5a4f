package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.slice.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The common finding of short forks of one benchmark. A fork that failed shows nothing.
 *
 * @param look of the forks that succeeded; {@link Look#NOTHING} if none did
 * @param failed the forks that failed
 */
record Looking<T>(Look look, List<T> failed) {
    /** The largest number of combinations of parameters that are looked at. */
    static final int MOST = 8;

    /** Failed forks of a jar after which it gets no further one: each may last until its limit. */
    private static final int MOST_FAILED = 3;

    /**
     * Returns all of these if there are few; else the first, the last, and others that the seed draws, in their order.
     *
     * @param most the largest number of them, at least two
     */
    static <T> List<T> some(List<T> all, int most, long seed) {
        if (all.size() <= most) {
            return List.copyOf(all);
        }
        TreeSet<Integer> drawn = new TreeSet<>(List.of(0, all.size() - 1));
        Random random = new Random(seed);
        while (drawn.size() < most) {
            drawn.add(random.nextInt(all.size()));
        }
        return drawn.stream().map(all::get).toList();
    }

    /**
     * Runs forks until further ones would change nothing: each jar has shown its fixtures, and if the clock is asked for, a
     * fork waits or none is left. The last combination of each jar is always looked at, because its operations may be the
     * slowest. A fork that waits is run again, because a busy machine may be the cause.
     *
     * @param jars the combinations of parameters in each jar, and under each variant with another collector
     * @param clock whether to find out which clock decides
     */
    static <T> Looking<T> of(List<List<T>> jars, boolean clock, Function<T, Look> fork) {
        Optional<Look> all = Optional.empty();
        List<T> failed = new ArrayList<>();
        boolean[] seen = new boolean[jars.size()];
        int[] failures = new int[jars.size()];
        int combinations = jars.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < combinations; i++) {
            for (int jar = 0; jar < jars.size(); jar++) {
                boolean certain =
                        seen[jar] && !(clock && all.filter(Look::costsCpuTime).isPresent());
                int last = jars.get(jar).size() - 1;
                if (certain && i < last || i > last || failures[jar] == MOST_FAILED) {
                    continue;
                }
                T one = jars.get(jar).get(i);
                Look look = clock ? confirmed(one, fork) : fork.apply(one);
                if (look.measured()) {
                    seen[jar] = true;
                    all = Optional.of(all.map(it -> it.and(look)).orElse(look));
                } else {
                    failures[jar]++;
                    failed.add(one);
                }
            }
        }
        return new Looking<>(all.orElse(Look.NOTHING), List.copyOf(failed));
    }

    /** A look that finds that the only thread waits, or has others beside it, counts if a second one does, too. */
    private static <T> Look confirmed(T one, Function<T, Look> fork) {
        Look look = fork.apply(one);
        boolean waits = look.measured() && look.oneThread() && look.busy().isPresent() && !look.costsCpuTime();
        return waits ? Optional.of(fork.apply(one)).filter(Look::measured).orElse(look) : look;
    }
}
