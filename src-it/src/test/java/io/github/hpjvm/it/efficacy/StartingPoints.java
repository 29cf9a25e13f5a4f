package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.matrix.Case;
import io.github.hpjvm.it.matrix.HostStateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/**
 * JVMs and hosts for which advice is requested, by a seed. Each JVM requests some pages, and often they are not
 * available.
 */
final class StartingPoints {
    private static final List<Integer> HEAP_MIB = List.of(64, 96, 127, 128, 200, 255, 256, 257, 300, 333, 512, 640);

    /** Beside the heap: code cache and tables of a large JVM. */
    private static final long AMPLE = 250;

    private final Random random;
    private final List<String> builds;

    /** @param builds labels of the JDKs to draw from */
    StartingPoints(long seed, List<String> builds) {
        this.random = new Random(seed);
        this.builds = List.copyOf(builds);
    }

    /** Returns so many cases, all different. Every kind of request and every release occurs equally often. */
    List<Case> draw(int count) {
        List<Case> cases = new ArrayList<>();
        int turn = random.nextInt(Ask.values().length);
        while (cases.size() < count) {
            Ask ask = Ask.values()[(turn + cases.size()) % Ask.values().length];
            Case next = next(ask, builds.get(cases.size() % builds.size()));
            if (!cases.contains(next)) {
                cases.add(next);
            }
        }
        return cases;
    }

    private Case next(Ask ask, String build) {
        String collector = one(collectors(Jdks.feature(build)));
        int heapMiB = one(HEAP_MIB);
        List<String> arguments = new ArrayList<>(words(collector));
        arguments.addAll(words(one(ask.wordings())));
        arguments.addAll(heap(heapMiB));
        return new Case(build, host(ask, collector.contains("ZGC"), heapMiB), arguments);
    }

    private static List<String> collectors(int release) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"));
        if (release == 11) {
            all.add("-XX:+UnlockExperimentalVMOptions -XX:+UseZGC");
        } else if (release > 11) {
            all.add("-XX:+UseZGC");
            all.add("-XX:+UseShenandoahGC");
        }
        if (release == 21) {
            all.add("-XX:+UseZGC -XX:+ZGenerational");
        }
        return all;
    }

    private List<String> heap(int mib) {
        String max = "-Xmx" + mib + "m";
        return switch (random.nextInt(4)) {
            case 0 -> List.of(max);
            case 1 -> List.of("-Xms" + mib / 2 + "m", max);
            default -> List.of("-Xms" + mib + "m", max);
        };
    }

    private HostStateSpec host(Ask ask, boolean shared, int heapMiB) {
        StringJoiner words = new StringJoiner(",");
        words.add("enabled=" + one(List.of("always", "madvise", "madvise", "never")));
        if (random.nextInt(3) == 0) {
            words.add("enabled2m=" + one(List.of("always", "madvise", "never")));
        }
        if (shared) {
            words.add("shmem=" + one(List.of("never", "never", "advise", "always", "within_size", "deny")));
            if (random.nextInt(4) == 0) {
                words.add("shmem2m=" + one(List.of("never", "advise", "always")));
            }
        }
        if (random.nextInt(8) == 0) {
            words.add("defrag=" + one(List.of("always", "defer", "defer+madvise", "never")));
        }
        boolean pooled = ask == Ask.LARGE_PAGES || ask == Ask.STALE || ask == Ask.CONTRADICTORY;
        if (pooled || random.nextInt(5) == 0) {
            words.add("pool=" + pool(heapMiB / 2));
        }
        if (ask == Ask.LARGE_PAGES && random.nextInt(6) == 0) {
            words.add(one(List.of("max=", "rsvd=")) + one(List.of(20, heapMiB / 4, heapMiB / 2, heapMiB)));
        }
        return HostStateSpec.parse(words.toString());
    }

    /**
     * Returns the size of the pool: none; enough for some code; the heap divided by 2 MiB, as users often compute it;
     * ample.
     */
    private long pool(long heapPages) {
        return one(List.of(0L, 0L, 130L, heapPages, heapPages + AMPLE));
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private <T> T one(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
