package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.hotspot.bill.HeapRequest;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The maximum and the initial heap, as given or as a share of the memory: Arguments::set_heap_size in {@code
 * src/hotspot/share/runtime/arguments.cpp}.
 */
final class HeapErgonomics {

    private static final String MAX = "MaxHeapSize";
    private static final String INITIAL = "InitialHeapSize";
    private static final String MIN = "MinHeapSize";

    /** MaxHeapSize if nothing else sets it: 96 MiB, scaled for 64 bits. */
    private static final Bytes SMALL_HEAP = Bytes.of(130_862_280);

    /** OldSize and NewSize if nothing else sets them: 4 and 1 MiB, scaled for 64 bits. */
    private static final Bytes LEAST_OLD = Bytes.of(5_452_592);

    private static final Bytes LEAST_YOUNG = Bytes.of(1_363_144);

    private static final Bytes MAX_RAM = Bytes.ofGiB(128);

    /** MaxRAM of the client emulation mode. Up to 25 HotSpot sets it after it has computed the heap. */
    private static final Bytes CLIENT_RAM = Bytes.ofGiB(1);

    /**
     * Upper bound for sizes; larger ones are reduced to it. No machine has so much memory, and multiples of it do not
     * overflow.
     */
    private static final Bytes MOST = Bytes.ofGiB(1L << 28);

    private static final long MOST_RATIO = 1 << 20;

    /** The default and the largest ObjectAlignmentInBytes. */
    private static final long OBJECT = 8;

    private static final long MOST_OBJECT = 256;

    /** Above this size, compressed oops or a large region size may change the result. */
    private static final Bytes SIMPLE = Bytes.ofGiB(29);

    /** The largest region of G1 and of Shenandoah, to which a heap is rounded up. */
    private static final Bytes LARGEST_ALIGNMENT = Bytes.ofMiB(32);

    /** The flag that sets the maximum and the initial heap, its young generation, the collector and large pages. */
    static final String AGGRESSIVE = "AggressiveHeap";

    private static final Bytes LEFT_BY_AGGRESSIVE = Bytes.ofMiB(160);

    private static final List<String> SHARES = List.of(
            "MaxRAM",
            "MaxRAMPercentage",
            "MaxRAMFraction",
            "MinRAMPercentage",
            "MinRAMFraction",
            "InitialRAMPercentage",
            "InitialRAMFraction",
            "DefaultMaxRAMFraction",
            "ErgoHeapSizeLimit",
            "UseContainerSupport",
            AGGRESSIVE);

    private final int release;
    private final FlagSettings flags;
    private final Launch launch;
    private final Machine machine;

    HeapErgonomics(int release, FlagSettings flags, Launch launch, Machine machine) {
        this.release = release;
        this.flags = flags;
        this.launch = launch;
        this.machine = machine;
    }

    /** Returns the heap that is requested of this collector; empty if its maximum cannot be known. */
    Optional<HeapRequest> request(Collector collector) {
        return max().map(max -> new HeapRequest(
                collector,
                max,
                initial(max),
                region(collector),
                size("MaxNewSize")
                        .or(() -> flags.isOn(AGGRESSIVE)
                                ? Optional.of(max.dividedBy(8).times(3))
                                : Optional.empty()),
                number("NewRatio").filter(ratio -> ratio > 0 && ratio < MOST_RATIO),
                size("HeapBaseMinAddress").orElse(HeapRequest.DEFAULT_BASE),
                HeapRequest.borderRegion(
                        launch.vm().release(), region(Collector.G1).isPresent()),
                addressable()));
    }

    /**
     * Returns what compressed oops can address: 32 bits, times the alignment of objects. The alignment is 8 bytes or
     * ObjectAlignmentInBytes.
     */
    private Optional<Bytes> addressable() {
        boolean allowed = !flags.isGiven("UseCompressedOops") || flags.isOn("UseCompressedOops");
        long alignment = number("ObjectAlignmentInBytes")
                .filter(bytes -> bytes >= OBJECT && bytes <= MOST_OBJECT)
                .orElse(OBJECT);
        return allowed ? Optional.of(HeapRequest.ADDRESSABLE.times(alignment / OBJECT)) : Optional.empty();
    }

    private Optional<Bytes> max() {
        Optional<Bytes> known = of(launch.finals(), MAX)
                .or(() -> size(MAX))
                .or(() -> launch.vm().maxHeap().map(MOST::min));
        return known.isPresent() ? known : share();
    }

    /**
     * Returns the share of the memory. If no argument changes the share, and the same build started bare on that host
     * printed another size than the model computes, the printed size is used.
     */
    private Optional<Bytes> share() {
        if (flags.isOn(AGGRESSIVE)) {
            return machine.memory().map(HeapErgonomics::aggressive);
        }
        Optional<Bytes> bare = bareMax();
        Bytes floor = size(INITIAL).or(() -> size(MIN)).orElse(Bytes.ZERO);
        if (machine.memory().isEmpty() || contradicts(bare)) {
            return bare.map(floor::max);
        }
        Bytes heap = reasonable(machine.memory().get());
        return heap.compareTo(SIMPLE) < 0 ? Optional.of(heap.max(floor)) : bare.map(floor::max);
    }

    /** The heap of {@code -XX:+AggressiveHeap} without a size (Arguments::set_aggressive_heap_flags). */
    private static Bytes aggressive(Bytes memory) {
        return memory.dividedBy(2).min(memory.minus(LEFT_BY_AGGRESSIVE.min(memory)));
    }

    private Bytes reasonable(Bytes physical) {
        Bytes memory = counted(physical);
        Bytes most = percent(memory, percentage("MaxRAM", 25));
        Bytes least = percent(memory, percentage("MinRAM", 50));
        Bytes heap = least.compareTo(SMALL_HEAP) < 0 ? least : most.max(SMALL_HEAP);
        return size("ErgoHeapSizeLimit")
                .filter(limit -> !limit.isZero())
                .map(heap::min)
                .orElse(heap);
    }

    /**
     * Returns the maximum that the same build printed; empty if it was not started, or if an argument changes the
     * share.
     */
    private Optional<Bytes> bareMax() {
        boolean plain = SHARES.stream().noneMatch(flags::isGiven) && !flags.isGiven(CollectorChoice.NEVER_SERVER);
        return plain ? of(launch.defaults(), MAX) : Optional.empty();
    }

    /** Returns whether that maximum differs from the model's by more than alignment. */
    private boolean contradicts(Optional<Bytes> bare) {
        Optional<Bytes> model = machine.memory().map(this::reasonable).filter(heap -> heap.compareTo(SIMPLE) < 0);
        return bare.isPresent()
                && !launch.isInLimitedGroup()
                && model.isPresent()
                && Math.abs(bare.get().value() - model.get().value()) > LARGEST_ALIGNMENT.value();
    }

    /**
     * Returns the memory that shares are computed from. Since 13 a share that is given is one of all the memory;
     * otherwise HotSpot counts 128 GiB at most.
     */
    private Bytes counted(Bytes memory) {
        if (flags.isGiven("MaxRAM")) {
            return size("MaxRAM").orElse(memory);
        }
        if (release == 26 && CodeCacheErgonomics.isClient(release, flags)) {
            return memory.min(CLIENT_RAM);
        }
        boolean given = release >= 13 && SHARES.stream().anyMatch(flags::isGiven);
        return given || release >= 26 ? memory : memory.min(MAX_RAM);
    }

    private Optional<Bytes> initial(Bytes max) {
        Optional<Bytes> known =
                of(launch.finals(), INITIAL).or(() -> size(INITIAL)).filter(size -> !size.isZero());
        if (known.isPresent()) {
            return known;
        }
        if (flags.isOn(AGGRESSIVE)) {
            // After -Xmx the flag leaves the initial heap as it is, before -Xmx it sets it.
            return flags.isGiven(MAX) ? Optional.empty() : Optional.of(max);
        }
        Optional<Bytes> bare = of(launch.defaults(), INITIAL);
        if (contradicts(bareMax()) && bare.isPresent()) {
            return bare.map(max::min);
        }
        Bytes least = size("OldSize")
                .orElse(LEAST_OLD)
                .plus(size("NewSize").orElse(LEAST_YOUNG))
                .min(max);
        double share = percentage("InitialRAM", release >= 26 ? 0 : 1.5625);
        Bytes floor = least.max(size(MIN).orElse(Bytes.ZERO));
        if (share == 0) {
            return Optional.of(floor.min(max));
        }
        return machine.memory()
                .map(memory -> percent(counted(memory), share).max(floor).min(max));
    }

    /** Returns a percentage, or the percentage that a given fraction amounts to. */
    private double percentage(String name, double byDefault) {
        if (flags.isGiven(name + "Percentage")) {
            return flags.value(name + "Percentage").map(HeapErgonomics::decimal).orElse(byDefault);
        }
        Optional<Long> fraction = number(name + "Fraction")
                .or(() -> name.equals("MaxRAM") ? number("DefaultMaxRAMFraction") : Optional.empty())
                .filter(value -> value > 0);
        return fraction.map(value -> 100.0 / value).orElse(byDefault);
    }

    private static @Nullable Double decimal(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Bytes percent(Bytes memory, double percentage) {
        return Bytes.of((long) Math.max(0, memory.value() * percentage / 100)).min(MOST);
    }

    private Optional<Bytes> region(Collector collector) {
        String flag = collector == Collector.SHENANDOAH ? "ShenandoahRegionSize" : "G1HeapRegionSize";
        return size(flag).filter(size -> !size.isZero());
    }

    private Optional<Bytes> size(String flag) {
        return number(flag).filter(value -> value >= 0).map(Bytes::of).map(MOST::min);
    }

    private Optional<Long> number(String flag) {
        return flags.isGiven(flag) ? flags.number(flag) : Optional.empty();
    }

    private static Optional<Bytes> of(Map<String, VmFlag> values, String flag) {
        return VmFlag.forAdvice(values, flag)
                .map(VmFlag::value)
                .filter(text -> Words.isNumber(text, 18))
                .map(text -> Bytes.of(Long.parseLong(text)).min(MOST));
    }
}
