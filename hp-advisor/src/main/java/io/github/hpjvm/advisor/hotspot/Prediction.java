package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The predicted use of huge pages by a JVM on a host.
 *
 * @param vm which JVM, with the collector and the maximum heap that it will choose; those are empty if they cannot be
 *     known
 * @param starts whether it starts; empty if that cannot be known
 * @param refusal why it does not start, in its own words as far as they are known; empty if it does
 * @param regions the pages of each region, in the order of {@link RegionName}; none if it does not start
 * @param pools the pages of each hugetlb pool that it requests, the smallest page size first
 * @param warnings its messages about pages and flags
 * @param risks what can go wrong later
 * @param unknowns the missing facts that could change the result
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

    /** A JVM that its launcher or its VM refuses to start because of its arguments. */
    public static Prediction refused(VmIdentity vm, String refusal) {
        return new Prediction(vm, Optional.of(false), refusal, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** Returns a copy with other regions, and with further risks. */
    public Prediction with(List<RegionForecast> others, List<Risk> more) {
        List<Risk> all = new ArrayList<>(risks);
        all.addAll(more);
        return new Prediction(vm, starts, refusal, others, pools, warnings, all, unknowns);
    }

    /** Returns the prediction for that region; empty if there is none. */
    public Optional<RegionForecast> region(RegionName name) {
        return First.of(regions, region -> region.name() == name);
    }
}
