package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import java.util.Optional;

/**
 * The size of the code cache: CompilerConfig::set_compilation_policy_flags in
 * {@code src/hotspot/share/compiler/compilerDefinitions.cpp}, before 11 Arguments::set_tiered_flags. Seen on 8 to 28.
 */
final class CodeCacheErgonomics {

    private static final String RESERVED = "ReservedCodeCacheSize";

    /** ReservedCodeCacheSize of one compiler or none. */
    private static final Bytes SMALL = Bytes.ofMiB(48);

    /** HotSpot takes no more than this. */
    private static final Bytes MOST = Bytes.ofGiB(2);

    private static final long MOST_COMPILERS = 1 << 10;

    private static final int ALL_LEVELS = 4;

    private CodeCacheErgonomics() {}

    static CodeCache of(int release, FlagSettings flags, Machine machine) {
        Optional<Bytes> given = flags.isGiven(RESERVED)
                ? flags.number(RESERVED)
                        .filter(size -> size >= 0)
                        .map(Bytes::of)
                        .map(MOST::min)
                : tiered(release, flags) ? Optional.empty() : Optional.of(SMALL);
        boolean segmented = flags.isGiven("SegmentedCodeCache")
                ? flags.isOn("SegmentedCodeCache")
                : release > 8 && given.orElse(CodeCache.DEFAULT).compareTo(CodeCache.DEFAULT) >= 0;
        Optional<Integer> compilers = flags.isGiven("CICompilerCount")
                ? flags.number("CICompilerCount").map(count -> (int) Math.max(1, Math.min(count, MOST_COMPILERS)))
                : machine.processors().map(CodeCache::compilers);
        return new CodeCache(given, segmented, compilers.map(CodeCache::nonMethods));
    }

    /** Whether both compilers work together, which is what the large default is for. */
    private static boolean tiered(int release, FlagSettings flags) {
        if (flags.isGiven("TieredCompilation") && !flags.isOn("TieredCompilation")) {
            return false;
        }
        boolean interpreted = flags.isGiven("UseCompiler") && !flags.isOn("UseCompiler");
        long level = flags.isGiven("TieredStopAtLevel")
                ? flags.number("TieredStopAtLevel").orElse((long) ALL_LEVELS)
                : ALL_LEVELS;
        if (release == 8) {
            return true;
        }
        if (interpreted) {
            return false;
        }
        boolean oneCompiler = release < 28 ? level < ALL_LEVELS : level < 2;
        return release < 17 || !oneCompiler;
    }
}
