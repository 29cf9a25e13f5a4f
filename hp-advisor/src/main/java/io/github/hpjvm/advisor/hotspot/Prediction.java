package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.text.First;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a JVM will do with huge pages on a host.
 *
 * @param vm which JVM, with the collector and the maximum heap that it will choose; those are empty if they cannot be
 *     known
 * @param starts whether it starts; empty if that cannot be known
 * @param refusal why it does not start, in its own words as far as they are known; empty if it does
 * @param regions the pages of each region, in the order of {@link RegionName}; none if it does not start
 * @param pools what it takes of each hugetlb pool that it asks, the smallest page size first
 * @param warnings what it will say about pages and flags
 * @param risks what can go wrong later
 * @param unknowns what was not known and could change the answer
 */
public record Prediction(
        VmIdentity vm,
        Optional<Boolean> starts,
        String refusal,
        List<RegionForecast> regions,
        List<PoolForecast> pools,
        List<Warning> warnings,
        List<Risk> risks,
        List<Missing> unknowns) {

    public Prediction {
        Objects.requireNonNull(vm, "vm");
        Objects.requireNonNull(starts, "starts");
        Objects.requireNonNull(refusal, "refusal");
        regions = List.copyOf(regions);
        pools = List.copyOf(pools);
        warnings = List.copyOf(warnings);
        risks = List.copyOf(risks);
        unknowns = List.copyOf(unknowns);
    }

    /** What is foretold of that region; empty if nothing is. */
    public Optional<RegionForecast> region(RegionName name) {
        return First.of(regions, region -> region.name() == name);
    }
}
