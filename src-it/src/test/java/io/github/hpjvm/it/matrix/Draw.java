package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.it.lab.Jdks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.StringJoiner;

/** Draws cases from the whole space, by a seed. */
final class Draw {
    private static final List<Integer> HEAP_MIB = List.of(
            8, 16, 33, 64, 64, 65, 96, 100, 127, 128, 128, 129, 192, 200, 255, 256, 256, 257, 300, 333, 400, 511, 512);
    private static final List<Integer> CODE_MIB =
            List.of(14, 15, 16, 17, 24, 32, 33, 48, 63, 64, 128, 239, 240, 241, 256);

    /** Requests for pages. A request that is drawn more often occurs more than once. */
    private static final List<String> PAGES = List.of(
            "",
            "",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseLargePages",
            "-XX:+UseLargePages",
            "-XX:+UseLargePages",
            "-XX:+UseLargePages",
            "-XX:+UseLargePages -XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages -XX:+UseLargePages",
            "-XX:+UseLargePages -XX:-UseTransparentHugePages",
            "-XX:-UseLargePages -XX:+UseTransparentHugePages",
            "-XX:-UseLargePages",
            "-XX:-UseTransparentHugePages",
            "-XX:+UseHugeTLBFS",
            "-XX:-UseHugeTLBFS",
            "-XX:+UseSHM",
            "-XX:+UseLargePages -XX:+UseHugeTLBFS",
            "-XX:+UseLargePages -XX:-UseHugeTLBFS",
            "-XX:+UseLargePages -XX:+UseSHM",
            "-XX:+UseHugeTLBFS -XX:+UseSHM",
            "-XX:+UseLargePages -XX:+UseHugeTLBFS -XX:+UseTransparentHugePages",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=2m",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=1g",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=1g",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=4m",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=64k",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=4k",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=3m",
            "-XX:+UseLargePages -XX:LargePageSizeInBytes=0",
            "-XX:LargePageSizeInBytes=2m",
            "-XX:LargePageSizeInBytes=1g",
            "-XX:+UseTransparentHugePages -XX:LargePageSizeInBytes=1g",
            "-XX:+UseTransparentHugePages -XX:LargePageSizeInBytes=2m",
            "-XX:+UseLargePages -XX:+UseLargePagesInMetaspace",
            "-XX:+UseLargePages -XX:+UseLargePagesIndividualAllocation",
            "-XX:+UseLargePages -XX:-UseLargePages");

    /** Flags that are related to pages more or less closely. */
    private static final List<String> MORE = List.of(
            "-XX:+AlwaysPreTouch",
            "-XX:+AlwaysPreTouch",
            "-XX:+AlwaysPreTouch",
            "-XX:-UseCompressedOops",
            "-XX:-TieredCompilation",
            "-XX:-TieredCompilation",
            "-XX:TieredStopAtLevel=1",
            "-XX:TieredStopAtLevel=3",
            "-Xint",
            "-XX:-SegmentedCodeCache",
            "-XX:+SegmentedCodeCache",
            "-XX:NewRatio=1",
            "-XX:NewRatio=5",
            "-Xmn16m",
            "-XX:+UseNUMA",
            "-XX:+UseStringDeduplication",
            "-XX:G1HeapRegionSize=4m",
            "-XX:G1HeapRegionSize=32m",
            "-XX:MaxRAMPercentage=50.0",
            "-Xshare:off",
            "-Xss2m",
            "-XX:ConcGCThreads=1",
            "-XX:ParallelGCThreads=1",
            "-XX:+UnlockDiagnosticVMOptions -XX:-THPStackMitigation",
            "-XX:+UnlockDiagnosticVMOptions -XX:-UseMadvPopulateWrite",
            "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseHugeTLBFS",
            "-XX:+UseHugeTLBFS -XX:+IgnoreUnrecognizedVMOptions",
            "-XX:LargePageHeapSizeThreshold=1g",
            "-Xnoclassgc",
            "-Xmixed");

    /** Flags that a release may lack, refuse, or accept only after another flag. */
    private static final List<String> FLAGS = List.of(
            "-XX:ShenandoahGCMode=generational",
            "-XX:ShenandoahGCMode=iu",
            "-XX:+UnlockExperimentalVMOptions -XX:ShenandoahGCMode=iu",
            "-XX:ShenandoahGCHeuristics=aggressive",
            "-XX:CompilationMode=quick-only",
            "-XX:CompilationMode=high-only-quick-internal",
            "-XX:MaxRAMPercentage=50",
            "-XX:MaxRAM=4g",
            "-XX:MaxRAMFraction=4",
            "-XX:+UseCompressedClassPointers",
            "-XX:+UseCompactObjectHeaders",
            "-XX:-ZUncommit",
            "-XX:-THPStackMitigation",
            "-XX:-THPStackMitigation -XX:+UnlockDiagnosticVMOptions",
            "-XX:+IgnoreUnrecognizedVMOptions -XX:-THPStackMitigation",
            "-XX:+IgnoreUnrecognizedVMOptions -XX:+NoSuchFlag",
            "-XX:+IgnoreUnrecognizedVMOptions -XX:MaxHeapFreeRatio=200",
            "-XX:+NoSuchFlag",
            "-XX:UseLargePages",
            "-XX:+UseParNewGC",
            "-XX:+UseParallelOldGC",
            "-XX:+UseSerialGC",
            "-XX:+UseMaximumCompactionOnSystemGC",
            "-XX:+UseSharedSpaces",
            "-XX:MetaspaceReclaimPolicy=none",
            "-XX:+UnlockExperimentalVMOptions -XX:+HotCodeHeap",
            "-XX:+ZGenerational",
            "-XX:-ZGenerational",
            "-XX:PreTouchParallelChunkSize=4m",
            "-XX:TrimNativeHeapInterval=1000",
            "-XX:SoftMaxHeapSize=64m",
            "-XX:InitialCodeCacheSize=64m",
            "-Xms600m",
            "-Xmx1m",
            "-Xss64k",
            "-XX:TLABSize=1k",
            "-XX:GCPauseIntervalMillis=100",
            "-XX:+UseParallelGC");

    private final Random random;
    private final List<String> builds;

    /** @param builds labels of the JDKs to draw from */
    Draw(long seed, List<String> builds) {
        this.random = new Random(seed);
        this.builds = List.copyOf(builds);
    }

    /** Returns so many cases, all different. */
    List<Case> cases(int count) {
        List<Case> cases = new ArrayList<>();
        while (cases.size() < count) {
            Case next = next();
            boolean dull = isSurelyRefused(next) && random.nextInt(5) > 0;
            if (!dull && !cases.contains(next)) {
                cases.add(next);
            }
        }
        return cases;
    }

    private Case next() {
        String build = one(builds);
        int release = Jdks.feature(build);
        Optional<Collector> gc = collector(release);
        List<String> arguments = new ArrayList<>();
        gc.ifPresent(it -> arguments.addAll(flags(release, it)));
        String pages = one(PAGES);
        arguments.addAll(words(pages));
        long heapKib = one(HEAP_MIB) * 1024L + (random.nextInt(8) == 0 ? 1 + random.nextInt(1023) : 0);
        if (random.nextInt(20) > 0) {
            arguments.addAll(heap(heapKib));
        } else {
            heapKib = 6L << 20;
        }
        Optional<Bytes> code = Optional.empty();
        if (random.nextInt(4) == 0) {
            int mib = one(CODE_MIB);
            code = Optional.of(Bytes.ofMiB(mib));
            arguments.add("-XX:ReservedCodeCacheSize=" + mib + "m");
        }
        for (int more = random.nextInt(3); more > 0; more--) {
            arguments.addAll(words(one(MORE)));
        }
        if (random.nextInt(6) == 0) {
            arguments.addAll(words(one(FLAGS)));
        }
        return new Case(build, host(release, pages, gc.orElse(Collector.G1), Bytes.ofKiB(heapKib), code), arguments);
    }

    /** Returns whether the case is surely refused. Most such cases would show nothing about pages. */
    private static boolean isSurelyRefused(Case it) {
        String text = String.join(" ", it.arguments());
        int release = it.release();
        boolean gone = release > 21 && (text.contains("UseHugeTLBFS") || text.contains("UseSHM"));
        boolean generations = text.contains("ZGenerational") && (release < 21 || release > 25);
        boolean badSize = release > 11 && (text.contains("InBytes=0") || text.contains("InBytes=3m"));
        boolean gigantic = release > 11 && text.contains("UseZGC") && text.contains("InBytes=1g");
        return gone || generations || badSize || gigantic || release == 8 && text.contains("SegmentedCodeCache");
    }

    private Optional<Collector> collector(int release) {
        List<Collector> all = new ArrayList<>(List.of(
                Collector.SERIAL,
                Collector.PARALLEL,
                Collector.G1,
                Collector.G1,
                Collector.G1,
                Collector.ZGC,
                Collector.ZGC,
                Collector.ZGC_GENERATIONAL,
                Collector.SHENANDOAH,
                Collector.CMS,
                Collector.EPSILON));
        all.removeIf(gc -> !gc.isIn(release) && random.nextInt(40) > 0);
        return random.nextInt(15) == 0 ? Optional.empty() : Optional.of(one(all));
    }

    private List<String> flags(int release, Collector gc) {
        String unlock = "-XX:+UnlockExperimentalVMOptions";
        return switch (gc) {
            case SERIAL -> List.of("-XX:+UseSerialGC");
            case PARALLEL -> List.of("-XX:+UseParallelGC");
            case CMS -> List.of("-XX:+UseConcMarkSweepGC");
            case G1 -> List.of("-XX:+UseG1GC");
            case ZGC -> release == 11 ? unlocked(unlock, "-XX:+UseZGC") : List.of("-XX:+UseZGC");
            case ZGC_GENERATIONAL -> List.of("-XX:+UseZGC", "-XX:+ZGenerational");
            case SHENANDOAH -> List.of("-XX:+UseShenandoahGC");
            case EPSILON -> unlocked(unlock, "-XX:+UseEpsilonGC");
        };
    }

    /** Returns the flag with its unlock flag, which at times comes after it or is missing, as in real use. */
    private List<String> unlocked(String unlock, String flag) {
        return switch (random.nextInt(10)) {
            case 0 -> List.of(flag);
            case 1 -> List.of(flag, unlock);
            default -> List.of(unlock, flag);
        };
    }

    private List<String> heap(long kib) {
        String max = kib % 1024 == 0 ? "-Xmx" + kib / 1024 + "m" : "-Xmx" + kib + "k";
        return switch (random.nextInt(6)) {
            case 0, 1 -> List.of(max.replace("-Xmx", "-Xms"), max);
            case 2 -> List.of("-Xms" + Math.max(2, kib / 2048) + "m", max);
            case 3 -> List.of("-Xms8m", max);
            default -> List.of(max);
        };
    }

    private HostStateSpec host(int release, String pages, Collector gc, Bytes heap, Optional<Bytes> code) {
        StringJoiner words = new StringJoiner(",");
        boolean thp = pages.contains("+UseTransparent") || pages.isEmpty();
        words.add("enabled=" + one(List.of("always", "madvise", "madvise", "madvise", "never")));
        if (random.nextInt(5) == 0) {
            words.add("enabled2m=" + one(List.of("always", "madvise", "never")));
        }
        if (gc.isZ() ? random.nextInt(3) > 0 : random.nextInt(10) == 0) {
            words.add("shmem=" + one(List.of("always", "advise", "advise", "within_size", "deny", "force", "never")));
        }
        if (gc.isZ() && random.nextInt(6) == 0 && !words.toString().contains("shmem=force")) {
            words.add("shmem2m=" + one(List.of("always", "advise", "within_size", "never")));
        }
        if (random.nextInt(6) == 0) {
            words.add("defrag=" + one(List.of("always", "defer", "defer+madvise", "never")));
        }
        int prctl = thp ? random.nextInt(10) : -1;
        if (prctl == 0 || prctl == 1) {
            words.add("prctl=" + (prctl == 0 ? "disable" : "except_advised"));
        }
        if (!thp || random.nextInt(8) == 0) {
            pools(words, release, gc, heap, code);
        }
        if (pages.contains("=1g") && random.nextInt(3) > 0) {
            words.add("gigantic=" + (1 + random.nextInt(2)));
        }
        if (random.nextInt(25) == 0) {
            words.add("memory=" + one(List.of(128, 256, 512, 1024, 2048)));
        }
        if (random.nextInt(30) == 0) {
            words.add("cpus=" + one(List.of(500, 1000, 1500)));
        }
        return HostStateSpec.parse(words.toString());
    }

    private void pools(StringJoiner words, int release, Collector gc, Bytes heap, Optional<Bytes> code) {
        List<Long> edges = gc.isIn(release) ? Bills.edges(release, gc, heap, code) : List.of(0L, 500L);
        long pool = random.nextInt(5) > 0 ? one(edges) : random.nextInt((int) Math.max(1, edges.get(edges.size() - 1)));
        pool = Math.min(pool, 3400);
        switch (random.nextInt(8)) {
            case 0 -> words.add("overcommit=" + pool);
            case 1 -> words.add("pool=" + pool / 2).add("overcommit=" + (pool - pool / 2));
            default -> words.add("pool=" + pool);
        }
        if (random.nextInt(10) == 0) {
            words.add("rsvd=" + random.nextInt((int) Math.max(1, pool)));
        }
        if (random.nextInt(20) == 0) {
            words.add("max=" + (random.nextBoolean() ? 0 : pool + 100));
        }
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private <T> T one(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
