package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A region of a JVM's memory.
 *
 * @param name its name
 * @param location its addresses, committed or not, in ascending order and without overlap; absent if they are not known
 * @param backing backing of all of them, each physical byte once; absent if location or smaps is absent
 * @param advised bytes in mappings with {@code MADV_HUGEPAGE} (VmFlags {@code hg}); empty if smaps was not
 *     read, as where the backing is absent or was scanned
 * @param eligible bytes in mappings to which the kernel may assign transparent huge pages (THPeligible 1), whatever their
 *     size; empty as above, and on kernels before 4.20
 * @param fill the memory that would be filled if each block of the size of a huge page with a resident base page became a
 *     huge page: what huge pages would cost; empty if the single pages were not read
 * @param zeroFilled the base pages of zeros in its huge pages: what huge pages cost now; empty if they were not to be counted
 */
public record Region(
        RegionName name,
        Fact<List<AddressRange>> location,
        Fact<Backing> backing,
        Optional<Bytes> advised,
        Optional<Bytes> eligible,
        Optional<Bytes> fill,
        Optional<Fact<ZeroFilled>> zeroFilled) {

    /** A region of more ranges is one of thread stacks or of the allocations of native code. */
    private static final int MOST_RANGES = 64;

    public Region {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(backing, "backing");
        Objects.requireNonNull(advised, "advised");
        Objects.requireNonNull(eligible, "eligible");
        Objects.requireNonNull(fill, "fill");
        Objects.requireNonNull(zeroFilled, "zeroFilled");
    }

    /** A region whose single pages were not read. */
    public Region(
            RegionName name,
            Fact<List<AddressRange>> location,
            Fact<Backing> backing,
            Optional<Bytes> advised,
            Optional<Bytes> eligible) {
        this(name, location, backing, advised, eligible, Optional.empty(), Optional.empty());
    }

    /** The same with the memory that huge pages would fill. */
    public Region withFill(Optional<Bytes> bytes) {
        return new Region(name, location, backing, advised, eligible, bytes, zeroFilled);
    }

    /** The same with the base pages of zeros in its huge pages. */
    public Region withZeroFilled(Fact<ZeroFilled> zeros) {
        return new Region(name, location, backing, advised, eligible, fill, Optional.of(zeros));
    }

    /** The same with what only smaps shows. */
    public Region withAdvice(Optional<Bytes> advisedBytes, Optional<Bytes> eligibleBytes) {
        return new Region(name, location, backing, advisedBytes, eligibleBytes, fill, zeroFilled);
    }

    /** Why the base pages of zeros are unknown; empty if they are known, or were not to be counted. */
    public Optional<Missing> zeroFilledUnknown() {
        return zeroFilled.flatMap(fact -> fact instanceof Fact.Absent<ZeroFilled> absent
                ? Optional.of(absent.missing("zeros in huge pages of " + name))
                : Optional.empty());
    }

    /** An unknown region, with the reason. */
    public static Region absent(RegionName name, Fact.Absent<?> why) {
        return new Region(
                name,
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * The same with the first {@value #MOST_RANGES} ranges of its addresses. All ranges stay if the backing is absent,
     * because then the size of the region is their sum.
     */
    Region compact() {
        return backing.known().isEmpty()
                ? this
                : new Region(
                        name,
                        location.map(ranges -> ranges.subList(0, Math.min(MOST_RANGES, ranges.size()))),
                        backing,
                        advised,
                        eligible,
                        fill,
                        zeroFilled);
    }

    /**
     * The size of the region if all of it were touched. Memory that is mapped several times, as the heap of ZGC up to JDK 21,
     * counts once if the backing is known. Zero if the location is not known.
     */
    public Bytes reserved() {
        return backing.known()
                .map(Backing::reserved)
                .orElseGet(() -> location.known().orElse(List.of()).stream()
                        .map(AddressRange::size)
                        .reduce(Bytes.ZERO, Bytes::plus));
    }
}
