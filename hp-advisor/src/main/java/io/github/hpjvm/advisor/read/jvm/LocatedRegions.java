package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.FolioSizes;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.RegionBacking;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The regions of a JVM at known addresses, with the pages behind them as smaps or a scan shows them. */
final class LocatedRegions {

    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Bytes page;

    /** @param page the size of a base page, by which the kernel counts the entries of pagemap */
    LocatedRegions(Path procRoot, long pid, Reach reach, Bytes page) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.page = page;
    }

    /**
     * Returns the regions at these addresses, each with its observed facts.
     *
     * @param notNative size of a region whose addresses are among those of native memory
     */
    List<Region> of(
            Map<RegionName, Fact<List<AddressRange>>> locations,
            Bytes notNative,
            Fact<List<Vma>> vmas,
            Optional<ScannedBacking> scan) {
        PageMap pageMap = new PageMap(procRoot, pid, page, reach.mostOfPagemap());
        Optional<RegionBacking> backing =
                vmas.known().map(list -> new RegionBacking(list, reach.pmdSize(), page, pageMap::present));
        List<Region> regions = new ArrayList<>();
        locations.forEach((name, location) -> {
            Fact<Backing> behind = location.flatMap(ranges -> scan.flatMap(pages ->
                            pages.of(ranges).map(b -> Fact.known(b, sourceOfScan(b, pages.neededTooManyReads()))))
                    .orElseGet(() -> vmas.flatMap(
                            list -> Fact.known(backing.orElseThrow().of(ranges), vmas.source()))));
            Optional<Bytes> advised = location.known().flatMap(ranges -> backing.map(b -> b.advised(ranges)));
            Fact<Backing> own = name == RegionName.NATIVE ? behind.map(b -> b.lessAtMost(notNative)) : behind;
            Optional<Bytes> eligible = location.known().flatMap(ranges -> backing.flatMap(b -> b.eligible(ranges)));
            regions.add(new Region(name, location, withSmallThp(name, location, own, advised), advised, eligible));
        });
        return regions;
    }

    /** Returns the backing with the sizes of THP below the PMD size, which smaps and a scan show as base pages. */
    Fact<Backing> withSmallThp(
            RegionName name, Fact<List<AddressRange>> location, Fact<Backing> seen, Optional<Bytes> advised) {
        Bytes base = seen.known().map(SmallPages::base).orElse(Bytes.ZERO);
        if (!SmallPages.MAY_HAVE.contains(name)
                || base.isZero()
                || reach.smallThp().isExcluded(advised)) {
            return seen;
        }
        Optional<Map<Bytes, FolioSizes.Range>> sizes = new FolioSizes(procRoot, pid, page, reach.pmdSize())
                .of(location.known().orElse(List.of()), SmallPages.millis(name, reach.memoryMillis()));
        return seen.map(backing -> SmallPages.in(backing, base, sizes, reach.smallThp()));
    }

    private Source sourceOfScan(Backing backing, boolean tooManyReads) {
        String scan = procRoot.resolve(Long.toString(pid)).resolve("pagemap") + " by PAGEMAP_SCAN";
        if (backing.sampled().isEmpty()) {
            return Source.of(scan);
        }
        return Source.of(
                scan,
                tooManyReads
                        ? Backing.Sampled.OF_TOO_MANY_READS
                        : "a sample with 95 % confidence; --exact reads all pages");
    }

    /** Returns all regions as unknown, for one reason. */
    static List<Region> absent(Fact.Absent<?> why) {
        List<Region> regions = new ArrayList<>();
        for (RegionName name : RegionName.values()) {
            regions.add(Region.absent(name, why));
        }
        return regions;
    }
}
