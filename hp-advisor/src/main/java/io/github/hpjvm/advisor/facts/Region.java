package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A region of a JVM's memory.
 *
 * @param name which one
 * @param location the addresses, reserved or not, in ascending order and without overlap; absent if they could not be
 *     located
 * @param backing what stands behind all of them, each physical byte once; absent if the location is, or smaps
 * @param advised how much of it lies in mappings with {@code MADV_HUGEPAGE} (VmFlags {@code hg}); empty if smaps was not
 *     read, as where the backing is absent or was scanned
 */
public record Region(
        RegionName name, Fact<List<AddressRange>> location, Fact<Backing> backing, Optional<Bytes> advised) {

    public Region {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(backing, "backing");
        Objects.requireNonNull(advised, "advised");
    }

    /** A region of which nothing is known but the reason. */
    public static Region absent(RegionName name, Fact.Absent<?> why) {
        return new Region(
                name,
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Optional.empty());
    }

    /**
     * How much the region would take if all of it were touched; what is mapped several times, as the heap of ZGC up to
     * 21, counts once, unless what stands behind it is not known. Zero if it was not located.
     */
    public Bytes reserved() {
        return backing.known()
                .map(Backing::reserved)
                .orElseGet(() -> location.known().orElse(List.of()).stream()
                        .map(AddressRange::size)
                        .reduce(Bytes.ZERO, Bytes::plus));
    }
}
