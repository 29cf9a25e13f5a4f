package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.bill.CodeCache;
import io.github.hpjvm.advisor.hotspot.bill.CodeHeapSizes;
import io.github.hpjvm.advisor.hotspot.flag.CompilationMode;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * The size of the code cache: CompilerConfig::set_compilation_policy_flags in {@code
 * src/hotspot/share/compiler/compilerDefinitions.cpp}, before 11 Arguments::set_tiered_flags. Observed on 8 to 28.
 */
final class CodeCacheErgonomics {

    private static final String RESERVED = "ReservedCodeCacheSize";
    private static final String INITIAL = "InitialCodeCacheSize";

    /** ReservedCodeCacheSize of a JVM with one compiler or none. */
    private static final Bytes SMALL = Bytes.ofMiB(48);

    /** The largest code cache that HotSpot accepts. */
    private static final Bytes MOST = Bytes.ofGiB(2);

    /** ReservedCodeCacheSize of the client emulation mode. */
    private static final Bytes OF_CLIENT = Bytes.ofMiB(32);

    private static final Bytes OF_8_ON_AARCH64 = Bytes.ofMiB(128);

    private static final long MOST_COMPILERS = 1 << 10;

    private static final int HOT_SINCE = 27;

    private static final int ALL_LEVELS = 4;

    /**
     * From this release on the size follows from those of the code heaps, if no argument sets it (JDK-8311248): observed on
     * 25, not on 21.
     */
    static final int SIZE_FOLLOWS_SINCE = 23;

    /** From this release on a single compiler may have one thread; observed on 25, not on 21. */
    private static final int ONE_THREAD_SINCE = 25;

    private final int release;
    private final FlagSettings flags;
    private final Optional<String> architecture;
    private final Optional<CompilationMode> mode;

    private CodeCacheErgonomics(int release, FlagSettings flags) {
        this(release, flags, Optional.empty());
    }

    private CodeCacheErgonomics(int release, FlagSettings flags, Optional<String> architecture) {
        this.release = release;
        this.flags = flags;
        this.architecture = architecture;
        this.mode = CompilationMode.of(flags);
    }

    /**
     * Returns the code cache.
     *
     * @param architecture as in {@code uname -m}; empty if it is not known
     */
    static CodeCache of(int release, FlagSettings flags, Machine machine, Optional<String> architecture) {
        return new CodeCacheErgonomics(release, flags, architecture).of(machine);
    }

    /** Returns the least CICompilerCount (CompilerConfig, min_compiler_threads): measured on 8, 11, 17, 21 and 25. */
    static int leastCompilers(int release, FlagSettings flags) {
        CodeCacheErgonomics of = new CodeCacheErgonomics(release, flags);
        if (release > 8 && isClient(release, flags)) {
            return 1;
        }
        boolean both = of.level() >= ALL_LEVELS && !of.turnedOff("TieredCompilation") && of.mode.isEmpty();
        boolean interpreted = release > 8 && of.isInterpreted();
        boolean none = release >= 17 && (interpreted || of.level() == 0);
        return both && !interpreted ? 2 : none ? 0 : 1;
    }

    private CodeCache of(Machine machine) {
        Optional<Bytes> given =
                flags.given(RESERVED).filter(size -> size >= 0).map(Bytes::of).map(MOST::min);
        Bytes size = given.orElse(isClient(release, flags) ? OF_CLIENT : isTiered() ? ofTiered() : SMALL);
        int heaps = heaps(size);
        boolean follows = release >= SIZE_FOLLOWS_SINCE && given.isEmpty() && heaps > 1;
        return new CodeCache(size, given.isPresent(), heaps, nonMethods(machine), Optional.empty())
                .withParts(follows ? parts() : CodeHeapSizes.NONE)
                .withHot(given.isPresent() ? Bytes.ZERO : hot())
                .withInitialOfAll(release > 8 && isInitial(size));
    }

    /**
     * The default of tiered compilation: what the same build printed without arguments, if it was started. Since 23 that contains
     * a rounding. OpenJDK 8 on aarch64 has 128 MiB, the range of a branch (CODE_CACHE_DEFAULT_LIMIT in {@code
     * hotspot/src/cpu/aarch64/vm/globalDefinitions_aarch64.hpp}).
     */
    private Bytes ofTiered() {
        boolean usual = hasBothCompilers() && mode.isEmpty();
        Optional<Bytes> printed = release < SIZE_FOLLOWS_SINCE && usual
                ? flags.number(RESERVED).filter(size -> size > 0).map(Bytes::of).map(MOST::min)
                : Optional.empty();
        boolean smaller = release == 8 && architecture.equals(Optional.of("aarch64"));
        return printed.orElse(smaller ? OF_8_ON_AARCH64 : CodeCache.DEFAULT);
    }

    private CodeHeapSizes parts() {
        return new CodeHeapSizes(
                part("NonNMethodCodeHeapSize"), part("ProfiledCodeHeapSize"), part("NonProfiledCodeHeapSize"));
    }

    private Optional<Bytes> part(String flag) {
        return flags.given(flag).filter(size -> size >= 0).map(Bytes::of).map(MOST::min);
    }

    private boolean isInitial(Bytes size) {
        return flags.given(INITIAL).filter(initial -> initial == size.value()).isPresent();
    }

    private boolean hasHot() {
        return release >= HOT_SINCE && flags.isGiven("HotCodeHeap") && flags.isOn("HotCodeHeap");
    }

    /**
     * CodeCache::initialize_heaps with {@code -XX:+HotCodeHeap}: HotCodeHeapSize comes on top of the default size. Without it
     * the heap for hot methods is a part of that for methods without profiles. Observed on 27 and 28.
     */
    private Bytes hot() {
        return hasHot() && flags.isGiven("HotCodeHeapSize")
                ? Bytes.of(Math.max(0, flags.number("HotCodeHeapSize").orElse(0L)))
                : Bytes.ZERO;
    }

    /**
     * CodeCache::heap_available in {@code src/hotspot/share/code/codeCache.cpp}: a JVM that only interprets has one
     * code heap, and a JVM without profiled code has two.
     */
    private int heaps(Bytes size) {
        boolean divided = flags.isGiven("SegmentedCodeCache")
                ? flags.isOn("SegmentedCodeCache")
                : hasHot() || isTiered() && !isClient(release, flags) && size.compareTo(CodeCache.DEFAULT) >= 0;
        boolean nothingCompiled = isInterpreted() || release >= 17 && level() == 0;
        if (release == 8 || !divided || nothingCompiled) {
            return 1;
        }
        boolean profiles = !isC2Only() && !isQuick() && level() > 1;
        return profiles ? 3 : 2;
    }

    /**
     * CompilerConfig::should_set_client_emulation_mode_flags: {@code -XX:+NeverActAsServerClassMachine} where no
     * argument chooses the compilers, in 9 to 26. The code cache then has 32 MiB and one code heap, unless arguments
     * set it. Observed on 11, 17, 25 and 26.
     */
    static boolean isClient(int release, FlagSettings flags) {
        boolean asked = flags.isGiven(CollectorChoice.NEVER_SERVER) && flags.isOn(CollectorChoice.NEVER_SERVER);
        return asked && release > 8 && release < 27 && new CodeCacheErgonomics(release, flags).hasBothCompilers();
    }

    /**
     * Returns whether HotSpot chooses the compilers. An argument that sets the default value takes the choice away,
     * too.
     */
    private boolean hasBothCompilers() {
        return !flags.isGiven("TieredStopAtLevel")
                && !flags.isGiven("TieredCompilation")
                && !flags.isGiven("CompilationMode")
                && !turnedOff("UseCompiler");
    }

    /** Returns the requested size of the code heap for stubs and buffers. A single compiler has all threads. */
    private Optional<Bytes> nonMethods(Machine machine) {
        boolean alone = isC1Only() || isC2Only();
        Optional<Integer> given =
                flags.given("CICompilerCount").map(count -> (int) Math.max(1, Math.min(count, MOST_COMPILERS)));
        int least = alone && release >= ONE_THREAD_SINCE ? 1 : 2;
        Optional<Integer> threads =
                given.or(() -> machine.processors().map(processors -> CodeCache.compilers(processors, least)));
        return threads.map(count -> alone
                ? CodeCache.nonMethods(isC1Only() ? count : 0, isC1Only() ? 0 : count)
                : CodeCache.nonMethods(count));
    }

    /**
     * Returns whether HotSpot takes the size of tiered compilation. Some releases do so although a level or -Xint leaves one
     * compiler or none.
     */
    private boolean isTiered() {
        if (turnedOff("TieredCompilation")) {
            return false;
        }
        if (release == 8) {
            return true;
        }
        if (isInterpreted()) {
            return false;
        }
        if (release < 17) {
            return true;
        }
        boolean takenForTiered = release >= 28 && level() > 1 && level() < ALL_LEVELS && !isQuick();
        return takenForTiered || level() > 0 && !isC1Only() && !isC2Only();
    }

    /** CompilerConfig::is_c1_only: a level below the level of C2 takes precedence over a mode. */
    private boolean isC1Only() {
        boolean belowC2 = !turnedOff("TieredCompilation") && level() > 0 && level() < ALL_LEVELS;
        return release >= 17 && belowC2 || isQuick();
    }

    private boolean isC2Only() {
        boolean high = mode.equals(Optional.of(CompilationMode.HIGH_ONLY));
        return !isC1Only() && (turnedOff("TieredCompilation") || high);
    }

    private boolean isQuick() {
        return mode.equals(Optional.of(CompilationMode.QUICK_ONLY));
    }

    private boolean isInterpreted() {
        return turnedOff("UseCompiler");
    }

    private boolean turnedOff(String flag) {
        return flags.isGiven(flag) && !flags.isOn(flag);
    }

    private long level() {
        return flags.given("TieredStopAtLevel").orElse((long) ALL_LEVELS);
    }
}
