package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.read.memory.CostBudget;
import io.github.hpjvm.advisor.read.memory.FillCost;
import io.github.hpjvm.advisor.read.memory.ZeroScan;
import io.github.hpjvm.advisor.read.memory.ZeroScan.Target;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What huge pages cost in the memory of a JVM: what they would fill where base pages are, and the base pages of zeros where huge
 * pages are.
 */
final class MemoryCost {
    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Bytes page;

    /**
     * Creates the reader.
     *
     * @param page the size of a base page
     */
    MemoryCost(Path procRoot, long pid, Reach reach, Bytes page) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.page = page;
    }

    /** Returns the regions with their cost, if that is in reach. */
    List<Region> of(List<Region> regions) {
        if (reach.cost().isEmpty() || page.isZero()) {
            return regions;
        }
        Map<RegionName, Target> targets = new EnumMap<>(RegionName.class);
        for (Region region : regions) {
            if (SmallPages.MAY_HAVE.contains(region.name())
                    && region.location().known().isPresent()
                    && region.backing().known().isPresent()) {
                targets.put(
                        region.name(),
                        new Target(
                                region.location().known().get(),
                                region.backing().known().get()));
            }
        }
        CostBudget budget = reach.cost().get();
        Map<RegionName, Fact<ZeroFilled>> zeros =
                new ZeroScan(procRoot, pid, page, reach.pmdSize(), budget).of(targets);
        List<Region> all = new ArrayList<>();
        for (Region region : regions) {
            Target target = targets.get(region.name());
            all.add(
                    target == null
                            ? region
                            : region.withFill(fill(target))
                                    .withZeroFilled(Objects.requireNonNull(zeros.get(region.name()))));
        }
        return all;
    }

    /** Returns what huge pages would fill. */
    private Optional<Bytes> fill(Target target) {
        Backing backing = target.backing();
        boolean allHuge = backing.exact() && backing.baseMin().isZero() && !backing.hasSmallThp();
        return allHuge
                ? Optional.of(Bytes.ZERO)
                : FillCost.of(procRoot, pid, target.ranges(), page, reach.pmdSize(), reach.exact());
    }
}
