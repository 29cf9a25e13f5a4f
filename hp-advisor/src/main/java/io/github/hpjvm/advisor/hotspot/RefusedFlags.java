package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.flag.Refusal;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Refusals of numbers that do not fit each other, their defaults, the compilers or the collector: the constraints of {@code
 * gc/shared}, {@code gc/g1} and {@code runtime/flags/jvmFlagConstraints*.cpp}, before 9 verify_interval and verify_min_value
 * of {@code runtime/arguments.cpp}. Each was measured on 8, 11, 17, 21 and 25.
 */
final class RefusedFlags {
    private static final String MIN_FREE = "MinHeapFreeRatio";
    private static final String MAX_FREE = "MaxHeapFreeRatio";
    private static final long MIN_FREE_DEFAULT = 40;
    private static final long MAX_FREE_DEFAULT = 70;

    private static final String MIN_NEW = "G1NewSizePercent";
    private static final String MAX_NEW = "G1MaxNewSizePercent";
    private static final long MIN_NEW_DEFAULT = 5;
    private static final long MAX_NEW_DEFAULT = 60;

    private static final String PARALLEL = "ParallelGCThreads";
    private static final String CONCURRENT = "ConcGCThreads";
    private static final String COMPILERS = "CICompilerCount";
    private static final String OLD_RATIO = "NewRatio";

    private static final List<String> CODE_HEAPS =
            List.of("NonNMethodCodeHeapSize", "ProfiledCodeHeapSize", "NonProfiledCodeHeapSize");

    private static final long MOST_CLASS_SPACE = 3L << 30;
    private static final long LEAST_HEAP = 1 << 20;

    /** 8 and 11 refuse a metaspace that is smaller than the archive of class data, and the size of that is not known. */
    private static final long ENOUGH_METASPACE = 32 << 20;

    private final Start start;

    RefusedFlags(Start start) {
        this.start = start;
    }

    Optional<Refusal> first() {
        Stage checked = start.release() == 8 ? Stage.ARGUMENTS : Stage.ERGONOMICS;
        return Stream.of(freeRatios(), youngShares(), compilers(), classSpace())
                .flatMap(Optional::stream)
                .map(text -> new Refusal(text, checked))
                .findFirst()
                .or(() -> noWorkers()
                        .or(this::concurrentWorkers)
                        .or(this::noOldPart)
                        .or(() -> new LeastStack(start).refusal())
                        .map(text -> new Refusal(text, Stage.ERGONOMICS)))
                .or(() -> codeHeaps().or(this::initialHeap).map(text -> new Refusal(text, Stage.CODE)));
    }

    /** Returns whether a flag may be refused, and the host or the build decides. */
    boolean perhaps() {
        boolean metaspace = start.release() < 17
                && given("MaxMetaspaceSize")
                        .filter(size -> size < ENOUGH_METASPACE)
                        .isPresent();
        boolean ratios = start.collector().isEmpty() && freeRatios(true).isPresent();
        return metaspace || ratios || new LeastStack(start).unknown().isPresent();
    }

    private Optional<Long> given(String flag) {
        return start.flags().given(flag);
    }

    /** Parallel sets both defaults to their limits (ParallelArguments::initialize), after 8 has checked them. */
    private Optional<String> freeRatios() {
        boolean sizesItself = start.release() > 8
                && (start.is(Collector.PARALLEL) || start.collector().isEmpty())
                && !(start.flags().isGiven("UseAdaptiveSizePolicy")
                        && !start.flags().isOn("UseAdaptiveSizePolicy"));
        return freeRatios(!sizesItself);
    }

    private Optional<String> freeRatios(boolean defaults) {
        long min = given(MIN_FREE).orElse(defaults ? MIN_FREE_DEFAULT : 0);
        long max = given(MAX_FREE).orElse(defaults ? MAX_FREE_DEFAULT : 100);
        return min <= max
                ? Optional.empty()
                : Optional.of(MIN_FREE + " (" + min + ") must be less than or equal to " + MAX_FREE + " (" + max + ")");
    }

    private Optional<String> youngShares() {
        long min = given(MIN_NEW).orElse(MIN_NEW_DEFAULT);
        long max = given(MAX_NEW).orElse(MAX_NEW_DEFAULT);
        if (!start.is(Collector.G1) || min <= max) {
            return Optional.empty();
        }
        return Optional.of(
                start.release() == 8
                        ? MIN_NEW + " of " + min + " is invalid; must be between 0 and " + max
                        : MAX_NEW + " (" + max + ") must be greater than or equal to " + MIN_NEW + " (" + min + ")");
    }

    private Optional<String> compilers() {
        int least = CodeCacheErgonomics.leastCompilers(start.release(), start.flags());
        return given(COMPILERS)
                .filter(count -> count < least)
                .map(count -> start.release() == 8
                        ? COMPILERS + " of " + count + " is invalid; must be at least " + least
                        : COMPILERS + " (" + count + ") must be at least " + least);
    }

    /** 9 and newer check the bounds of this flag while they parse. */
    private Optional<String> classSpace() {
        return start.release() == 8
                ? given("CompressedClassSpaceSize")
                        .filter(size -> size < 0 || size > MOST_CLASS_SPACE)
                        .map(size -> "CompressedClassSpaceSize of " + Long.toUnsignedString(size)
                                + " is invalid; must be between 1048576 and " + MOST_CLASS_SPACE)
                : Optional.empty();
    }

    private Optional<String> noWorkers() {
        if (start.collector().isEmpty() || !given(PARALLEL).equals(Optional.of(0L))) {
            return Optional.empty();
        }
        return switch (start.collector().get()) {
            case PARALLEL -> Optional.of("The Parallel GC can not be combined with -XX:ParallelGCThreads=0");
            case CMS -> Optional.of("The ParNew GC can not be combined with -XX:ParallelGCThreads=0");
            case G1 -> Optional.of("The flag -XX:+UseG1GC can not be combined with -XX:ParallelGCThreads=0");
            case ZGC, ZGC_GENERATIONAL ->
                Optional.of("The flag -XX:+UseZGC can not be combined with -XX:ParallelGCThreads=0");
            case SHENANDOAH -> Optional.of("Shenandoah expects ParallelGCThreads > 0, check -XX:ParallelGCThreads=#");
            case SERIAL, EPSILON -> Optional.empty();
        };
    }

    /** 21 takes more concurrent workers than parallel ones, except with Shenandoah. */
    private Optional<String> concurrentWorkers() {
        Optional<Long> concurrent = given(CONCURRENT);
        Optional<Long> parallel = given(PARALLEL).filter(count -> count > 0);
        if (start.is(Collector.SHENANDOAH)) {
            return concurrent.isPresent() && parallel.isPresent() && concurrent.get() > parallel.get()
                    ? Optional.of("Shenandoah expects ConcGCThreads <= ParallelGCThreads, check ...")
                    : Optional.empty();
        }
        boolean checked = start.is(Collector.G1) || start.release() > 8 && start.is(Collector.CMS);
        Optional<Long> most = parallel.or(() -> start.machine().processors().map(RefusedFlags::workers));
        if (start.release() > 17 || !checked || most.isEmpty()) {
            return Optional.empty();
        }
        return concurrent
                .filter(count -> count > most.get())
                .map(count -> start.release() == 8
                        ? "Can't have more ConcGCThreads (" + count + ") than ParallelGCThreads (" + most.get() + ")"
                        : "ConcGCThreads (" + count + ") must be less than or equal to ParallelGCThreads (" + most.get()
                                + ")");
    }

    /** WorkerPolicy::parallel_worker_threads: all of eight processors, and five of eight further ones. */
    private static long workers(int processors) {
        return processors <= 8 ? processors : 8 + (processors - 8) * 5L / 8;
    }

    private Optional<String> noOldPart() {
        boolean generations = start.is(Collector.SERIAL) || start.is(Collector.PARALLEL) || start.is(Collector.CMS);
        return generations && given(OLD_RATIO).equals(Optional.of(0L))
                ? Optional.of("Invalid young gen ratio specified")
                : Optional.empty();
    }

    /** CodeCache::check_heap_sizes: the sizes of all three heaps make up the code cache, those of some leave a rest. */
    private Optional<String> codeHeaps() {
        boolean follows = start.release() >= CodeCacheErgonomics.SIZE_FOLLOWS_SINCE
                && !start.code().given();
        List<Long> sizes = CODE_HEAPS.stream()
                .flatMap(flag -> given(flag).stream())
                .filter(size -> size > 0)
                .toList();
        if (follows || sizes.isEmpty() || start.code().heaps() < CODE_HEAPS.size()) {
            return Optional.empty();
        }
        Bytes sum = sizes.stream().map(Bytes::of).reduce(Bytes.ZERO, Bytes::plus);
        int rest = start.code().size().compareTo(sum);
        boolean all = sizes.size() == CODE_HEAPS.size();
        boolean fits = all ? rest == 0 : rest > 0;
        return fits ? Optional.empty() : Optional.of("Invalid code heap sizes: ...");
    }

    /** Of 8 also the maximum, which bounds the initial size; newer ones name a maximum below 2 MiB first. */
    private Optional<String> initialHeap() {
        boolean initial = given("InitialHeapSize")
                .filter(size -> size > 0 && size < LEAST_HEAP)
                .isPresent();
        boolean max =
                start.heap().filter(heap -> heap.max().value() < LEAST_HEAP).isPresent();
        return initial && !(max && start.release() > 8) || max && start.release() == 8
                ? Optional.of("Too small initial heap")
                : Optional.empty();
    }
}
