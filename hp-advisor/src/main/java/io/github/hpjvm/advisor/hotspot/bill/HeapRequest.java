package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The requested heap before rounding, from arguments or from HotSpot's share of the host's memory.
 *
 * @param collector which collector
 * @param max the maximum heap
 * @param initial the initial heap; empty if it is not known
 * @param region the region size, if it is given
 * @param young the largest young generation, if it is given
 * @param newRatio NewRatio, if it is given
 * @param base HeapBaseMinAddress
 * @param borderRegion the region size that limits compressed oops for G1 ({@link #borderRegion}); empty if it is not known
 * @param addressable what compressed oops can address, 32 GiB with objects aligned to 8 bytes; empty if they are not
 *     allowed
 */
public record HeapRequest(
        Collector collector,
        Bytes max,
        Optional<Bytes> initial,
        Optional<Bytes> region,
        Optional<Bytes> young,
        Optional<Long> newRatio,
        Bytes base,
        Optional<Bytes> borderRegion,
        Optional<Bytes> addressable) {

    public static final Bytes DEFAULT_BASE = Bytes.ofGiB(2);

    private static final long REGIONS = 2048;
    private static final Bytes LEAST_REGION = Bytes.ofMiB(1);
    private static final Bytes LEAST_SHENANDOAH_REGION = Bytes.ofKiB(256);
    private static final Bytes MOST_REGION = Bytes.ofMiB(32);
    private static final Bytes MOST_GIVEN_REGION = Bytes.ofMiB(512);
    private static final long FEWEST_REGIONS = 10;
    private static final int SPACES_OF_PARALLEL = 4;

    /**
     * Bytes of the heap that one card covers, 512. Card tables are committed in base pages
     * (GCArguments::compute_heap_alignment).
     */
    private static final long BYTES_OF_CARD = 512;

    private static final Bytes GRANULE_OF_Z = Bytes.ofMiB(2);

    /** Margin below 32 GiB, because the kernel may have mapped something else there. */
    private static final Bytes PERHAPS_MAPPED = Bytes.ofGiB(4);

    /** The memory that compressed oops can address with objects aligned to 8 bytes. */
    public static final Bytes ADDRESSABLE = Bytes.ofGiB(32);

    public HeapRequest {
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(max, "max");
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(young, "young");
        Objects.requireNonNull(newRatio, "newRatio");
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(borderRegion, "borderRegion");
        Objects.requireNonNull(addressable, "addressable");
    }

    /** Returns a heap with a given maximum only. */
    static HeapRequest of(JavaVersion version, Collector collector, Bytes max) {
        return new HeapRequest(
                collector,
                max,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                DEFAULT_BASE,
                borderRegion(Optional.of(version), false),
                Optional.of(ADDRESSABLE));
    }

    /**
     * Returns the largest region that G1 allows for (G1Arguments::conservative_max_heap_alignment): 32 MiB, since 18 the 512 MiB
     * that a flag may select (JDK-8275056). JDK-8354145 in 25 restores 32 MiB if no flag selects the size. Measured with {@code
     * -Xmx32736m}: 17.0.21, 21.0.13 and 25.0.5 compress oops. The first such updates of 21 and 24 are not known; those before
     * April 2025 do not have it.
     *
     * @param given whether an argument sets G1HeapRegionSize
     */
    public static Optional<Bytes> borderRegion(Optional<JavaVersion> version, boolean given) {
        if (version.isEmpty()) {
            return Optional.empty();
        }
        JavaVersion known = version.get();
        Bytes most = mostGiven(known.feature());
        if (given || most.equals(MOST_REGION) || known.feature() > 24) {
            return Optional.of(given ? most : MOST_REGION);
        }
        return switch (known.feature()) {
            case 21 ->
                known.isAtLeast(21, 0, 13)
                        ? Optional.of(MOST_REGION)
                        : Optional.of(most).filter(it -> !known.isAtLeast(21, 0, 8));
            case 24 -> Optional.of(most).filter(it -> !known.isAtLeast(24, 0, 2));
            default -> Optional.of(most);
        };
    }

    /**
     * Returns the page size of the heap's reservation; empty for base pages. Parallel of 26 and newer requires room for
     * three young spaces and an old one (ParallelArguments::initialize_alignments in {@code
     * src/hotspot/share/gc/parallel/parallelArguments.cpp}).
     */
    public Optional<Bytes> pageSize(int release, PageSizes sizes) {
        if (sizes.isEmpty()) {
            return Optional.empty();
        }
        return collector == Collector.PARALLEL && release >= 26
                ? sizes.fitting(max, SPACES_OF_PARALLEL)
                : Optional.of(sizes.largest());
    }

    /**
     * Returns the rounded heap of that release. There are several if the region size depends on the initial heap, and
     * that is not known.
     *
     * @param largePage the page size of its reservation, or the base page
     */
    public List<HeapShape> shapes(int release, Bytes largePage, Bytes basePage) {
        List<HeapShape> shapes = new ArrayList<>();
        for (Bytes regionSize : regions(release, largePage, basePage)) {
            shapes.add(shape(release, regionSize, alignment(regionSize, largePage, basePage)));
        }
        // An AOT cache (JEP 483) does not hold the linked methods of a record, and one shape needs none of them.
        return shapes.size() == 1
                ? List.copyOf(shapes)
                : shapes.stream().distinct().toList();
    }

    private HeapShape shape(int release, Bytes regionSize, Bytes alignment) {
        Bytes rounded = max.roundUpTo(alignment);
        Optional<Bytes> start = initial.map(it -> it.roundUpTo(alignment).min(rounded));
        return new HeapShape(rounded, start, alignment, regionSize, old(rounded), prefix(rounded, alignment));
    }

    private Bytes alignment(Bytes regionSize, Bytes largePage, Bytes basePage) {
        Bytes card = basePage.times(BYTES_OF_CARD);
        return switch (collector) {
            case ZGC, ZGC_GENERATIONAL -> GRANULE_OF_Z;
            case SHENANDOAH -> regionSize.max(largePage);
            // EpsilonArguments::initialize_alignments: it has no cards.
            case EPSILON -> largePage;
            default -> regionSize.max(card).max(largePage);
        };
    }

    private List<Bytes> regions(int release, Bytes largePage, Bytes basePage) {
        return switch (collector) {
            case G1 -> g1Regions(release);
            case SHENANDOAH -> List.of(shenandoahRegion(largePage, basePage));
            default -> List.of(Bytes.ZERO);
        };
    }

    /** setup_heap_region_size in {@code src/hotspot/share/gc/g1/heapRegion.cpp}. */
    private List<Bytes> g1Regions(int release) {
        if (region.isPresent()) {
            Bytes given = region.get().max(LEAST_REGION).min(mostGiven(release));
            return List.of(release < 17 ? powerBelow(given) : powerAbove(given));
        }
        if (release >= 17) {
            return List.of(powerAbove(clamped(max.dividedBy(REGIONS))));
        }
        // Before 17 the average of initial and maximum heap decides, and it is rounded down to a power of two.
        Bytes most = powerBelow(clamped(average(max).dividedBy(REGIONS)));
        return initial.isPresent()
                ? List.of(powerBelow(clamped(average(initial.get()).dividedBy(REGIONS))))
                : List.of(powerBelow(clamped(average(Bytes.ZERO).dividedBy(REGIONS))), most).stream()
                        .distinct()
                        .toList();
    }

    /** The largest region that a flag may select: 512 MiB since 18 (JDK-8275056). */
    private static Bytes mostGiven(int release) {
        return release >= 18 ? MOST_GIVEN_REGION : MOST_REGION;
    }

    private Bytes average(Bytes start) {
        return start.dividedBy(2).plus(max.dividedBy(2));
    }

    /**
     * setup_sizes in {@code src/hotspot/share/gc/shenandoah/shenandoahHeapRegion.cpp}: a large page at least, if ten
     * such regions fit into the heap, then rounded down.
     */
    private Bytes shenandoahRegion(Bytes largePage, Bytes basePage) {
        Bytes wanted = region.orElse(
                max.dividedBy(REGIONS).max(LEAST_SHENANDOAH_REGION).min(MOST_REGION));
        Bytes aligned = wanted.roundUpTo(largePage);
        boolean enough = max.roundUpTo(largePage).value() / aligned.value() >= FEWEST_REGIONS;
        return powerBelow(enough ? aligned : wanted.roundUpTo(basePage));
    }

    private Optional<Bytes> old(Bytes rounded) {
        if (young.isPresent()) {
            return young.filter(it -> it.compareTo(rounded) < 0).map(rounded::minus);
        }
        return newRatio.map(ratio -> rounded.minus(rounded.dividedBy(ratio + 1)));
    }

    /** {@code src/hotspot/share/memory/virtualspace.cpp}, in 25 and newer {@code memoryReserver.cpp}. */
    private Optional<Boolean> prefix(Bytes rounded, Bytes alignment) {
        Optional<Boolean> compressed = collector.isZ() ? Optional.of(false) : compressed(alignment);
        if (compressed.isEmpty() || !compressed.get()) {
            return compressed;
        }
        Bytes end = base.plus(rounded);
        if (end.compareTo(addressable.get()) > 0) {
            return Optional.of(true);
        }
        return end.plus(PERHAPS_MAPPED).compareTo(addressable.get()) > 0 ? Optional.empty() : Optional.of(false);
    }

    /**
     * Returns whether oops are compressed. The heap and a page at zero have to be addressable, the latter as large as
     * the heap's alignment may become (max_heap_for_compressed_oops in {@code
     * src/hotspot/share/runtime/arguments.cpp}). For G1 that is the largest region, which a region size that is given
     * raises (G1Arguments::conservative_max_heap_alignment). Empty if that depends on the update.
     */
    private Optional<Boolean> compressed(Bytes alignment) {
        return switch (collector) {
            case G1 -> {
                boolean least = compressed(alignment, MOST_REGION);
                Optional<Boolean> known = borderRegion.map(region -> compressed(alignment, region));
                yield known.or(() -> Optional.of(least).filter(it -> it == compressed(alignment, MOST_GIVEN_REGION)));
            }
            case SHENANDOAH -> Optional.of(compressed(alignment, MOST_REGION));
            default -> Optional.of(compressed(alignment, Bytes.ZERO));
        };
    }

    private boolean compressed(Bytes alignment, Bytes largest) {
        Bytes zero = alignment.max(largest);
        return addressable.filter(limit -> max.plus(zero).compareTo(limit) <= 0).isPresent();
    }

    private static Bytes clamped(Bytes size) {
        return size.max(LEAST_REGION).min(MOST_REGION);
    }

    private static Bytes powerBelow(Bytes size) {
        return Bytes.of(Long.highestOneBit(size.value()));
    }

    private static Bytes powerAbove(Bytes size) {
        Bytes below = powerBelow(size);
        return below.equals(size) ? size : below.times(2);
    }
}
