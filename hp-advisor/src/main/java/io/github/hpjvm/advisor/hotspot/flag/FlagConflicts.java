package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.os.text.First;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Refusals of flags that HotSpot accepts one by one, as far as they do not depend on the host:
 * check_vm_args_consistency of {@code runtime/arguments.cpp}, check_args_consistency of {@code
 * compiler/compilerDefinitions.cpp} and {@code gc/shared/gcConfig.cpp}.
 */
final class FlagConflicts {

    private static final long MIB = 1 << 20;

    /** ReservedCodeCacheSize before the compilers enlarge it. */
    private static final long CODE_CACHE = 48 * MIB;

    /** InitialCodeCacheSize of a VM with both compilers (compiler/compiler_globals_pd.hpp). */
    private static final long INITIAL_CODE_CACHE = 2496 * 1024;

    private static final long CODE_CACHE_LIMIT = 2048 * MIB;

    /** The last release known to check NativeMemoryTracking before the code cache: 8 and 11 do, 17, 21 and 25 do not. */
    private static final int LAST_TRACKING_FIRST = 11;

    /** The flags of each collector. Those of one collector count once. */
    private static final List<List<String>> COLLECTORS = List.of(
            List.of("UseSerialGC"),
            List.of("UseConcMarkSweepGC", "UseParNewGC"),
            List.of("UseParallelGC", "UseParallelOldGC"),
            List.of("UseG1GC"),
            List.of("UseZGC"),
            List.of("UseShenandoahGC"),
            List.of("UseEpsilonGC"));

    private final Map<String, String> given;
    private final FlagsOfBuild build;

    FlagConflicts(FlagParser parser) {
        this.given = parser.given();
        this.build = parser.build();
    }

    /** Returns the first refusal that HotSpot reaches. */
    Optional<Refusal> first() {
        return arguments()
                .map(text -> new Refusal(text, Stage.ARGUMENTS))
                .or(() -> notBuiltIn().or(this::collectors).map(text -> new Refusal(text, Stage.COLLECTOR)))
                .or(() -> pauseInterval().or(this::stack).map(text -> new Refusal(text, Stage.ERGONOMICS)))
                .or(() -> heap().map(text -> new Refusal(text, Stage.CODE)))
                .or(() -> threadBuffer().or(this::softMaxHeap).map(text -> new Refusal(text, Stage.MEMORY)));
    }

    /** Arguments::finalize_vm_init_args and check_vm_args_consistency; in 8 it checks the collectors as well. */
    private Optional<String> arguments() {
        return objectAlignment()
                .or(() -> CompilationMode.refusal(given, build.feature()))
                .or(() -> build.mayHaveCompilerInterface()
                        ? Optional.empty()
                        : CompilerInterface.unguarded(given, build.feature()))
                .or(() -> build.feature() <= LAST_TRACKING_FIRST ? tracking() : Optional.empty())
                .or(() -> ratioOf8("MinHeapFreeRatio"))
                .or(() -> ratioOf8("MaxHeapFreeRatio"))
                .or(this::collectorsOf8)
                .or(this::codeCache)
                .or(this::tracking);
    }

    /** Arguments::verify_MinHeapFreeRatio and similar functions; 9 and newer check the bounds of these flags. */
    private Optional<String> ratioOf8(String flag) {
        boolean wrong = build.feature() <= 8
                && number(flag)
                        .filter(value -> value.signum() < 0 || value.bitLength() > 7 || value.intValue() > 100)
                        .isPresent();
        return wrong ? Optional.of(flag + " must have a value between 0 and 100") : Optional.empty();
    }

    private boolean isOn(String flag) {
        return "true".equals(given.get(flag));
    }

    private Optional<BigInteger> number(String flag) {
        try {
            return Optional.ofNullable(given.get(flag)).map(BigInteger::new);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private BigInteger number(String flag, long otherwise) {
        return number(flag).orElse(BigInteger.valueOf(otherwise));
    }

    /** 9 and newer check it while they parse. */
    private Optional<String> objectAlignment() {
        BigInteger alignment = number("ObjectAlignmentInBytes", 8);
        if (build.feature() > 8) {
            return Optional.empty();
        }
        String why = "";
        if (alignment.signum() <= 0 || alignment.bitCount() != 1) {
            why = " must be power of 2";
        } else if (alignment.compareTo(BigInteger.valueOf(8)) < 0) {
            why = " must be greater or equal 8";
        } else if (alignment.compareTo(BigInteger.valueOf(256)) > 0) {
            why = " must not be greater than 256";
        }
        return why.isEmpty() ? Optional.empty() : Optional.of("error: ObjectAlignmentInBytes=" + alignment + why);
    }

    /** TLABSizeConstraintFunc of {@code gc/shared}. */
    private Optional<String> threadBuffer() {
        if (build.feature() == 8) {
            return Optional.empty();
        }
        Optional<BigInteger> buffer = number("TLABSize");
        BigInteger least = number("MinTLABSize", 2048);
        return buffer.filter(size -> size.compareTo(least) < 0)
                .map(size -> "TLABSize (" + size + ") must be greater than or equal to MinTLABSize (" + least + ")");
    }

    /** GCPauseIntervalMillisConstraintFunc of {@code gc/shared}. */
    private Optional<String> pauseInterval() {
        boolean interval = build.feature() > 8
                && given.containsKey("GCPauseIntervalMillis")
                && !given.containsKey("MaxGCPauseMillis");
        boolean other =
                COLLECTORS.stream().flatMap(List::stream).anyMatch(flag -> isOn(flag) && !flag.equals("UseG1GC"));
        return interval && !other
                ? Optional.of("GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis")
                : Optional.empty();
    }

    private Optional<String> tracking() {
        return tracking(given.getOrDefault("NativeMemoryTracking", "off"));
    }

    /** Returns why NativeMemoryTracking cannot have that value; empty if it can. */
    static Optional<String> tracking(String level) {
        return List.of("off", "summary", "detail").contains(level)
                ? Optional.empty()
                : Optional.of("Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]");
    }

    private long chosen() {
        return COLLECTORS.stream()
                .filter(names -> names.stream().anyMatch(this::isOn))
                .count();
    }

    private Optional<String> collectorsOf8() {
        return build.feature() == 8 && chosen() > 1
                ? Optional.of("Conflicting collector combinations in option list; please refer to the release notes for"
                        + " the combinations allowed")
                : Optional.empty();
    }

    private Optional<String> codeCache() {
        BigInteger initial = number("InitialCodeCacheSize", INITIAL_CODE_CACHE);
        BigInteger reserved = number("ReservedCodeCacheSize", CODE_CACHE);
        if (initial.compareTo(reserved) > 0) {
            return Optional.of("Invalid ReservedCodeCacheSize: " + kib(reserved)
                    + "K. Must be at least InitialCodeCacheSize=" + kib(initial) + "K.");
        }
        if (reserved.compareTo(BigInteger.valueOf(CODE_CACHE_LIMIT)) > 0) {
            return Optional.of("Invalid ReservedCodeCacheSize=" + kib(kib(reserved)) + "M. Must be at most 2048M.");
        }
        return Optional.empty();
    }

    private static BigInteger kib(BigInteger bytes) {
        return bytes.shiftRight(10);
    }

    private Optional<String> notBuiltIn() {
        return First.of(
                        new TreeSet<>(given.keySet()),
                        flag -> isOn(flag) && build.flag(flag).kind() == FlagKind.UNSUPPORTED)
                .map(flag -> "Option -XX:+" + flag + " not supported");
    }

    private Optional<String> collectors() {
        return chosen() > 1 ? Optional.of("Multiple garbage collectors selected") : Optional.empty();
    }

    /** SoftMaxHeapSizeConstraintFunc of {@code gc/shared}. */
    private Optional<String> softMaxHeap() {
        Optional<BigInteger> max = number("MaxHeapSize");
        return number("SoftMaxHeapSize")
                .filter(soft -> max.isPresent() && soft.compareTo(max.get()) > 0)
                .map(soft -> "SoftMaxHeapSize must be less than or equal to the maximum heap size");
    }

    private Optional<String> heap() {
        Optional<BigInteger> max = number("MaxHeapSize");
        Optional<BigInteger> initial = number("InitialHeapSize");
        Optional<BigInteger> min = number("MinHeapSize");
        if (max.isEmpty()) {
            return Optional.empty();
        }
        if (initial.isPresent() && initial.get().compareTo(max.get()) > 0) {
            return Optional.of("Initial heap size set to a larger value than the maximum heap size");
        }
        if (min.isPresent() && min.get().compareTo(max.get()) > 0) {
            return Optional.of("Incompatible minimum and maximum heap sizes specified");
        }
        return Optional.empty();
    }

    /**
     * StackOverflow::stack_guard_zone_size and os::Posix::set_minimum_stack_sizes, measured on x86_64. aarch64 needs more from 9 on,
     * which depends on the base page of the host.
     */
    private Optional<String> stack() {
        BigInteger stack = number("ThreadStackSize", 0);
        long least = build.feature() == 8 ? 228 : 136;
        boolean small = stack.signum() > 0 && stack.compareTo(BigInteger.valueOf(least)) < 0;
        if (!small) {
            return Optional.empty();
        }
        return Optional.of(
                build.feature() == 8
                        ? "The stack size specified is too small, Specify at least ..."
                        : "The Java thread stack size specified is too small. Specify at least ...");
    }
}
